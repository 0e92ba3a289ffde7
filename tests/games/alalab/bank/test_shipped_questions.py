"""The questions that come with the game: their shape. Whether they are true, people have read."""

import re
from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations

import pytest

from games.alalab.bank import shipped_questions
from games.alalab.bank.validation import QuestionDraft, plain, validation_errors
from games.alalab.question import CATEGORIES

ALL = shipped_questions.select()


def words(text: str) -> list[str]:
    return re.findall(r"\w+", plain(text))


def test_there_are_enough_of_every_kind() -> None:
    assert len(ALL) >= 420
    kinds = Counter((each.category, each.difficulty) for each in ALL)
    assert len({category for category, _ in kinds}) >= 8
    assert {category for category, _ in kinds} == set(CATEGORIES)
    assert all(kinds[category, level] >= 8 for category in CATEGORIES for level in (1, 2, 3))
    levels = Counter(each.difficulty for each in ALL)
    assert all(len(ALL) * 0.3 < levels[level] < len(ALL) * 0.37 for level in (1, 2, 3))


def test_keys_are_there_and_once() -> None:
    keys = [key for key, _ in shipped_questions.by_key()]
    assert len(keys) == len(set(keys)) == len(ALL)
    assert len({each.id for each in ALL}) == len(ALL)
    assert all(each.id < 0 for each in ALL), "an id of the bank is never negative"


@pytest.mark.parametrize("category", CATEGORIES)
def test_each_question_is_well_formed(category: str) -> None:
    for each in shipped_questions.select([category]):
        draft = QuestionDraft(each.text, each.choices, each.answer, each.category, each.difficulty)
        assert list(validation_errors(draft)) == [], each.text
        assert each.text.endswith("?"), each.text
        assert "  " not in each.text and each.text == each.text.strip()
        answer = words(each.choices[each.answer])
        asked = words(each.text)
        inside = any(asked[at : at + len(answer)] == answer for at in range(len(asked)))
        assert not inside, f"the answer stands in the question: {each.text}"


@pytest.mark.parametrize("category", CATEGORIES)
def test_right_answers_are_spread_over_the_four_places(category: str) -> None:
    for level in (1, 2, 3):
        places = Counter(each.answer for each in shipped_questions.select([category], level))
        assert set(places) == {0, 1, 2, 3}
        assert max(places.values()) - min(places.values()) <= 1


def test_the_right_answer_is_not_known_by_its_length() -> None:
    """Where choices are words, the longest is right about as often as any other."""
    longest = [
        each for each in ALL if len(each.choices[each.answer]) > sorted(map(len, each.choices))[-2]
    ]
    assert len(longest) < len(ALL) * 0.30
    for each in ALL:
        lengths = sorted(map(len, each.choices))
        assert lengths[-1] <= 12 or lengths[-1] <= 5 * lengths[0], each.choices


def test_no_question_is_there_twice() -> None:
    """Nor nearly twice: the same answer to nearly the same words."""
    told = [(plain(each.text), set(words(each.text)), each) for each in ALL]
    assert len({text for text, _, _ in told}) == len(ALL)
    for (one, its, first), (other, theirs, second) in combinations(told, 2):
        if len(its & theirs) < 0.6 * max(len(its), len(theirs)):
            continue
        same = plain(first.choices[first.answer]) == plain(second.choices[second.answer])
        assert SequenceMatcher(None, one, other).ratio() < (0.75 if same else 0.95), (one, other)


def test_what_is_drawn_can_be_narrowed() -> None:
    some = shipped_questions.select(["food", "words"], 2)
    assert {each.category for each in some} == {"food", "words"}
    assert {each.difficulty for each in some} == {2}
    assert shipped_questions.select(language="xx") == ()
    assert shipped_questions.select(language="../en") == ()

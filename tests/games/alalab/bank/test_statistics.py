"""How a match counts for its questions."""

from typing import Any

import pytest

from games.alalab.bank import match_questions, statistics
from games.alalab.bank.models import CountedMatch, Question
from games.models import Match
from games.services import judging, leaving
from tests.games.alalab import quiz


def shown(number: int, question: int = 5) -> dict[str, Any]:
    return {
        "type": "question-shown",
        "number": number,
        "question": question,
        "text": "?",
        "category": "food",
        "choices": list("abcd"),
    }


RIGHT = {"type": "answered", "correct": True, "choice": 2, "question": 5}
WRONG = {"type": "answered", "correct": False, "choice": 1, "question": 5}
RAN_OUT = {"type": "ran-out", "question": 5}
REVEALED = {"type": "revealed", "answer": 2, "question": 5}
JUDGED_RIGHT = {"type": "judged", "correct": True, "question": 5}
JUDGED_WRONG = {"type": "judged", "correct": False, "question": 5}
JUDGED_ALONE = {"type": "judged", "correct": True, "question": None}
CARD = {"type": "carded"}
BACK = {"type": "taken-back"}


@pytest.mark.parametrize(
    ("facts", "right", "wrong", "skipped", "answer"),
    [
        ([RIGHT], 1, 0, False, 2),
        ([WRONG, RIGHT], 1, 1, False, 2),
        ([WRONG, RAN_OUT, REVEALED], 0, 2, False, 2),
        ([REVEALED], 0, 0, True, 2),
        ([], 0, 0, False, None),
        ([shown(2)], 0, 0, True, None),
        ([WRONG], 0, 1, False, None),
        ([JUDGED_WRONG, JUDGED_RIGHT, REVEALED], 1, 1, False, 2),
        ([JUDGED_RIGHT, BACK, JUDGED_WRONG, REVEALED], 0, 1, False, 2),
        ([JUDGED_RIGHT, CARD, BACK, REVEALED], 1, 0, False, 2),
        ([JUDGED_RIGHT, CARD, BACK, BACK, REVEALED], 0, 0, True, 2),
        ([JUDGED_ALONE, BACK, BACK], 0, 0, False, None),
    ],
)
def test_what_the_facts_tell_of_a_question(
    facts: list[Any], right: int, wrong: int, skipped: bool, answer: int | None
) -> None:
    first = match_questions.from_facts([{"type": "opened"}, shown(1), *facts])[0]
    assert (first.right, first.wrong, first.skipped, first.answer) == (
        right,
        wrong,
        skipped,
        answer,
    )


def test_a_judgement_taken_back_later_is_taken_from_the_question_it_was_for() -> None:
    first, second = match_questions.from_facts([shown(1), JUDGED_RIGHT, shown(2, 6), BACK])
    assert (first.right, second.right) == (0, 0)


# ---- A whole match -------------------------------------------------------------------------------


def counts() -> dict[int, tuple[int, ...]]:
    fields = ("id", "shown", "right", "wrong", "skipped")
    rows = Question.objects.filter(shown__gt=0).values_list(*fields)
    return {pk: tuple(rest) for pk, *rest in rows}


@pytest.fixture
def over(db: None) -> tuple[Match, list[int]]:
    """Both answer the first wrong, one answers the second, nobody the third; then somebody goes."""
    from games.alalab.bank import editing

    editing.load_shipped()
    first, second = quiz.person(), quiz.person()
    match = quiz.start(first, second)
    ids = [quiz.answer(match, first, right=False)]
    quiz.answer(match, second, right=False)
    quiz.let_time_pass(match)
    ids.append(quiz.answer(match, first, right=True))
    quiz.let_time_pass(match)
    ids.append(quiz.state_of(match).question.id)
    quiz.let_time_pass(match)
    assert counts() == {}, "nothing is counted while the match goes on"
    leaving.resign(match.pk, second)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match, ids


def test_a_finished_match_is_counted_once(over: tuple[Match, list[int]]) -> None:
    match, (one, two, three) = over
    expected = {one: (1, 0, 2, 0), two: (1, 1, 0, 0), three: (1, 0, 0, 1)}
    assert counts() == expected
    assert statistics.count(match.pk) is False
    assert statistics.count_all() == 0
    assert counts() == expected


def test_what_could_not_be_counted_is_counted_later(over: tuple[Match, list[int]]) -> None:
    CountedMatch.objects.all().delete()
    Question.objects.update(shown=0, right=0, wrong=0, skipped=0)
    assert statistics.count_all() == 1
    assert len(counts()) == 3


@pytest.mark.django_db
def test_a_match_that_was_called_off_counts_for_nothing() -> None:
    from games.alalab.bank import editing

    editing.load_shipped()
    people = quiz.person(), quiz.person()
    match = quiz.start(*people)
    quiz.answer(match, people[0], right=True)
    judging.abort_match(match.pk, "test")
    assert counts() == {}


@pytest.mark.django_db
def test_a_match_ends_even_if_the_bank_cannot_be_written(monkeypatch: Any) -> None:
    from django.db import OperationalError

    def locked(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("lock timeout")

    people = quiz.person(), quiz.person()
    match = quiz.start(*people)
    monkeypatch.setattr(statistics.match_questions, "questions_of", locked)
    leaving.resign(match.pk, people[0])
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert not CountedMatch.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("right", "wrong", "hardness"),
    [(8, 2, "easy"), (5, 5, "medium"), (3, 7, "hard"), (5, 4, "unknown"), (0, 0, "unknown")],
)
def test_how_hard_a_question_has_proved(right: int, wrong: int, hardness: str) -> None:
    question = quiz.a_question()
    rows = Question.objects.filter(pk=question.pk)
    rows.update(right=right, wrong=wrong)
    found = {
        name
        for name, fits in statistics.HARDNESS.items()
        if statistics.with_share(rows).filter(fits).exists()
    }
    assert found == {hardness}

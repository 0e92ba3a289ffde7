"""The log in words: a fact is worded once, and said to each reader with the right names."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from django.utils.safestring import SafeString

from games.engine.contract import Seat
from games.page import log
from games.page.html import format_html
from games.page.log import Sentence, narrate
from games.page.wording import Who
from games.selectors import read
from tests.games.tables import match_for, person, play_one

WROTE = "<0> and <in1>"


def wording(who: Who) -> SafeString:
    text = "{first} took {written} from {second}."
    first, second = who(Seat(0)), who(Seat(1), inside=True)
    return format_html(text, first=first, written=WROTE, second=second)


@pytest.mark.parametrize(
    ("you", "said"),
    [
        (0, "You took {written} from Seat1."),
        (1, "Seat0 took {written} from you."),
        (2, "Seat0 took {written} from Seat1."),
    ],
)
def test_a_sentence_names_people_and_nothing_that_somebody_wrote(you: int, said: str) -> None:
    def who(seat: Seat, *, inside: bool = False) -> SafeString:
        return SafeString(f"Seat{seat}" if seat != you else "you" if inside else "You")

    sentence = Sentence(wording, "card")
    assert sentence.said_by(who) == said.format(written="&lt;0&gt; and &lt;in1&gt;")
    assert [sentence.names(Seat(seat)) for seat in range(3)] == [True, True, False]


@pytest.mark.django_db
def test_a_move_is_worded_once_for_all_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    people = [person(), person(), person()]
    match = match_for(*people)
    play_one(match, people)
    shown = read(match.pk)
    assert shown is not None
    worded: Counter[Any] = Counter()
    word = log.ToldEvent.worded

    def counted(told: log.ToldEvent, *about: Any) -> Sentence:
        worded[about[-1]] += 1
        return word(told, *about)

    monkeypatch.setattr(log.ToldEvent, "worded", counted)
    mover = Seat(shown.recent[-1].seat or 0)
    readers = [*map(Seat, range(3)), None]
    said = {reader: narrate(shown, shown.recent, reader)[-1] for reader in readers}
    assert set(worded.values()) == {1}
    others = {id(said[reader]) for reader in readers if reader != mover}
    assert len(others) == 1 and said[mover].text.startswith("You ")


@pytest.mark.django_db
def test_words_of_events_that_nobody_is_shown_any_more_are_let_go_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log, "REMEMBERED", 3)
    shown = read(match_for(person(), person()).pk)
    assert shown is not None
    kept = []
    for seq in range(1, 8):
        narrate(shown, [msgspec.structs.replace(shown.recent[0], seq=seq)], None)
        kept.append(len(shown.kept["log", log.language()]))
    assert kept == [1, 2, 3, 3, 3, 3, 3]

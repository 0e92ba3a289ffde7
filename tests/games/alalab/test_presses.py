"""Buzzers before a host, at own screens: their order, shown answers, the countdown, a pause."""

from typing import Any

import pytest

from games.alalab import presses, rules, values
from games.alalab.buzzers import (
    AnswerShown,
    Countdown,
    FreeBuzzers,
    OpenBuzzers,
    Pause,
    Press,
    Resume,
    ShowAnswer,
    TimeUp,
    WriteAnswer,
)
from games.alalab.values import Card, Judge, Reveal, Show, State, Undo
from games.engine import codec
from games.engine.contract import CLOCK, Seat
from games.engine.errors import IllegalMove, InvalidMove, NotYourTurn
from tests.games.alalab.tables import BANK, do, hosted_table, kinds, step, tick

HOST = 3
LOOK = [(HOST, Show())]
ASKED = [*LOOK, (CLOCK, OpenBuzzers())]
RIGHT, WRONG = (HOST, Judge(Seat(1), True)), (HOST, Judge(Seat(1), False))


def table(*acts: tuple[int, Any]) -> State:
    return do(hosted_table(3, own_screens=True), *acts)


def seen_by(state: State, seat: Seat | None) -> Any:
    return rules.view(state, seat)


BOTH, WORDS, ALL = "Press ShowAnswer", "Press WriteAnswer", "FreeBuzzers Countdown Pause"
SITUATIONS: list[tuple[str, list[tuple[int, Any]], str, str]] = [
    # what was done; what player 1 may do, and what the host may do with the buzzers
    ("asked aloud", [], WORDS, "Countdown Pause"),
    ("aloud, written", [(1, WriteAnswer("Baku"))], "Press", ALL),
    ("aloud, pressed", [(1, Press())], "WriteAnswer", ALL),
    (
        "aloud, time up",
        [(1, Press()), (HOST, Countdown()), (CLOCK, TimeUp())],
        "WriteAnswer",
        "FreeBuzzers Pause",
    ),
    ("aloud, freed", [*ASKED, (HOST, Reveal()), (HOST, FreeBuzzers())], WORDS, "Countdown Pause"),
    ("look first", LOOK, "", "Pause"),
    ("then press", ASKED, BOTH, "Countdown Pause"),
    ("pressed", [*ASKED, (1, Press())], "ShowAnswer", ALL),
    ("shown", [*ASKED, (1, ShowAnswer(2))], "Press", ALL),
    ("another pressed", [*ASKED, (0, Press())], BOTH, ALL),
    ("wrong", [*ASKED, (1, Press()), WRONG], "", ALL),
    ("a slip", [*ASKED, WRONG, (HOST, Undo())], BOTH, "Countdown Pause"),
    ("a card", [*ASKED, (HOST, Card(Seat(1), "red"))], BOTH, "Countdown Pause"),
    ("right", [*ASKED, (0, Press()), RIGHT], "", "FreeBuzzers Pause"),
    ("revealed", [*ASKED, (HOST, Reveal())], "", "FreeBuzzers Pause"),
    ("paused", [*ASKED, (HOST, Pause())], "", "Resume"),
    ("resumed", [*ASKED, (HOST, Pause()), (HOST, Resume())], BOTH, "Countdown Pause"),
    ("paused, next", [*ASKED, (HOST, Pause()), *ASKED], BOTH, "Countdown Pause"),
    ("counting", [*ASKED, (HOST, Countdown())], BOTH, "Pause"),
    ("time up", [*ASKED, (HOST, Countdown()), (CLOCK, TimeUp())], "", ALL),
    (
        "pressed in time",
        [*ASKED, (HOST, Countdown()), (1, Press()), (CLOCK, TimeUp())],
        "ShowAnswer",
        ALL,
    ),
    ("freed", [*ASKED, (1, Press()), WRONG, (HOST, FreeBuzzers())], BOTH, "Countdown Pause"),
    ("aloud, right", [(1, Press()), RIGHT], "", "FreeBuzzers Pause"),
    ("a win", [RIGHT] * 10, "", ""),
]


@pytest.mark.parametrize(("why", "acts", "player", "host"), SITUATIONS)
def test_who_may_do_what(why: str, acts: Any, player: str, host: str) -> None:
    state = table(*acts)
    assert kinds(rules.legal_moves(state, Seat(1))) == player.split(), why
    always = ("Judge", "Card", "Undo", "Show", "Reveal", "Finish")
    moves = kinds(rules.legal_moves(state, Seat(HOST)))
    assert [kind for kind in moves if kind not in always] == host.split(), why


def test_the_order_is_public_and_a_wrong_answer_passes_on_to_the_next() -> None:
    state = table(*ASKED, (2, Press()), (0, Press()))
    for seat in (None, Seat(0), Seat(HOST)):
        seen = seen_by(state, seat)
        assert seen.buzzers.order == (2, 0) and seen.owner == 2
    state = do(state, (HOST, Judge(Seat(2), False)))
    seen = seen_by(state, None)
    assert seen.owner == 0 and seen.failed == (2,) and seen.buzzers.verdicts == (None, None, False)
    seen = seen_by(do(state, (HOST, Undo())), None)
    assert seen.owner == 2 and seen.failed == () and seen.buzzers.verdicts == (None,) * 3


def test_right_reveals_the_answer_at_once_and_a_win_still_waits() -> None:
    state = table(*ASKED, (1, Press()))
    assert state.question is not None
    judged = step(state, *RIGHT)
    assert [type(fact).__name__ for fact in judged.facts] == ["Judged", "Revealed"]
    assert judged.facts[0].question == state.question.id
    seen = seen_by(judged.state, None)
    assert seen.revealed and seen.question.answer == state.question.answer
    assert seen.buzzers.verdicts[1] is True and seen.owner is None
    won = table(*[RIGHT] * 9, *ASKED, RIGHT)
    assert won.phase == "decided" and won.revealed


SHOWN = [*ASKED, (0, ShowAnswer(2)), (1, ShowAnswer(3))]
WRITTEN = [(0, WriteAnswer("Baku")), (1, Press())]
AFTER_ANOTHER = [*ASKED, (HOST, Reveal()), (HOST, FreeBuzzers()), *WRITTEN]
WHO_SEES = [
    # what was done, then what is seen of player 0's choice by: 0, 1, the host, a spectator
    (SHOWN, (2, None, 2, None)),
    ([*SHOWN, RIGHT], (2, 2, 2, 2)),
    ([*SHOWN, (HOST, Reveal())], (2, 2, 2, 2)),
    ([*SHOWN, (HOST, Judge(Seat(0), False))], (2, 2, 2, 2)),
    ([*SHOWN, (HOST, Judge(Seat(1), False))], (2, None, 2, None)),
    ([*SHOWN, *LOOK], (None,) * 4),
    (WRITTEN, ("Baku", None, "Baku", None)),
    ([*WRITTEN, (HOST, Countdown()), (CLOCK, TimeUp())], ("Baku", None, "Baku", None)),
    ([*WRITTEN, (HOST, Judge(Seat(0), False))], ("Baku",) * 4),
    ([*WRITTEN, RIGHT], ("Baku",) * 4),
    ([*WRITTEN, (HOST, FreeBuzzers())], (None,) * 4),
    (AFTER_ANOTHER, ("Baku", None, "Baku", None)),
    ([*AFTER_ANOTHER, (HOST, Countdown()), (CLOCK, TimeUp())], ("Baku", None, "Baku", None)),
]


@pytest.mark.parametrize(("acts", "sees"), WHO_SEES)
def test_who_sees_a_shown_answer(acts: Any, sees: Any) -> None:
    state = table(*acts)
    seats = (Seat(0), Seat(1), Seat(HOST), None)
    assert tuple(seen_by(state, seat).buzzers.shown[0] for seat in seats) == sees


def test_a_shown_answer_is_told_to_the_host_alone_and_its_words_when_it_is_judged() -> None:
    state = table(*ASKED)
    assert state.question is not None
    shown = step(state, 1, ShowAnswer(2))
    (fact,) = shown.facts
    assert isinstance(fact, AnswerShown) and fact.known_to == (1, HOST)
    judged = step(shown.state, *WRONG).facts[0]
    assert judged.words == state.question.choices[2] and judged.known_to is None


def test_words_of_ones_own_are_told_to_the_host_alone_cleaned_and_when_they_are_judged() -> None:
    written = step(table((1, Press())), 1, WriteAnswer("  Ba\u202eku  2 "))
    assert written.facts == (
        AnswerShown(seat=Seat(1), choice=None, words="Baku 2", known_to=(Seat(1), Seat(HOST))),
    )
    assert step(written.state, *WRONG).facts[0].words == "Baku 2"
    freed = table(*AFTER_ANOTHER)
    assert seen_by(freed, Seat(HOST)).owner == 1, "an old answer is on the screen"


@pytest.mark.parametrize("words", ["x" * 61, "nul \0", "tab\t", "\ud800", 7])
def test_what_cannot_be_an_answer_does_not_parse(words: Any) -> None:
    with pytest.raises(InvalidMove):
        step(table(), 1, {"type": "writeAnswer", "words": words})


CLOCKS = [
    (LOOK, 3, OpenBuzzers()),
    (ASKED, 1800, values.Abandon()),
    ([*LOOK, (HOST, Pause())], 1800, values.Abandon()),
    ([*ASKED, (HOST, Countdown())], 30, TimeUp()),
    ([*ASKED, (HOST, Countdown()), (HOST, Pause())], 1800, values.Abandon()),
    ([*ASKED, (HOST, Countdown()), (HOST, Pause()), (HOST, Resume())], 30, TimeUp()),
    ([*ASKED, (HOST, Countdown()), RIGHT], 1800, values.Abandon()),
]


@pytest.mark.parametrize(("acts", "seconds", "move"), CLOCKS)
def test_clocks(acts: Any, seconds: int, move: Any) -> None:
    state = do(hosted_table(3, own_screens=True, answer_seconds=30), *acts)
    timer = rules.timer(state)
    assert timer is not None and (timer.seconds, timer.move) == (seconds, move)


@pytest.mark.parametrize(("seconds", "can_press"), [(0, True), (10, False)])
def test_a_table_agrees_how_long_a_question_is_looked_at(seconds: int, can_press: bool) -> None:
    state = do(hosted_table(3, own_screens=True, look_seconds=seconds), *LOOK)
    assert (Press() in rules.legal_moves(state, Seat(0))) == can_press
    timer = rules.timer(state)
    assert timer is not None and (timer.seconds == seconds) != can_press


def test_neither_a_press_nor_a_card_starts_the_countdown_anew() -> None:
    state = table(*ASKED, (HOST, Countdown()))
    clock = rules.timer(state).clock  # type: ignore[union-attr]
    for act in ((0, Press()), (1, ShowAnswer(0)), (HOST, Card(Seat(0), "red")), WRONG):
        state = do(state, act)
        assert rules.timer(state).clock == clock  # type: ignore[union-attr]


def test_a_deserted_pause_ends_the_match() -> None:
    over = tick(table(*ASKED, (HOST, Pause())))
    assert rules.outcome(over).places == ()  # type: ignore[union-attr]


REFUSALS = [
    (LOOK, HOST, FreeBuzzers(), "Everybody looks first"),
    (LOOK, HOST, Countdown(), "Everybody looks first"),
    ([*ASKED, (HOST, Countdown())], HOST, Countdown(), "runs already"),
    (ASKED, HOST, FreeBuzzers(), "free already"),
    (ASKED, HOST, Resume(), "not paused"),
    ([*ASKED, (HOST, Pause())], HOST, Countdown(), "go on first"),
    ([*ASKED, RIGHT], HOST, Countdown(), "question is over"),
    (ASKED, HOST, Press(), "A host does not answer"),
    ([*ASKED, (1, Press())], 1, Press(), "pressed already"),
    ([*ASKED, (1, ShowAnswer(1))], 1, ShowAnswer(2), "shown your answer"),
    ([], 1, ShowAnswer(2), "say it aloud"),
    ([], 1, WriteAnswer(" \u200b"), "Write your answer first"),
    ([(1, WriteAnswer("a"))], 1, WriteAnswer("b"), "shown your answer"),
    (ASKED, 1, WriteAnswer("a"), "one of the four"),
    (ASKED, 1, ShowAnswer(7), "four choices"),
    (ASKED, 1, OpenBuzzers(), "Only the clock"),
]


@pytest.mark.parametrize(("acts", "seat", "move", "words"), REFUSALS)
def test_every_refusal_says_why(acts: Any, seat: int, move: Any, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        step(table(*acts), seat, move)


UNHEARD = [
    # said by `why_not` alone: whoever may do nothing at all is told that it is not their turn
    (LOOK, Press(), "Look first"),
    ([*ASKED, (HOST, Pause())], Press(), "has paused"),
    ([*ASKED, WRONG], Press(), "had your try"),
    ([*ASKED, (HOST, Countdown()), (CLOCK, TimeUp())], Press(), "buzzers are closed"),
    ([*ASKED, (HOST, Countdown()), (CLOCK, TimeUp())], ShowAnswer(1), "buzzers are closed"),
    ([*ASKED, (HOST, Reveal())], ShowAnswer(1), "answer is shown"),
    ([RIGHT] * 10, Press(), "Somebody has won"),
    ([*ASKED, (1, Press()), (HOST, Reveal())], WriteAnswer("a"), "question is over"),
]


@pytest.mark.parametrize(("acts", "move", "words"), UNHEARD)
def test_why_nothing_can_be_pressed(acts: Any, move: Any, words: str) -> None:
    assert words in rules.why_not(table(*acts), Seat(1), move).text


def test_without_own_screens_nothing_of_it_is_there() -> None:
    """A log from before reads and plays as it did, byte for byte."""
    plain = hosted_table(3)
    assert "ownScreens" not in codec.dump(values.Options(mode="hosted"))
    for state in (plain, do(plain, *LOOK), do(plain, *LOOK, RIGHT)):
        told = [codec.dump(state), codec.dump(seen_by(state, Seat(HOST)))]
        assert not any({"buzzers", "gaveUp"} & set(one) for one in told)
        assert not rules.legal_moves(state, Seat(0)) and not presses.on(state)
    judged = step(do(plain, *LOOK), *RIGHT)
    assert not judged.state.revealed and "words" not in codec.dump(judged.facts[0])
    with pytest.raises(NotYourTurn):
        step(plain, 0, Press())
    with pytest.raises(IllegalMove, match="no such buzzers"):
        step(plain, HOST, Pause())


@pytest.mark.parametrize("mode", ["open", "hosted"])
def test_a_new_match_has_it_but_not_in_one_room(mode: Any) -> None:
    options = values.Options(mode=mode, bank=BANK)
    assert options.at_start().own_screens is True
    assert options.at_start(one_room=True) == options

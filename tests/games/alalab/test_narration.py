"""The quiz in words: every fact has a line, every move a button, every seat a question."""

from importlib import import_module
from typing import Any, get_args

import msgspec
import pytest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.alalab import buzzers, narration, rules, values
from games.alalab.values import Buzz, Judge
from games.engine.contract import Outcome, Seat
from tests.games.alalab.tables import answered, do, hosted_table, open_table, options, tick


def who(seat: Seat, *, inside: bool = False) -> SafeString:
    return format_html("<b>{}</b>", ["Anna", "Ben", "Cem"][seat])


FACTS: list[tuple[Any, str]] = [
    (values.Opened(hosted=True), "The host asks and judges"),
    (values.Opened(hosted=False), "first to buzz"),
    (
        values.QuestionShown(number=3, question=1, text="Who <i>?", category="x", choices=()),
        "Question 3",
    ),
    (values.Buzzed(seat=Seat(0), question=1), "First at the buzzer: <b>Anna</b>"),
    (
        values.Answered(seat=Seat(1), question=1, choice=0, words="Baku", correct=True),
        "right, +1",
    ),
    (
        values.Answered(seat=Seat(1), question=1, choice=0, words="Baku", correct=False),
        "wrong, −1",
    ),
    (values.RanOut(seat=Seat(0), question=1), "no answer in time"),
    (values.Revealed(question=1, answer=0, words="Baku", silent=True), "Nobody buzzed"),
    (values.Revealed(question=1, answer=0, words="Baku"), "The answer is"),
    (values.Judged(seat=Seat(0), correct=True, score=1), "now 1 point."),
    (values.Judged(seat=Seat(0), correct=False, score=-2), "now −2 points."),
    (
        values.Judged(seat=Seat(0), correct=True, score=1, words="Baku"),
        'Right, +1: <b>Anna</b>, with <span dir="auto">Baku</span>; now 1 point.',
    ),
    (values.Judged(seat=Seat(0), correct=False, score=1, words="Baku"), "Wrong, −1"),
    (values.GaveUp(seat=Seat(1)), "Does not know it: <b>Ben</b>"),
    (buzzers.Pressed(seat=Seat(1), place=1), "First at the buzzer: <b>Ben</b>"),
    (buzzers.Pressed(seat=Seat(0), place=2), "Number 2 at the buzzer: <b>Anna</b>"),
    (buzzers.AnswerShown(seat=Seat(0), choice=1, words="Baku"), "To the host: <b>Anna</b>"),
    (buzzers.BuzzersFreed(), "free"),
    (buzzers.CountdownStarted(seconds=20), "20 seconds"),
    (buzzers.CountdownEnded(), "closed"),
    (buzzers.Paused(), "pauses"),
    (buzzers.Resumed(), "goes on"),
    (values.Carded(seat=Seat(0), colour="yellow", score=0), "Yellow card, −1"),
    (values.Carded(seat=Seat(0), colour="red", score=0), "Red card, −3"),
    (values.TakenBack(seat=Seat(0), act="right", score=0), "Taken back"),
    (values.DeathChanged(phase=1), "Two points ahead win"),
    (values.DeathChanged(phase=2), "14 points win"),
    (values.DeathChanged(phase=None), "off again"),
    (values.Won(seat=Seat(0), stands=False), "says the score"),
    (values.Won(seat=Seat(0), stands=True), "The winner: <b>Anna</b>"),
    (values.Ended(why="questions"), "last question"),
    (values.Ended(why="silence"), "ten questions"),
    (values.Ended(why="abandoned"), "counts for nobody"),
]


@pytest.mark.parametrize(("fact", "words"), FACTS)
def test_every_fact_is_told(fact: Any, words: str) -> None:
    line = narration.tell(fact, who)
    assert words in line and "<i>" not in line
    assert isinstance(narration.sound(fact), str) and isinstance(narration.marks(fact), tuple)


def test_no_fact_is_forgotten() -> None:
    assert {type(fact) for fact, _ in FACTS} == set(get_args(values.AnyFact))


def test_every_move_that_somebody_may_make_has_a_button() -> None:
    tables = [open_table(referee=True), do(open_table(), (0, Buzz())), hosted_table()]
    tables.append(do(hosted_table(), *[(2, Judge(Seat(0), True))] * 10))
    tables.append(do(hosted_table(), (2, values.Show())))
    asked = tick(do(hosted_table(own_screens=True), (2, values.Show())))
    tables += [open_table(own_screens=True), asked, do(asked, (0, buzzers.Press()))]
    tables.append(do(asked, (2, buzzers.Pause())))
    for state in tables:
        for seat in range(3):
            view = rules.view(state, Seat(seat))
            for move in rules.legal_moves(state, Seat(seat)):
                offer = narration.offer(move, view)
                assert offer.label and offer.preview and not offer.pieces


@pytest.mark.parametrize(
    ("state", "seat", "head", "waits"),
    [
        (open_table(), 0, "Do you know it?", False),
        (open_table(), None, "Who buzzes first?", False),
        (do(open_table(), (0, Buzz())), 0, "Your question", True),
        (do(open_table(), (0, Buzz())), 1, "", False),
        (answered(open_table(), 0, False), 0, "Now the others", False),
        (tick(open_table()), 0, "The answer", False),
        (hosted_table(), 2, "You are the host", False),
        (hosted_table(), 0, "The host asks", False),
        (do(hosted_table(), *[(2, Judge(Seat(0), True))] * 10), 2, "A win, if it stands", True),
    ],
)
def test_the_status_line(state: values.State, seat: int | None, head: str, waits: bool) -> None:
    own = None if seat is None else Seat(seat)
    view = rules.view(state, own)
    moves = rules.legal_moves(state, own) if own is not None else ()
    assert narration.head(view, own, moves) == head
    assert narration.ask(view, own, moves)
    if own is not None:
        assert narration.waits_for(view, own, moves) == waits


def test_the_end_in_words() -> None:
    won = Outcome((1, 2, None), (10, 8), "won")
    assert narration.headline(won, who) == "<b>Anna</b> won with 10 points."
    assert "counts for nobody" in narration.headline(Outcome((), (), "x"), who)


def test_the_options_at_a_glance() -> None:
    wish = values.Selection(categories=("science", "food"), difficulty=1)
    assert narration.option_line(options()) == "60 questions · 20 s"
    line = narration.option_line(options(referee=True, questions=wish))
    assert line == "60 questions · 20 s · with a referee · easy · Science · Food and drink"
    assert narration.option_line(options(mode="hosted")) == "with a host"


def test_the_screens_mark_the_answer_only_when_it_is_shown() -> None:
    tags = import_module("games.alalab.tags")
    state = do(hosted_table(), (2, values.Show()))
    host = rules.view(state, Seat(2))
    assert host.question is not None and host.question.answer is not None
    assert {choice.state for choice in tags.quiz_choices(host)} == {""}
    shown = rules.view(do(state, (2, values.Reveal())), None)
    assert [choice.state for choice in tags.quiz_choices(shown)].count("right") == 1


def test_the_podium_stands_second_first_third() -> None:
    tags = import_module("games.alalab.tags")

    class Sitter(msgspec.Struct):
        seat: int

    state = open_table(3)
    standing = msgspec.structs.replace(state.standing, scores=(2, 10, 5))
    view = rules.view(msgspec.structs.replace(state, standing=standing), None)
    rows = tags.podium(view, [Sitter(seat) for seat in range(3)])
    assert [(row.player.seat, row.place) for row in rows] == [(2, 2), (1, 1), (0, 3)]

"""Otzarot in words: log lines, offers, risks, questions, results."""

from pathlib import Path
from typing import Any

import pytest
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from games.engine.contract import Outcome, Seat
from games.otzarot import narration, rules, values
from games.otzarot.deck import TIMES_SHOWN, Card
from games.otzarot.tags import fortune_card, scene
from games.otzarot.values import Chest, Draw, Reroll, Roll, ScoreItem, Stop
from tests.games.otzarot.tables import faces, played, ready, table

NAMES = {0: "You", 1: "Ana", 2: "<Ben>"}
YOU, ANA = Seat(0), Seat(1)


def who(seat: Seat, *, inside: bool = False) -> SafeString:
    return format_html("{}", "you" if inside and seat == 0 else NAMES[seat])


def end(how: Any, points: int, *lines: ScoreItem, seat: Seat = YOU) -> values.TurnEnded:
    return values.TurnEnded(
        seat=seat, card="gold", how=how, lines=lines, points=points, total=points + 1000
    )


ROLLED = values.Rolled(
    seat=YOU, rolled=(1, 2, 3), dice=faces("coin monkey*2 skull coin*4"), skulls=1, roll=2
)


@pytest.mark.parametrize(
    ("fact", "line", "marks", "sound"),
    [
        (values.Began(first=YOU), "First to play: you.", (), ""),
        (
            values.Drew(seat=ANA, card="truce", shuffled=False),
            "Ana drew a card: Truce.",
            (),
            "card",
        ),
        (
            values.Drew(seat=ANA, card="gold", shuffled=True),
            "The deck is shuffled anew. Ana: Gold.",
            (),
            "card",
        ),
        (ROLLED, "You rolled 3 dice: 2 monkeys, 1 skull.", ("die-1", "die-2", "die-3"), "die"),
        (
            values.Landed(seat=ANA, skulls=4),
            "4 skulls! Ana landed on the Island of Skulls.",
            (),
            "",
        ),
        (
            values.Stowed(seat=YOU, dice=(0, 4), faces=("coin", "coin")),
            "You packed the chest: 2 coins.",
            ("die-0", "die-4"),
            "domino",
        ),
        (values.Stowed(seat=YOU, dice=(), faces=()), "You emptied the chest.", (), "domino"),
        (end("stopped", 600), "You scored 600: 1600 in all.", (), "coin"),
        (end("storm", 600, seat=ANA), "Ana scored 600: 1600 in all.", (), ""),
        (end("stopped", -250, seat=ANA), "Ana lost 250: 750 in all.", (), ""),
        (end("disqualified", 0, seat=ANA), "Three skulls. Ana: nothing this turn.", (), ""),
        (end("disqualified", -500, seat=ANA), "Three skulls. Ana: 500 points lost.", (), ""),
        (
            end("disqualified", 300, seat=ANA),
            "Three skulls, but the chest saves 300 for Ana.",
            (),
            "",
        ),
        (
            end("island", 0, ScoreItem("island", 5, -500, others=True)),
            "You left the island: every opponent loses 500.",
            (),
            "",
        ),
        (end("zombie", 1200, seat=ANA), "Ana beat the zombies: 1200 points.", (), ""),
        (
            end("zombie", 0, ScoreItem("zombies_paid", 2, 600, others=True)),
            "The zombies were too many for you: every opponent gets 600.",
            (),
            "",
        ),
        (
            values.FinalRoundBegan(seat=ANA, total=8100),
            "8100 points for Ana: the final round. Everybody else has one more turn.",
            (),
            "win",
        ),
        (
            values.PlayWentOn(seat=ANA),
            "Nobody has enough points any more: play goes on with Ana.",
            (),
            "",
        ),
    ],
)
def test_what_happened(fact: values.AnyFact, line: str, marks: tuple[str, ...], sound: str) -> None:
    assert strip_tags(narration.tell(fact, who)) == line
    assert narration.marks(fact) == marks
    assert narration.sound(fact) == sound


def test_names_are_escaped() -> None:
    assert "<Ben>" not in narration.tell(end("stopped", 100, seat=Seat(2)), who)


# ---- Offers ------------------------------------------------------------------------------------


def offers(state: values.State) -> dict[str, Any]:
    view = rules.view(state, state.turn)
    made = narration.offers(view, rules.legal_moves(state, state.turn))
    return {offer.label: offer for offer in made}


@pytest.mark.parametrize(
    ("state", "labels"),
    [
        (table(None, phase="draw"), ["Draw a card"]),
        (ready("gold"), ["Roll"]),
        (table("gold", "skull*4 coin*4", phase="island"), ["Roll"]),
        (table("gold", "monkey*3 skull*2 swords*3"), ["Stop: +300", "Roll again"]),
        (table("sea_battle_4", "monkey*3 skull*2 swords*3"), ["Stop: −1000", "Roll again"]),
        (table("truce", "monkey*3 skull*2 swords*3"), ["Roll again"]),
        (table("chest", "monkey*8"), ["Stop: +4500", "Roll again", "Into chest"]),
        (
            table("chest", "monkey*8", chest=(0,)),
            ["Stop: +4500", "Roll again", "Into chest", "Out of chest"],
        ),
        # With seven in the chest a single die is left, and one alone is not rolled.
        (
            table("chest", "monkey*8", chest=(0, 1, 2, 3, 4, 5, 6)),
            ["Stop: +4500", "Into chest", "Out of chest"],
        ),
        (
            table("sorceress", "monkey*7 skull"),
            ["Stop: +2000", "Roll again", "Wake the skull"],
        ),
        (table("sorceress", "monkey*7 skull", used=True), ["Stop: +2000", "Roll again"]),
    ],
)
def test_a_handful_of_buttons(state: values.State, labels: list[str]) -> None:
    assert list(offers(state)) == labels


def test_what_the_buttons_gather_is_exactly_what_is_legal() -> None:
    """Every choice that a gathering button allows is a legal move, and every move is reached."""
    for state in (
        table("gold", "skull*2 coin*3 monkey*3"),
        table("sorceress", "skull*2 coin*3 monkey*3"),
        table("chest", "skull coin*4 monkey*3", chest=(1, 2)),
    ):
        legal = set(rules.legal_moves(state, state.turn))
        view = rules.view(state, state.turn)
        reached: set[Any] = set()
        for offer in narration.offers(view, list(legal)):
            if not offer.gather:
                reached.add(offer.move)
                continue
            numbers = [int(key.removeprefix("die-")) for key in offer.pieces]
            must = int(offer.must.removeprefix("die-")) if offer.must else None
            for mask in range(1 << len(numbers)):
                part = {n for bit, n in enumerate(numbers) if mask >> bit & 1}
                if len(part) < offer.least or (must is not None and must not in part):
                    continue
                move = type(offer.move)(tuple(part ^ set(offer.move.dice)))
                assert move in legal
                reached.add(move)
                if isinstance(move, Reroll):
                    assert offer.previews[len(part)]
        rolls = {move for move in legal if isinstance(move, Reroll | Stop)}
        assert rolls <= reached


@pytest.mark.parametrize(
    ("state", "dice", "sentence"),
    [
        (table("sorceress", "skull*2 coin*4 monkey*2"), 2, "2 dice: 31 % to lose 600."),
        (table("gold", "coin*4 monkey*4"), 2, "2 dice: no risk, three skulls cannot come."),
        (
            table("sea_battle_3", "skull*2 swords*2 coin*4"),
            2,
            "2 dice: 31 % to lose the battle, 500 points.",
        ),
        (
            table("truce", "skull*2 swords*2 coin*4"),
            2,
            "2 dice: 31 % for three skulls, and −500 for every sword that shows then.",
        ),
        (
            table("chest", "skull*2 coin*4 monkey*2", chest=(2,)),
            2,
            "2 dice: 31 % to lose all that is not in the chest.",
        ),
        (
            table("storm", "skull*2 monkey*2 parrot*2 swords*2"),
            3,
            "3 dice: 42 % that the turn ends with nothing.",
        ),
    ],
)
def test_the_risk_in_words(state: values.State, dice: int, sentence: str) -> None:
    assert narration.risk_sentence(rules.view(state, Seat(0)), dice) == sentence
    assert offers(state)["Roll again"].previews[dice] == sentence


def test_a_woken_skull_is_not_counted_while_it_rolls() -> None:
    state = table("sorceress", "skull*2 coin*4 monkey*2")
    previews = offers(state)["Wake the skull"].previews
    assert previews[1] == "1 die: no risk, three skulls cannot come."
    assert previews[2] == "2 dice: 3 % to lose 600."


@pytest.mark.parametrize(
    "move", [Draw(), Roll(), Stop(), Reroll((0, 1)), Chest((0,))], ids=lambda m: type(m).__name__
)
def test_every_move_can_be_offered_alone(move: values.AnyMove) -> None:
    view = rules.view(table("chest", "coin*4 monkey*4"), Seat(0))
    assert narration.offer(move, view).label


def test_stopping_is_told_line_by_line() -> None:
    view = rules.view(table("captain", "coin*3 monkey*3 skull*2"), Seat(0))
    assert narration.offer(Stop(), view).preview == (
        "The turn ends: Set: 3 coins +100, Set: 3 monkeys +100, 3 coins +300, "
        "Captain: doubled +500."
    )


# ---- Questions, cards, results -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "question"),
    [
        (table(None, phase="draw"), "Draw your fortune card"),
        (table(None, phase="draw", final=(0,)), "The final round: this is your last turn"),
        (ready("gold"), "Roll all eight dice"),
        (table("gold", "coin*8"), "Choose dice to roll again, or stop"),
        (table("storm", "coin*8"), "only reroll"),
        (table("truce", "swords coin*7"), "until no sword shows"),
        (table("gold", "skull*4 coin*4", phase="island"), "Island of Skulls"),
        (table("zombie", "skull coin*7", phase="zombie"), "Zombies!"),
        (table(None, phase="over"), "shared out"),
    ],
)
def test_what_is_asked(state: values.State, question: str) -> None:
    view, moves = rules.view(state, YOU), rules.legal_moves(state, YOU)
    assert question in narration.ask(view, YOU, moves)
    assert narration.ask(view, None, ())
    assert narration.ask(view, ANA, ())


@pytest.mark.parametrize("card", TIMES_SHOWN)
def test_every_card_has_a_name_a_text_and_a_picture(card: Card) -> None:
    drawn = fortune_card(card)
    assert str(narration.CARDS[card].name) in strip_tags(drawn)
    assert str(narration.CARDS[card].text) in drawn
    sprite = Path(rules.__file__).parent / "static" / "otzarot" / "pieces.svg"
    assert f'id="card-{card}"' in sprite.read_text()


def test_between_turns_the_turn_that_ended_is_shown() -> None:
    state = played(table("gold", "coin*3 monkey*5"), Stop()).state
    it = scene(rules.view(state, None))
    assert it.past.seat == 0
    assert it.points == "+1600"
    assert [die.face for die in it.loose] == list(faces("coin*3 monkey*5"))
    assert not any(die.open for die in it.loose)


@pytest.mark.parametrize(
    ("state", "mood"),
    [
        (table("gold", "coin*8"), ""),
        (table("gold", "skull*4 coin*4", phase="island"), "island"),
        (ready("zombie"), "zombie"),
        (ready("sea_battle_2"), "battle"),
        (ready("storm"), "storm"),
    ],
)
def test_moods(state: values.State, mood: str) -> None:
    assert scene(rules.view(state, None)).mood == mood


@pytest.mark.parametrize(
    ("scores", "places", "words"),
    [
        ((8100, 500), (1, 2), "You won with 8100 points."),
        ((8100, 8100, 3), (1, 1, 3), "You and Ana share the win with 8100 points each."),
        ((), (), "The match was abandoned and counts for nobody."),
    ],
)
def test_headlines(scores: Any, places: Any, words: str) -> None:
    assert strip_tags(narration.headline(Outcome(places, scores, "target"), who)) == words


def test_every_kind_of_line_has_words() -> None:
    for what in values.What.__args__:  # type: ignore[attr-defined]
        assert narration.score_line(ScoreItem(what, 3, 100, "monkey"))


def test_options_at_a_glance() -> None:
    assert narration.option_line(values.Options(target=5000)) == "to 5000 · 45 s"
    assert narration.option_line(values.Options(turn_seconds=86400)) == "to 8000 · 24 h"

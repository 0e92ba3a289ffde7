"""A turn: draw, roll, reroll or stop, and what the card makes of it."""

import json
from itertools import combinations
from typing import Any

import pytest

from games import registry
from games.engine import codec
from games.engine.contract import Seat
from games.engine.errors import IllegalMove, InvalidMove
from games.otzarot import rules, values
from games.otzarot.deck import DECK, TIMES_SHOWN, Card
from games.otzarot.values import Chest, Draw, Reroll, Roll, Stop
from tests.games.otzarot.tables import Rolls, ended, faces, played, ready, table

RULES = registry.rules_for("otzarot")

CLEAN = "coin*2 diamond swords monkey*2 parrot*2"


def moves_of(state: values.State, kind: type[Any]) -> set[Any]:
    return {move for move in rules.legal_moves(state, state.turn) if isinstance(move, kind)}


def subsets(dice: list[int], least: int) -> set[tuple[int, ...]]:
    return {part for n in range(least, len(dice) + 1) for part in combinations(dice, n)}


# ---- The deal and the deck ---------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deck_is_shuffled_before_chance_picks_who_begins(seats: int) -> None:
    chance = Rolls(place=1)
    step = rules.deal(seats, values.Options(), chance)
    assert chance.asked == ["shuffle", "pick"]
    assert step.state.turn == 1
    assert sorted(step.state.deck) == sorted(DECK)
    assert step.state.scores == (0,) * seats
    assert step.facts == (values.Began(first=Seat(1)),)


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Exception, match="2 to 4 players"):
        rules.deal(seats, values.Options(), Rolls())


def test_a_card_is_drawn_from_the_top_and_not_put_back() -> None:
    state = table(None, phase="draw", deck=("truce", "gold", "storm"))
    step = played(state, Draw())
    assert (step.state.card, step.state.deck, step.state.drawn) == (
        "truce",
        ("gold", "storm"),
        ("truce",),
    )
    assert step.state.phase == "roll"
    assert rules.view(step.state, None).deck_left == 2
    assert step.facts == (values.Drew(seat=Seat(0), card="truce", shuffled=False),)


def test_an_empty_deck_is_made_of_all_35_again() -> None:
    state = table(None, phase="draw", deck=())
    step = played(state, Draw())
    assert step.facts[0].shuffled
    assert sorted((*step.state.deck, *step.state.drawn)) == sorted(DECK)
    assert len(step.state.drawn) == 1


# ---- What may be done --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        (table(None, phase="draw"), {Draw()}),
        (ready("gold"), {Roll()}),
        (table("gold", "skull*4 coin*4", phase="island"), {Roll()}),
        (table("zombie", "skull*4 coin*4", phase="zombie"), {Roll()}),
    ],
)
def test_what_is_forced(state: values.State, moves: set[Any]) -> None:
    assert set(rules.legal_moves(state, Seat(0))) == moves
    assert rules.legal_moves(state, Seat(1)) == ()


def test_any_two_or_more_dice_may_be_rolled_again_but_no_skull() -> None:
    state = table("gold", "skull coin skull monkey*5")
    free = [1, 3, 4, 5, 6, 7]
    assert {move.dice for move in moves_of(state, Reroll)} == subsets(free, 2)
    assert moves_of(state, Stop) == {Stop()}
    assert moves_of(state, Chest) == set()


def test_eight_dice_make_247_rerolls() -> None:
    assert len(moves_of(table("gold", CLEAN), Reroll)) == 247


def test_dice_in_the_chest_are_not_rolled_and_may_come_out_again() -> None:
    state = table("chest", "skull coin*3 monkey*4", chest=(1, 2))
    assert {move.dice for move in moves_of(state, Reroll)} == subsets([3, 4, 5, 6, 7], 2)
    assert {move.dice for move in moves_of(state, Chest)} == subsets([1, 2, 3, 4, 5, 6, 7], 0)
    step = played(state, Chest((3,)))
    assert step.state.chest == (3,)
    assert step.facts == (values.Stowed(seat=Seat(0), dice=(3,), faces=("coin",)),)


@pytest.mark.parametrize("card", [card for card in TIMES_SHOWN if card != "chest"])
def test_without_its_card_there_is_no_chest(card: Card) -> None:
    assert not moves_of(table(card, CLEAN), Chest)


def test_the_sorceress_wakes_one_skull_alone_or_with_others() -> None:
    state = table("sorceress", "skull*2 coin*6")
    with_skull = {move.dice for move in moves_of(state, Reroll) if {0, 1} & set(move.dice)}
    rest = subsets([2, 3, 4, 5, 6, 7], 0)
    assert with_skull == {(skull, *part) for skull in (0, 1) for part in rest}


def test_the_sorceress_helps_once() -> None:
    state = table("sorceress", "skull*2 coin*6")
    step = played(state, Reroll((0,)), "coin")
    assert step.state.sorceress_used
    assert rules.view(step.state, None).skulls == 1
    assert not any(1 in move.dice for move in moves_of(step.state, Reroll))
    # Rolling without a skull does not use her up.
    assert not played(state, Reroll((2, 3)), "coin*2").state.sorceress_used


def test_three_skulls_are_too_many_for_the_sorceress() -> None:
    step = played(table("sorceress", "skull*2 coin*6"), Reroll((0, 2)), "skull*2")
    assert ended(step).how == "disqualified"


@pytest.mark.parametrize(("shown", "allowed"), [("swords coin*7", False), ("monkey coin*7", True)])
def test_a_truce_cannot_be_stopped_while_a_sword_shows(shown: str, allowed: bool) -> None:
    state = table("truce", shown)
    assert bool(moves_of(state, Stop)) == allowed
    assert (rules.view(state, None).preview is not None) == allowed


# ---- The first roll ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "roll", "phase"),
    [
        ("gold", "skull*2 coin*6", "decide"),
        ("gold", "skull*4 coin*4", "island"),
        ("gold", "skull*7 coin", "island"),
        ("sorceress", "skull*4 coin*4", "island"),
        ("truce", "skull*4 swords*4", "island"),
        ("storm", "skull*4 coin*4", "island"),
        ("chest", "skull*4 coin*4", "island"),
        # The card's skulls count with the dice's.
        ("skull_1", "skull coin*7", "decide"),
        ("skull_1", "skull*3 coin*5", "island"),
        ("skull_2", "skull*2 coin*6", "island"),
        ("skull_2", "coin*8", "decide"),
        # Zombies know no skulls.
        ("zombie", "skull*3 coin*5", "zombie"),
        ("zombie", "skull*6 coin swords", "zombie"),
    ],
)
def test_where_the_first_roll_leads(card: Card, roll: str, phase: str) -> None:
    step = played(ready(card), Roll(), roll)
    assert step.state.phase == phase
    assert step.state.dice == faces(roll)
    assert step.state.rolls == 1


@pytest.mark.parametrize("card", [card for card in TIMES_SHOWN if card != "zombie"])
def test_three_skulls_end_the_turn_at_once_whatever_the_card(card: Card) -> None:
    on_card = {"skull_1": 1, "skull_2": 2}.get(card, 0)
    dice = 3 - on_card
    step = played(ready(card), Roll(), f"skull*{dice} coin*{8 - dice}")
    assert ended(step).how == "disqualified"
    assert step.state.phase == "draw"
    assert step.state.turn == 1


@pytest.mark.parametrize("skulls", [3, 4, 8])
@pytest.mark.parametrize(
    ("card", "points"), [("sea_battle_2", -250), ("sea_battle_3", -500), ("sea_battle_4", -1000)]
)
def test_a_battle_knows_no_island(card: Card, points: int, skulls: int) -> None:
    rest = f" swords*{8 - skulls}" if skulls < 8 else ""
    step = played(ready(card), Roll(), f"skull*{skulls}{rest}")
    assert (ended(step).how, ended(step).points) == ("disqualified", points)
    assert step.state.scores == (points, 0)


# ---- Rolling again -----------------------------------------------------------------------------


def test_a_reroll_changes_only_the_chosen_dice_in_the_order_of_their_numbers() -> None:
    state = table("gold", "coin*4 monkey*4")
    step = played(state, {"type": "reroll", "dice": [7, 0]}, "parrot diamond")
    assert step.state.dice == faces("parrot coin*3 monkey*3 diamond")
    assert step.facts == (
        values.Rolled(seat=Seat(0), rolled=(0, 7), dice=step.state.dice, skulls=0, roll=2),
    )
    assert step.state.phase == "decide"


def test_there_is_no_limit_on_rolls() -> None:
    state = table("gold", CLEAN)
    for _ in range(30):
        state = played(state, Reroll((0, 1)), "coin*2").state
    assert state.rolls == 31
    assert state.phase == "decide"


def test_a_third_skull_loses_all_but_four_in_a_later_roll_are_no_island() -> None:
    step = played(table("gold", "skull*2 coin*6"), Reroll((2, 3)), "skull*2")
    assert (ended(step).how, ended(step).points) == ("disqualified", 0)
    assert step.state.scores == (0, 0)


def test_the_skulls_leave_what_is_in_the_chest() -> None:
    state = table("chest", "skull*2 coin*4 monkey*2", chest=(2, 3, 4))
    step = played(state, Reroll((6, 7)), "skull monkey")
    assert (ended(step).how, ended(step).points) == ("disqualified", 400)
    assert step.state.scores == (400, 0)


def test_a_stopped_turn_counts_all_eight_dice_chest_or_not() -> None:
    state = table("chest", "coin*4 monkey*4", chest=(0, 1))
    assert ended(played(state, Stop())).points == 200 + 400 + 200 + 500


def test_the_storm_leaves_one_reroll_and_scores_by_itself() -> None:
    state = table("storm", "coin*4 monkey*4")
    step = played(state, Reroll((4, 5, 6, 7)), "coin diamond monkey skull")
    assert (ended(step).how, ended(step).points) == ("storm", 500 + 1000 + 200)
    assert step.state.turn == 1
    lost = played(state, Reroll((4, 5, 6, 7)), "skull*3 coin")
    assert (ended(lost).how, ended(lost).points) == ("disqualified", 0)


def test_the_storm_may_be_stopped_before_its_reroll() -> None:
    assert ended(played(table("storm", "coin*4 monkey*4"), Stop())).points == 200 + 800


def test_a_broken_truce_is_paid_for_with_the_swords_that_show() -> None:
    state = table("truce", "skull*2 swords*3 coin*3")
    step = played(state, Reroll((2, 3)), "skull swords")
    assert ended(step).points == -1000
    assert step.state.scores == (-1000, 0)


# ---- The island --------------------------------------------------------------------------------


def test_the_island_goes_on_while_new_skulls_come() -> None:
    state = played(ready("gold", scores=(500, 300, 100)), Roll(), "skull*4 coin*4").state
    step = played(state, Roll(), "skull monkey*3")
    assert step.state.phase == "island"
    assert step.state.dice == faces("skull*5 monkey*3")
    step = played(step.state, Roll(), "coin*3")
    assert ended(step).how == "island"
    assert step.state.scores == (500, -200, -400)


def test_one_die_is_enough_on_the_island_and_none_ends_it() -> None:
    state = played(ready("captain", scores=(0, 0)), Roll(), "skull*7 coin").state
    step = played(state, Roll(), "skull")
    assert ended(step).how == "island"
    assert step.state.scores == (0, -1600)


def test_eight_skulls_at_once_leave_nothing_to_roll() -> None:
    step = played(ready("gold"), Roll(), "skull*8")
    assert [type(fact) for fact in step.facts] == [values.Rolled, values.Landed, values.TurnEnded]
    assert step.state.scores == (0, -800)


@pytest.mark.parametrize(("card", "loss"), [("skull_1", 500), ("skull_2", 600), ("truce", 400)])
def test_the_cards_skulls_count_on_the_island(card: Card, loss: int) -> None:
    state = played(ready(card), Roll(), "skull*4 swords*4").state
    step = played(state, Roll(), "swords*4")
    assert step.state.scores == (0, -loss)


# ---- Zombies -----------------------------------------------------------------------------------


def test_zombies_are_fought_until_only_skulls_and_swords_are_left() -> None:
    state = played(ready("zombie"), Roll(), "skull*2 swords*4 coin*2").state
    assert rules.legal_moves(state, Seat(0)) == (Roll(),)
    state = played(state, Roll(), "coin skull").state
    assert state.dice == faces("skull*2 swords*4 coin skull")
    step = played(state, Roll(), "swords")
    assert (ended(step).how, ended(step).points) == ("zombie", 1200)
    assert step.state.scores == (1200, 0)


@pytest.mark.parametrize(
    ("scores", "after"),
    [((0, 0), (0, 1200)), ((0, 5, 0), (0, 605, 600)), ((0,) * 4, (0, 400, 400, 400))],
)
def test_beaten_by_zombies_the_opponents_share(
    scores: tuple[int, ...], after: tuple[int, ...]
) -> None:
    step = played(ready("zombie", scores=scores), Roll(), "skull*4 swords*4")
    assert step.state.scores == after


# ---- What is seen ------------------------------------------------------------------------------


def test_the_view_has_the_fields_of_the_page() -> None:
    state = table("skull_1", "skull coin*3 monkey*4", scores=(300, -200), final=(0,))
    view = codec.dump(rules.view(state, Seat(1)))
    preview = view.pop("preview")
    assert view == {
        "turn": 0,
        "phase": "decide",
        "card": "skull_1",
        "dice": ["skull", *["coin"] * 3, *["monkey"] * 4],
        "chest": [],
        "skulls": 2,
        "rolls": 1,
        "sorceressUsed": False,
        "scores": [300, -200],
        "finalRound": [0],
        "deckLeft": 34,
        "lastTurn": None,
    }
    assert preview["points"] == 600
    assert [(line["what"], line["points"]) for line in preview["lines"]] == [
        ("set", 100),
        ("set", 200),
        ("coins", 300),
    ]


def test_the_last_turn_stays_in_sight() -> None:
    step = played(table("gold", "coin*3 monkey*5"), Stop())
    last = rules.view(step.state, None).last_turn
    assert last is not None
    assert (last.seat, last.card, last.dice) == (0, "gold", faces("coin*3 monkey*5"))
    assert last.points == sum(line.points for line in last.lines) == 200 + 400 + 500 + 500
    view = rules.view(step.state, None)
    assert (view.card, view.dice, view.preview) == (None, (None,) * 8, None)


@pytest.mark.parametrize("move", ["draw", "roll", "stop"])
def test_moves_travel_by_their_names(move: str) -> None:
    assert codec.dump(codec.load_move(RULES, {"type": move})) == {"type": move}


@pytest.mark.parametrize(
    "wire",
    [
        {"type": "reroll", "dice": [0, 8]},
        {"type": "reroll", "dice": [-1, 2]},
        {"type": "reroll", "dice": [1, 1]},
        {"type": "reroll"},
        {"type": "chest", "dice": ["0"]},
        {"type": "throw"},
        {"type": "stop", "dice": []},
    ],
)
def test_what_is_no_move_is_refused(wire: dict[str, Any]) -> None:
    with pytest.raises(InvalidMove):
        played(table("chest", CLEAN), wire)


# ---- Refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move", "why"),
    [
        (table(None, phase="draw"), Roll(), "First draw"),
        (ready("gold"), Draw(), "have drawn"),
        (ready("gold"), Stop(), "First roll"),
        (ready("gold"), Reroll((0, 1)), "First roll"),
        (table("gold", "skull*4 coin*4", phase="island"), Stop(), "Island"),
        (table("zombie", "skull coin*7", phase="zombie"), Stop(), "zombies"),
        (table("gold", CLEAN), Draw(), "have drawn"),
        (table("gold", CLEAN), Roll(), "Choose the dice"),
        (table("truce", CLEAN), Stop(), r"truce holds.*\(1 now\)"),
        (table("gold", CLEAN), Chest((0,)), "no treasure chest"),
        (table("chest", "skull coin*7"), Chest((0,)), "skull cannot"),
        (table("chest", CLEAN, chest=(0,)), Reroll((0, 1)), "Take them out"),
        (table("gold", "skull coin*7"), Reroll((0, 1)), "Skulls are locked"),
        (table("gold", CLEAN), Reroll((3,)), "at least 2"),
        (table("gold", CLEAN), Reroll(()), "at least 2"),
        (table("sorceress", "skull*2 coin*6"), Reroll((0, 1)), "only one skull"),
        (table("sorceress", "skull*2 coin*6", used=True), Reroll((0, 2)), "helped once"),
    ],
)
def test_every_refusal_says_why(state: values.State, move: Any, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        played(state, move)


# ---- Time --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (table(None, phase="draw"), Draw()),
        (ready("gold"), Roll()),
        (table("gold", CLEAN), Stop()),
        (table("sea_battle_2", CLEAN), Stop()),
        (table("chest", CLEAN, chest=(0,)), Stop()),
        (table("gold", "skull*4 coin*4", phase="island"), Roll()),
        (table("zombie", "skull coin*7", phase="zombie"), Roll()),
        # Under a truce the swords are rolled; a lone one with the first other die.
        (table("truce", "skull swords*3 coin*4"), Reroll((1, 2, 3))),
        (table("truce", "skull swords coin*6"), Reroll((1, 2))),
        (table("truce", "skull coin*6 swords"), Reroll((1, 7))),
        (table("truce", "coin*8"), Stop()),
    ],
)
def test_the_clock_plays_what_is_safest(state: values.State, move: Any) -> None:
    timer = rules.timer(state)
    assert timer is not None
    assert (timer.seat, timer.seconds, timer.move) == (0, 45, move)


def test_the_clock_starts_anew_after_card_and_rolls_but_not_for_the_chest() -> None:
    clocks = []
    state = table(None, phase="draw", deck=("chest", "gold"))
    for move, roll in [
        (Draw(), ""),
        (Roll(), "coin*4 monkey*4"),
        (Reroll((4, 5)), "monkey*2"),
        (Stop(), ""),
    ]:
        clocks.append(rules.timer(state))
        state = played(state, move, roll).state
    clocks.append(rules.timer(state))
    names = [clock.clock for clock in clocks if clock]
    assert len(set(names)) == 5
    packing = table("chest", "coin*4 monkey*4")
    packed = played(packing, Chest((0, 1))).state
    before, after = rules.timer(packing), rules.timer(packed)
    assert before and after and before.clock == after.clock


def test_a_state_is_small() -> None:
    state = played(table("captain", "coin*3 diamond*3 monkey skull"), Stop()).state
    assert len(json.dumps(codec.dump(state))) < 4096

"""The bots: legal, quick, and each with a temper of its own."""

import time
from collections.abc import Sequence
from typing import Any

import pytest

from games import registry
from games.engine.chance import Stream, chance_for
from games.engine.contract import Seat
from games.engine.self_play import key_of
from games.otzarot import bot, rules, values
from games.otzarot.deck import DECK
from games.otzarot.values import Chest, Options, Reroll, Stop
from tests.games.contests import MOVE_SECONDS, slowest_move
from tests.games.otzarot.tables import Rolls, table


@pytest.mark.parametrize("level", rules.INFO.levels)
def test_a_move_takes_less_than_fifty_milliseconds(level: str) -> None:
    def think(view: values.View, moves: Sequence[Any], chance: Stream) -> Any:
        bot.prospects.cache_clear()  # nothing is remembered in between
        move = rules.bot(view, moves, chance, level)
        bot.explain(view, move)
        return move

    assert slowest_move(rules, Options(target=3000), 4, think=think) < MOVE_SECONDS


@pytest.mark.parametrize("level", rules.INFO.levels)
def test_after_the_warm_up_a_first_move_makes_no_table(level: str) -> None:
    bot.prospects.cache_clear()
    registry.game("otzarot").warm_up()
    made = bot.prospects.cache_info().misses
    for card in set(DECK) - {"zombie"}:
        state = table(card, "monkey*2 parrot*2 swords*2 coin*2")
        bot.explain(rules.view(state, state.turn), chosen(level, state))
    assert bot.prospects.cache_info().misses == made


def test_listing_the_moves_takes_less_than_a_millisecond() -> None:
    state = table("chest", "coin*4 monkey*4", chest=(1,))
    rules.legal_moves(state, Seat(0))
    begun = time.thread_time()
    for _ in range(100):
        rules.legal_moves(state, Seat(0))
    assert (time.thread_time() - begun) / 100 < 0.001


def chosen(level: str, state: values.State) -> Any:
    moves = rules.legal_moves(state, state.turn)
    move = bot.bot(rules.view(state, state.turn), moves, Rolls(), level)
    assert move in moves
    return move


@pytest.mark.parametrize(
    ("state", "move"),
    [
        # Much to lose and one skull away.
        (table("gold", "skull*2 coin*5 diamond"), Stop()),
        # Seven of a kind: nothing is worth rolling for.
        (table("gold", "monkey*7 coin"), Stop()),
        # Nothing to lose and no skull yet.
        (table("sorceress", "monkey*2 parrot*2 swords*2 coin*2"), Reroll),
        # A battle that is not won yet is fought on.
        (table("sea_battle_3", "swords*2 coin*3 monkey*3"), Reroll),
        (table("sea_battle_2", "swords*2 coin*4 skull*2"), Stop()),
        # Under a truce the swords have to go.
        (table("truce", "swords*2 coin*6"), Reroll((0, 1))),
    ],
)
def test_sharp_sees(state: values.State, move: Any) -> None:
    made = chosen("sharp", state)
    assert isinstance(made, move) if isinstance(move, type) else made == move


def test_the_chest_is_packed_before_rolling_on() -> None:
    state = table("chest", "skull*2 coin*3 monkey parrot swords")
    packed = chosen("sharp", state)
    assert isinstance(packed, Chest)
    assert {2, 3, 4} <= set(packed.dice)
    state = rules.apply(state, Seat(0), packed, Rolls()).state
    again = chosen("sharp", state)
    assert isinstance(again, Reroll)
    assert not set(again.dice) & set(packed.dice)


def test_the_sorceress_is_asked_when_a_skull_is_in_the_way() -> None:
    state = table("sorceress", "skull*2 monkey*2 parrot*2 swords*2")
    made = chosen("sharp", state)
    assert isinstance(made, Reroll)
    assert {0, 1} & set(made.dice)


@pytest.mark.parametrize(("others", "stops"), [(6900, False), (3000, True)])
def test_in_the_final_round_sharp_plays_for_the_win(others: int, stops: bool) -> None:
    state = table(
        "sorceress", "skull*2 coin*3 diamond*2 monkey", used=True, scores=(6000, others), final=(0,)
    )
    assert isinstance(chosen("sharp", state), Stop) == stops


def test_gentle_is_more_careful_than_sharp() -> None:
    rolls = {level: 0 for level in rules.INFO.levels}
    for seed in range(60):
        chance = chance_for(key_of(seed), 0)
        shown = list(chance.roll(["coin", "diamond", "swords", "monkey", "parrot"], 6))
        state = table("gold", " ".join([*shown, "skull", "skull"]))
        for level in rolls:
            rolls[level] += isinstance(chosen(level, state), Reroll)
    assert rolls["gentle"] < rolls["sharp"]


# ---- In words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "move", "said"),
    [
        (
            table("sorceress", "skull*2 coin*4 monkey*2", used=True),
            Stop(),
            "One skull away, 31 % to lose 600: stopped.",
        ),
        (
            # Of 36 rolls of two dice 1 scores 6100, 2 4100, 8 3400, 1 3100, 8 2400 and 16 2200.
            table("storm", "coin*6 monkey*2"),
            Reroll((6, 7)),
            "0 % to lose 2200, but 2750 on average: rolled again.",
        ),
        (
            table("chest", "skull*2 coin*4 monkey*2"),
            Chest((2, 3, 4, 5)),
            "What is in the chest is safe: packed before rolling.",
        ),
    ],
)
def test_a_bot_says_why(state: values.State, move: Any, said: str) -> None:
    assert str(bot.explain(rules.view(state, Seat(0)), move)) == said


def test_where_there_is_nothing_to_decide_there_is_nothing_to_say() -> None:
    state = table(None, phase="draw")
    assert bot.explain(rules.view(state, Seat(0)), values.Draw()) is None

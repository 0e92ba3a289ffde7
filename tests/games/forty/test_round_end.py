"""The end of a round: leftovers, points, further rounds, the winner; and what the clock plays."""

from itertools import pairwise
from typing import Any

import pytest

from games.engine.chance import chance_for
from games.engine.contract import Outcome, Seat, Timer
from games.forty import rules, values
from games.forty.values import DECK, Capture, Options, Target, Throw
from tests.games.forty.tables import Fixed, cards, played, table

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C"
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H"
PLAIN = f"{CLUBS} {HEARTS} 2D 3D 4D 5D 6D 7D 8D 9D"


# ---- Points ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "items"),
    [
        ("", {}),
        ("AC", {"ace": 1}),
        ("AC AD AH", {"ace": 3}),
        ("AC AD AH AS", {"ace": 4}),
        ("2S", {"2S": 1}),
        ("2C 2D 2H", {}),
        ("10D", {"10D": 1}),
        ("10S 10H 10C", {}),
        ("3S 4S 5S 6S", {}),
        ("3S 4S 5S 6S 7S", {"spades": 1}),
        ("3S 4S 5S 6S 7S 8S", {"spades": 2}),
        ("3S 4S 5S 6S 7S 8S 9S", {"spades": 2}),
        (" ".join(PLAIN.split()[:20]), {}),
        (" ".join(PLAIN.split()[:21]), {"cards": 1}),
        (" ".join(PLAIN.split()[:22]), {"cards": 1}),
        (" ".join(DECK), {"ace": 4, "2S": 1, "10D": 1, "spades": 2, "cards": 1}),
    ],
)
def test_points_of_a_pile(pile: str, items: dict[str, int]) -> None:
    score = rules.score_of(cards(pile))
    assert {item.what: item.points for item in score.items} == items
    assert score.points == sum(items.values())


# ---- What is left on the table -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "scores"),
    [(0, (2, 0)), (1, (0, 2)), (None, (0, 0))],
)
def test_leftovers_go_to_whoever_captured_last_or_count_for_nobody(
    last: int | None, scores: tuple[int, ...]
) -> None:
    state = table(["", "9C"], turn=1, loose="AS 10D", builds=["6D 4C"], last=last)
    step = played(state, Throw("9C"))
    left = cards("AS 10D 9C 6D 4C")
    assert rules.outcome(step.state).scores == scores  # type: ignore[union-attr]
    assert step.facts[1] == values.LeftOver(seat=last, cards=left)  # type: ignore[arg-type]
    if last is None:
        assert rules.cards_on_the_table(step.state) == left
    else:
        assert rules.cards_on_the_table(step.state) == ()
        assert step.state.piles[last] == left


def test_a_capture_with_the_last_card_counts_as_the_last() -> None:
    state = table(["", "9C"], turn=1, loose="9D AS", last=0)
    end = played(state, Capture("9C", Target(card="9D"))).state
    assert end.piles == ((), cards("9C 9D AS"))
    assert end.totals == (0, 1)


def test_a_build_that_nobody_took_is_left_over_too() -> None:
    state = table(["", "9C"], turn=1, loose="9D", builds=["6D AC"], last=0)
    end = played(state, Capture("9C", Target(card="9D"))).state
    assert end.piles == ((), cards("9C 9D 6D AC"))
    assert (end.builds, end.totals) == ((), (0, 1))


def test_a_build_and_a_steal_with_the_last_cards_are_no_capture() -> None:
    # Seat 0 builds and never takes it; seat 1 captured long ago.
    state = table(["4H 7D", "9C 9H"], piles=["", "5S 3D"], last=1)
    state = played(state, values.StealBuild("4H", Seat(1), "3D", 7)).state
    for card in ("9C", "7D", "9H"):
        state = played(state, Throw(card)).state
    assert state.phase == "over"
    assert state.last_capturer == 1
    assert len(state.piles[1]) == 6


def test_the_round_goes_on_while_there_is_stock() -> None:
    state = table(["", "9C"], turn=1, stock="AS AD", last=0)
    after = played(state, Throw("9C")).state
    assert (after.phase, after.hands, after.turn) == ("play", (("AS",), ("AD",)), 0)


def test_an_empty_table_leaves_no_word_about_leftovers() -> None:
    state = table(["", "9C"], turn=1, loose="9D", last=0)
    step = played(state, Capture("9C", Target(card="9D")))
    assert [type(fact) for fact in step.facts] == [values.Captured, values.RoundScored]


# ---- Rounds and the match ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "leader", "following"), [(2, 0, 1), (2, 1, 0), (3, 0, 1), (3, 2, 0)]
)
def test_the_next_round_is_dealt_at_once_to_the_next_leader(
    seats: int, leader: int, following: int
) -> None:
    last = (leader - 1) % seats
    hands = ["9C" if seat == last else "" for seat in range(seats)]
    state = table(
        hands, turn=last, leader=leader, loose="AS", last=0, rounds=3, totals=(4,) * seats
    )
    chance = Fixed()
    step = played(state, Throw("9C"), chance=chance)
    after = step.state
    assert chance.asked == ["shuffle"]
    assert (after.round, after.leader, after.turn, after.turns) == (2, following, following, 0)
    assert after.totals == (5, *(4,) * (seats - 1))
    assert after.piles == ((),) * seats
    assert after.last_capturer is None
    assert len(after.hands[0]) == (10 if seats == 2 else 13)
    assert after.phase == ("play" if seats == 2 else "exchange")
    assert [type(fact) for fact in step.facts] == [
        values.Threw,
        values.LeftOver,
        values.RoundScored,
        values.Dealt,
    ]
    view = rules.view(after, None)
    assert view.summary is not None
    assert [score.points for score in view.summary] == [1] + [0] * (seats - 1)
    assert [player.total for player in view.players] == list(after.totals)


@pytest.mark.parametrize("rounds", [1, 3, 5])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_has_as_many_rounds_as_chosen(seats: int, rounds: Any) -> None:
    options = Options(rounds=rounds)
    state = rules.deal(seats, options, chance_for(bytes(32), 0)).state
    leaders: dict[int, int] = {}
    totals = [0] * seats
    seq = 0
    while (timer := rules.timer(state)) is not None:
        seq += 1
        leaders.setdefault(state.round, state.leader)
        move = next(iter(rules.legal_moves(state, timer.seat)))
        step = played(state, move, timer.seat, chance_for(bytes(32), seq))
        for fact in step.facts:
            if isinstance(fact, values.RoundScored):
                totals = [t + s.points for t, s in zip(totals, fact.scores, strict=True)]
        state = step.state
    assert list(leaders) == list(range(1, rounds + 1))
    assert [leaders[n + 1] for n in range(rounds)] == [
        (leaders[1] + n) % seats for n in range(rounds)
    ]
    assert state.totals == tuple(totals)
    assert rules.outcome(state).scores == tuple(totals)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((4, 3), (1, 2)),
        ((3, 4), (2, 1)),
        ((4, 4), (1, 1)),
        ((2, 6, 6), (3, 1, 1)),
        ((5, 5, 2), (1, 1, 3)),
        ((0, 0, 0), (1, 1, 1)),
    ],
)
def test_the_highest_total_wins_and_equals_share(
    totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    state = table([""] * len(totals), phase="over", totals=totals)
    assert rules.outcome(state) == Outcome(places, totals, "All cards are played.")


def test_after_the_end_it_is_nobodys_turn() -> None:
    state = table(["", ""], phase="over", totals=(1, 0))
    assert rules.view(state, Seat(0)).turn is None
    assert rules.timer(state) is None
    assert rules.legal_moves(state, Seat(0)) == ()


def test_the_running_round_is_not_in_the_totals() -> None:
    state = table(["9C", "8C"], piles=["AS AD", ""], totals=(3, 2), rounds=3, round_=2)
    assert [player.total for player in rules.view(state, None).players] == [3, 2]


# ---- The clock ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("9S 3H 7C", "3H"),
        ("10S AS 2C", "AS"),
        ("5S 5H 5D 5C", "5C"),
        ("5S 5H 5D", "5D"),
        ("5H 5S", "5H"),
        ("10C 9S", "9S"),
    ],
)
def test_time_out_throws_the_lowest_card_and_keeps_spades_longest(hand: str, thrown: str) -> None:
    # Even when it could capture.
    state = table([hand, "9D"], loose="3C 5H")
    timer = rules.timer(state)
    assert timer is not None
    assert (timer.seat, timer.move) == (0, Throw(thrown))
    assert timer.move in rules.legal_moves(state, Seat(0))


@pytest.mark.parametrize("seconds", [30, 45, 60, 86400])
def test_a_turn_lasts_as_long_as_the_table_says(seconds: Any) -> None:
    state = rules.deal(2, Options(turn_seconds=seconds), Fixed()).state
    timer = rules.timer(state)
    assert timer is not None
    assert timer.seconds == seconds


@pytest.mark.parametrize("seats", [2, 3])
def test_every_turn_has_a_clock_of_its_own(seats: int) -> None:
    state = rules.deal(seats, Options(rounds=3), chance_for(bytes(32), 0)).state
    clocks: list[str] = []
    seq = 0
    while (timer := rules.timer(state)) is not None:
        assert isinstance(timer, Timer)
        seq += 1
        clocks.append(timer.clock)
        state = played(state, timer.move, timer.seat, chance_for(bytes(32), seq)).state
    turns = [clock for clock in clocks if not clock.startswith("exchange")]
    assert len(set(turns)) == len(turns)
    assert all(one != other for one, other in pairwise(clocks))

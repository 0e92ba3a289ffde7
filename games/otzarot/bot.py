"""Bots of Otzarot: they decide by expected value over all ways dice can fall (`probability.py`).

`sharp` is the bold one: it looks several rolls ahead, and in the final round it plays for the win,
whatever that takes. `steady` and `gentle` are careful: they look one roll ahead and roll only when
that clearly pays and three skulls are not too near; gentle wants it clearer still.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.engine.contract import Chance, Reason, gettext_noop
from games.otzarot import probability, scoring
from games.otzarot.deck import CARD_SKULLS, TIMES_SHOWN, Card
from games.otzarot.dice import DICE, FACES, LEAST_REROLL, SKULL, SWORDS, Counts, counts_of
from games.otzarot.scoring import PER_SWORD, TOO_MANY
from games.otzarot.values import AnyMove, Chest, Reroll, Stop, View

AHEAD = 3
"""Rolls that the bold one looks ahead."""
CLEARLY = {"gentle": 1.5, "steady": 1.2}
"""The careful ones want so many times what they have."""
TOO_RISKY = {"gentle": 0.3, "steady": 0.36}
"""And no more than this chance of three skulls, when there is something to lose."""
VICTORY = 100_000
"""In the final round, being ahead is worth more than any number of points."""


class Plan(NamedTuple):
    """What to keep, or None to stop, with what it is worth on average and the chance of losing."""

    hold: Counts | None
    hope: float
    risk: float


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str = "sharp") -> AnyMove:
    """One of the legal moves; between rolls the one with the best prospect."""
    if view.phase != "decide":
        return moves[0]
    plan = bold(view) if level == "sharp" else careful(view, level)
    if plan.hold is None:
        return Stop()
    return as_move(view, plan.hold)


def warm_up() -> None:
    """The tables of every card, for all levels."""
    for card in TIMES_SHOWN:
        prospects(card, 1, None)
        prospects(card, ahead(card), None)


def as_move(view: View, hold: Counts) -> AnyMove:
    """The dice that the hold leaves free, after the others are safe in the chest."""
    left = list(hold)
    again = []
    for die, face in enumerate(view.dice):
        assert face is not None
        left[FACES.index(face)] -= 1
        if left[FACES.index(face)] < 0:
            again.append(die)
    safe = tuple(die for die, face in enumerate(view.dice) if face != "skull" and die not in again)
    if view.card == "chest" and view.chest != safe:
        return Chest(safe)
    return Reroll(tuple(again))


# ---- Careful and bold ---------------------------------------------------------------------------


def careful(view: View, level: str) -> Plan:
    stop, best = stopping(view), one_roll(view)
    if stop is None:
        return best
    if stop.hope > 0 and best.risk > TOO_RISKY[level]:
        return stop
    return best if best.hope > max(stop.hope, 0) * CLEARLY[level] else stop


def bold(view: View) -> Plan:
    """Looks several rolls ahead; with the final round, at the win."""
    card, _ = card_and_counts(view)
    need = points_to_win(view)
    table = prospects(card, ahead(card), need)
    stop, best = stopping(view), best_hold(view, table)
    if stop is None:
        return best
    return best if best.hope > as_hoped(stop.hope, need) else stop


def points_to_win(view: View) -> int | None:
    """In the final round: the points of this turn that leave everybody behind."""
    if view.final_round is None or view.turn is None:
        return None
    others = [score for seat, score in enumerate(view.scores) if seat != view.turn]
    return max(others) - view.scores[view.turn]


def stopping(view: View) -> Plan | None:
    return None if view.preview is None else Plan(None, view.preview.points, 0.0)


def one_roll(view: View) -> Plan:
    """The best of all rolls after which the turn would be stopped."""
    card, _ = card_and_counts(view)
    return best_hold(view, prospects(card, 1, None))


def best_hold(view: View, table: Sequence[float]) -> Plan:
    card, counts = card_and_counts(view)
    index = max(holds(card, counts, view.sorceress_used), key=table.__getitem__)
    hold = probability.HOLDS[index]
    return Plan(hold, table[index], risk_of(card, hold))


# ---- Prospects ---------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def prospects(card: Card, ahead: int, need: int | None) -> list[float]:
    """The expected value of every hold, when the turn may go on for so many rolls."""
    stop = probability.worth_of_all(lambda counts: as_hoped(worth(card, counts), need))
    table = with_chest(card, probability.expected(stop), need)
    for _ in range(ahead - 1):
        best = [
            value if ended(card, counts) else max(value, go_on(table, card, counts))
            for value, counts in zip(stop, probability.HOLDS[: probability.FULL], strict=True)
        ]
        table = with_chest(card, probability.expected(best), need)
    return table


def ahead(card: Card) -> int:
    """The storm ends the turn after one roll more."""
    return 1 if card == "storm" else AHEAD


def go_on(table: Sequence[float], card: Card, counts: Counts) -> float:
    return max(map(table.__getitem__, probability.ways_to_hold(counts, LEAST_REROLL)))


def worth(card: Card, counts: Counts) -> float:
    """What these eight dice score; a truce that cannot be stopped yet is worth less than none."""
    if ended(card, counts):
        return scoring.disqualified(card, counts, (0,) * 6).points
    if card == "truce" and counts[SWORDS]:
        return -PER_SWORD * counts[SWORDS] / 2
    return scoring.stopped(card, counts).points


def as_hoped(points: float, need: int | None) -> float:
    """Points, and in the final round what they are good for."""
    return points + VICTORY * (need is not None and points > need)


def with_chest(card: Card, table: list[float], need: int | None) -> list[float]:
    """With the chest three skulls leave what lies in it, so all that is held is put there."""
    if card != "chest":
        return table
    nothing = as_hoped(0, need)
    for index, risk, saved in in_the_chest():
        table[index] += risk * (as_hoped(saved, need) - nothing)
    return table


@cache
def in_the_chest() -> list[tuple[int, float, int]]:
    """For each hold: its index, the chance of three skulls, and what the chest then saves."""
    return [
        (
            index,
            risk_of("chest", hold),
            sum(item.points for item in scoring.treasures("chest", hold)),
        )
        for index, hold in enumerate(probability.HOLDS[probability.FULL :], probability.FULL)
        if hold[SKULL] < TOO_MANY
    ]


def holds(card: Card, counts: Counts, sorceress_used: bool) -> tuple[int, ...]:
    """All that may be kept; the sorceress may take one skull from it."""
    kept = probability.ways_to_hold(counts, LEAST_REROLL)
    if card == "sorceress" and not sorceress_used and counts[SKULL]:
        coin, diamond, swords, monkey, parrot, skulls = counts
        woken = (coin, diamond, swords, monkey, parrot, skulls - 1)
        kept += probability.ways_to_hold(woken, 0)
    return kept


def risk_of(card: Card, hold: Counts) -> float:
    return probability.bust(DICE - sum(hold), hold[SKULL] + CARD_SKULLS.get(card, 0))


def ended(card: Card, counts: Counts) -> bool:
    return counts[SKULL] + CARD_SKULLS.get(card, 0) >= TOO_MANY


def card_and_counts(view: View) -> tuple[Card, Counts]:
    assert view.card is not None
    return view.card, counts_of(view.dice)


# ---- In words ----------------------------------------------------------------------------------

AWAY = {
    2: gettext_noop("One skull away, %(risk)s %% to lose %(points)s: stopped."),
    1: gettext_noop("Two skulls away, %(risk)s %% to lose %(points)s: stopped."),
    0: gettext_noop("No skull yet, but %(points)s are enough: stopped."),
}


def explain(view: View, move: AnyMove) -> Reason | None:
    """Why this move, in a sentence; None when there was nothing to decide."""
    if view.phase != "decide":
        return None
    card, _ = card_and_counts(view)
    points = view.preview.points if view.preview else 0
    match move:
        case Stop():
            return why_stop(view, points)
        case Chest():
            return Reason(gettext_noop("What is in the chest is safe: packed before rolling."))
        case Reroll(dice):
            kept = counts_of(f for die, f in enumerate(view.dice) if die not in dice)
            average = prospects(card, ahead(card), None)[probability.INDEX[kept]]
            params: dict[str, str | int] = {
                "risk": probability.percent(risk_of(card, kept)),
                "points": points,
                "hope": round(average / 10) * 10,
                "dice": len(dice),
            }
            need = points_to_win(view)
            if need is not None and points <= need:
                text = gettext_noop("Only the win counts now: rolled again, at %(risk)s %%.")
            elif points > 0:
                text = gettext_noop(
                    "%(risk)s %% to lose %(points)s, but %(hope)s on average: rolled again."
                )
            else:
                text = gettext_noop(
                    "Nothing to lose, and %(risk)s %% that the skulls win: rolled again."
                )
            return Reason(text, params)
        case _:
            return None


def why_stop(view: View, points: int) -> Reason:
    if points <= 0:
        return Reason(gettext_noop("Rolling on would only make it worse: stopped."))
    risk = probability.percent(one_roll(view).risk)
    return Reason(AWAY[min(2, view.skulls)], {"risk": risk, "points": points})

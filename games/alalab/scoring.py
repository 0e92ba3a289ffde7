"""Scoring: points, cards, Sudden Death and who has won, decided from the scores after every change.

Sudden Death is on exactly while two or more players have nine points or more. While it is off, ten
points win. Its first phase is won by a lead of two with eleven points at most; its second phase
begins when everybody in it has twelve, lasts as long as Sudden Death does, and is won by whoever is
alone at the top with fourteen or more.
"""

from typing import Literal

from games.engine.contract import Seat, Value
from games.engine.seats import with_seat

Act = Literal["right", "wrong", "yellow", "red"]
Colour = Literal["yellow", "red"]
Death = Literal[1, 2]

WORTH: dict[Act, int] = {"right": 1, "wrong": -1, "yellow": -1, "red": -3}

GOAL = 10
IN_DEATH = 9
LEAD = 2
HIGHEST_BY_LEAD = 11
SECOND_PHASE = 12
LAST_GOAL = 14


class Scoreboard(Value, frozen=True, kw_only=True):
    """Scores and cards by seat. `death` is the phase of Sudden Death, None while it is off."""

    scores: tuple[int, ...]
    cards: tuple[tuple[Colour, ...], ...]
    death: Death | None = None
    winner: Seat | None = None


def no_points(players: int) -> Scoreboard:
    return Scoreboard(scores=(0,) * players, cards=((),) * players)


def after(board: Scoreboard, player: Seat, act: Act) -> Scoreboard:
    """One change, and what it decides."""
    scores = with_seat(board.scores, player, board.scores[player] + WORTH[act])
    cards = board.cards
    if act == "yellow" or act == "red":
        cards = with_seat(cards, player, (*cards[player], act))
    death = _death(scores, board.death)
    winner = _winner(scores, board.scores, death)
    return Scoreboard(scores=scores, cards=cards, death=death, winner=winner)


def _death(scores: tuple[int, ...], before: Death | None) -> Death | None:
    """The second phase stays though somebody falls below twelve or a third player comes in."""
    inside = _inside(scores)
    if len(inside) < 2:
        return None
    return 2 if before == 2 or min(inside) >= SECOND_PHASE else 1


def _winner(scores: tuple[int, ...], before: tuple[int, ...], death: Death | None) -> Seat | None:
    top = max(scores)
    leader = Seat(scores.index(top))
    lead = _lead(scores, leader)
    if death is None:
        return leader if top >= GOAL else None
    if death == 2:
        return leader if top >= LAST_GOAL and lead > 0 else None
    # A lead that was there before wins nothing; this change must have widened it.
    wide = lead >= LEAD and top <= HIGHEST_BY_LEAD
    return leader if wide and lead > _lead(before, leader) else None


def _lead(scores: tuple[int, ...], leader: Seat) -> int:
    """By how much a player is ahead of the highest other one in Sudden Death."""
    others = [s for seat, s in enumerate(scores) if seat != leader and s >= IN_DEATH]
    return scores[leader] - max(others, default=IN_DEATH - 1)


def _inside(scores: tuple[int, ...]) -> list[int]:
    return [score for score in scores if score >= IN_DEATH]

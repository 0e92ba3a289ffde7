"""Moves as a program sends them: with an id of its own, and perhaps with its player's name."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from accounts.models import User
from api import refusals
from games.engine.errors import InvalidMove
from games.models import Seat
from games.services import moving
from games.services.moving import Receipt
from games.services.refusals import NotSeated

NAMES = UUID("5f0c1d9e-4a57-4b86-9d57-0c8a8f6f2a11")
PLAIN = re.compile(r"[\x21-\x7e]{1,64}")


@dataclass(frozen=True)
class SentMove:
    """A move with its own id and the number of the event it was decided on, all well formed."""

    move: dict[str, Any]
    id: UUID | None
    seen: int | None


def read(move: Any, name: Any, seen: Any, seat: Callable[[], int | None]) -> SentMove:
    """`name` is the program's own id of the move; `seat` is asked if the move names its player."""
    if not isinstance(move, dict):
        raise InvalidMove
    if "playerId" in move:
        move = without_player(move, seat())
    return SentMove(move, move_id(name), seen if type(seen) is int else None)


def play(match_id: int, user: User, move: Any, name: Any = None, seen: Any = None) -> Receipt:
    """Plays for this account's seat."""

    def seat() -> int | None:
        rows = Seat.objects.filter(match_id=match_id, user=user)
        return rows.values_list("index", flat=True).first()

    sent = read(move, name, seen, seat)
    return moving.play_move(match_id, user, sent.move, move_id=sent.id, seen=sent.seen)


def without_player(move: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """`playerId` may be sent, as a seat's number or as "p1" for seat 0; it must be the sender's."""
    if seat is None:
        raise NotSeated
    named = move["playerId"]
    if isinstance(named, bool) or named not in (seat, f"p{seat + 1}"):
        raise refusals.NotYourSeat
    return {key: value for key, value in move.items() if key != "playerId"}


def move_id(name: Any) -> UUID | None:
    """Any short plain text names a move; the same text is the same move."""
    if name is None:
        return None
    if not isinstance(name, str) or not PLAIN.fullmatch(name):
        raise refusals.WrongMoveId
    try:
        return UUID(name)
    except ValueError:
        return uuid5(NAMES, name)

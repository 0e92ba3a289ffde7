"""Moves as a program sends them: with an id of its own, and perhaps with its player's name."""

import re
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


def play(match_id: int, user: User, move: Any, name: Any = None, seen: Any = None) -> Receipt:
    """Plays for this account's seat. `name` is the program's own id of the move."""
    if not isinstance(move, dict):
        raise InvalidMove
    move = without_player(match_id, user, move)
    known = seen if isinstance(seen, int) and not isinstance(seen, bool) else None
    return moving.play_move(match_id, user, move, move_id=move_id(name), seen=known)


def without_player(match_id: int, user: User, move: dict[str, Any]) -> dict[str, Any]:
    """`playerId` may be sent, as a seat's number or as "p1" for seat 0; it must be the sender's."""
    if "playerId" not in move:
        return move
    seat = Seat.objects.filter(match_id=match_id, user=user).values_list("index", flat=True).first()
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

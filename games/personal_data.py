"""A person's matches, for their own export: what they played, where they sat, what they did."""

from typing import Any

from accounts.models import User
from accounts.people import data_export
from games.models import Event, Seat


def matches_of(user: User) -> list[dict[str, Any]]:
    seats = Seat.objects.filter(user=user).select_related("match").order_by("match_id")
    moves: dict[int, list[dict[str, Any]]] = {}
    own = Event.objects.filter(match__seats__user=user, by=Event.By.PLAYER)
    for event in own.extra(where=["games_event.seat = games_seat.index"]).order_by("seq"):
        moves.setdefault(event.match_id, []).append({"at": event.at, "move": event.move})
    return [
        {
            "game": seat.match.game,
            "started_at": seat.match.started_at,
            "finished_at": seat.match.finished_at,
            "status": seat.match.status,
            "rated": seat.match.rated,
            "seat": seat.index,
            "place": seat.place,
            "score": seat.score,
            "left": seat.forfeited_at,
            "moves": moves.get(seat.match_id, []),
        }
        for seat in seats
    ]


data_export.register("matches", matches_of)

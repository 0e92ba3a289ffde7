"""Rating of a match: whether it counts, and who stood against whom in it."""

from collections.abc import Iterable
from typing import Any

from accounts.ratings import services as ratings
from accounts.ratings.skill import Side
from games.engine.contract import Rules
from games.models import Seat as SeatRow
from games.services.ledger import Running


def count(run: Running) -> None:
    """Counts the match that is just ending. Call it before the match is saved as finished."""
    rows = SeatRow.objects.filter(match_id=run.id).select_related("user").order_by("index")
    sides = sides_of(run.rules, run.options, list(rows))
    ratings.apply(run.id, run.rules.INFO.key, sides, run.now)


def sides_of(rules: Rules, options: Any, seats: list[SeatRow]) -> tuple[Side, ...]:
    """Who stood against whom; nobody at all if the match counts for nobody.

    A bot or a guest without an account unrates a match; a bot that took over from somebody who
    left does not, for the seat is still that person's. A seat without a place (a host) is no side.
    Whoever left is last and alone, whatever becomes of their team.
    """
    if any(seat.user.is_bot or seat.name for seat in seats):
        return ()
    teams = rules.teams(len(seats), options)
    sides: dict[tuple[int, int], list[SeatRow]] = {}
    for seat in seats:
        if seat.place is None:
            continue
        left = seat.forfeited_at is not None
        key = (1, seat.index) if left or teams is None else (0, teams[seat.index])
        sides.setdefault(key, []).append(seat)
    if len(sides) < 2:
        return ()
    return tuple(
        Side(min(_placed(rows)), tuple(row.user_id for row in rows)) for rows in sides.values()
    )


def _placed(rows: Iterable[SeatRow]) -> list[int]:
    return [row.place for row in rows if row.place is not None]

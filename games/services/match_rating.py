"""Rating of a match: whether it may be rated, whether it counts, and who stood against whom."""

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any

from django.db.models import Count

from accounts.ratings import services as ratings
from accounts.ratings.skill import Side
from games.engine.contract import Rules, Seat
from games.models import Event
from games.models import Seat as SeatRow
from games.services import refusals
from games.services.ledger import Running

RULES = 1
"""By which a match counts that begins today: a minimum of play, and less for repeated results.
0: everything counts in full, as it did before. A match keeps the rules under which it began."""

GIVEN_UP = "forfeit"
"""The reason of a result that came of everybody else's leaving."""


def check_terms(rules: Rules, options: Any, public: bool) -> None:
    """Raises the refusal that says why a match on these terms cannot be rated.

    Only at a public table: there anybody may sit down, so nobody chooses whom to win from.
    """
    if not public:
        raise refusals.PrivateIsFriendly
    reason = rules.why_unrated(options)
    if reason is not None:
        raise refusals.NeverRated(reason)


def count(run: Running) -> None:
    """Counts the match that is just ending. Call it before the match is saved as finished."""
    assert run.result is not None
    rows = list(
        SeatRow.objects.filter(match_id=run.id)
        .select_related("user", "match")
        .only("index", "user__is_bot", "name", "place", "forfeited_at", "match__rating_rules")
        .order_by("index")
    )
    version = rows[0].match.rating_rules
    own = own_moves(run.id)
    for event in run.events:
        if event["by"] == Event.By.PLAYER:
            own[event["seat"]] = own.get(event["seat"], 0) + 1
    if is_too_short(run.rules, version, run.result["reason"], rows, own):
        return
    sides = sides_of(run.rules, run.options, rows)
    ratings.apply(run.id, run.rules.INFO.key, sides, run.now, discounted=version > 0)


def is_too_short(
    rules: Rules, version: int, reason: str, seats: Iterable[SeatRow], own: Mapping[int, int]
) -> bool:
    """Given up before there was a minimum of play: it counts for nobody.

    Whoever leaves a table of several that plays on gains nothing by it, for that match ends by its
    own rules; and leaving so early costs karma.
    """
    if version == 0 or reason != GIVEN_UP:
        return False
    return not rules.enough_play([own.get(s.index, 0) for s in seats if s.place is not None])


def own_moves(match_id: int) -> dict[int, int]:
    """By seat: the moves that its person made, without those of the clock or a bot."""
    rows = Event.objects.filter(match_id=match_id, by=Event.By.PLAYER).values_list("seat")
    return {seat: moves for seat, moves in rows.annotate(Count("pk")) if seat is not None}


def gains_by_resigning(run: Running, seat: Seat) -> tuple[int, int] | None:
    """What the match would do to the rating of who gives up now, at worst and at best.

    It depends on how those who stay finish. None: it would count for nobody.
    """
    if not run.rated:
        return None
    rows = list(
        SeatRow.objects.filter(match_id=run.id).select_related("user", "match").order_by("index")
    )
    version, own = rows[0].match.rating_rules, own_moves(run.id)
    playing = [row for row in rows if not row.role]
    stay = [row for row in playing if row.forfeited_at is None and row.index != seat]
    endings = []
    for left in range(len(stay)):  # of those who stay, some may give up later
        for order in permutations(stay, len(stay) - left):
            for row in playing:
                row.forfeited_at = None if row in order else run.now
                row.place = 1 + (order.index(row) if row in order else len(order))
            reason = GIVEN_UP if len(order) == 1 else ""
            short = is_too_short(run.rules, version, reason, rows, own)
            endings.append(() if short else sides_of(run.rules, run.options, rows))
    if not any(endings):
        return None
    game, who = run.rules.INFO.key, rows[seat].user_id
    return ratings.possible_gains(game, endings, who, run.now, discounted=version > 0)


def sides_of(rules: Rules, options: Any, seats: list[SeatRow]) -> tuple[Side, ...]:
    """Who stood against whom; nobody at all if the match counts for nobody.

    A bot or a local player unrates a match; a bot that took over from somebody who left does
    not, for the seat is still that person's. A seat without a place (a host) is no side.
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

"""Selectors of the match history. Three queries a page: matches, who sat there, what it changed.

The matches of a private table are shown to those who sat at it, and to nobody else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.ratings import selectors as ratings
from accounts.ratings.models import RatingChange
from archive.history.filters import Filters, Kind, Period, Result
from games import registry
from games.models import Match, Seat

PAGE = 25

NEEDED = ("game", "rated", "public", "started_at", "finished_at")
"""Of a match; its state is large."""


@dataclass(frozen=True)
class Participant:
    """Somebody who sat in a match of the past."""

    user: User
    local_name: str
    place: int | None
    score: int | None
    left: bool
    is_owner: bool
    change: RatingChange | None


@dataclass(frozen=True)
class PlayedMatch:
    """A match as a row of somebody's history."""

    match: Match
    game: str
    owner: Participant
    """Whose history it is."""
    everybody: tuple[Participant, ...]
    """By place; those without one last."""

    @property
    def others(self) -> list[Participant]:
        return [each for each in self.everybody if not each.is_owner]

    @property
    def ranked(self) -> int:
        return sum(each.place is not None for each in self.everybody)

    @property
    def shared(self) -> bool:
        return sum(each.place == self.owner.place for each in self.everybody) > 1

    @property
    def seconds(self) -> int:
        if self.match.finished_at is None:
            return 0
        return int((self.match.finished_at - self.match.started_at).total_seconds())


@dataclass(frozen=True)
class HistoryPage:
    played: tuple[PlayedMatch, ...]
    after: int | None
    """Where the next page goes on."""


def page(
    person: User, viewer: User | None, filters: Filters, *, after: int | None = None
) -> HistoryPage:
    """A page of somebody's finished matches, the newest first."""
    rows = seats_of(person, viewer, filters)
    if after is not None:
        rows = rows.filter(match_id__lt=after)
    found = list(rows.order_by("-match_id")[: PAGE + 1])
    shown = found[:PAGE]
    more = shown[-1].match_id if len(found) > PAGE else None
    return HistoryPage(tuple(played_matches(shown)), more)


def seats_of(person: User, viewer: User | None, filters: Filters) -> QuerySet[Seat]:
    """This person's seats in finished matches, as far as the viewer may know of them."""
    rows = (
        Seat.objects.filter(user=person, match__status=Match.Status.FINISHED)
        .filter(match__game__in=registry.game_keys())
        .select_related("match")
        .only("index", "user_id", *(f"match__{name}" for name in NEEDED))
    )
    if viewer is None or viewer.pk != person.pk:
        rows = rows.filter(visible_to(viewer))
    if filters.game:
        rows = rows.filter(match__game=filters.game)
    if filters.kind:
        rows = rows.filter(match__rated=filters.kind == Kind.RATED)
    if filters.result:
        rows = rows.filter(_ended(filters.result))
    if filters.period:
        since = Period(filters.period).began(timezone.now())
        rows = rows.filter(match__finished_at__gte=since)
    if filters.opponent:
        other = User.objects.filter(username__iexact=filters.opponent, is_active=True)
        rows = rows.filter(_with(other.values("pk"))).exclude(user__in=other.values("pk"))
    return rows


def visible_to(viewer: User | None) -> Q:
    """Public matches, and one's own."""
    public = Q(match__public=True)
    return public if viewer is None else public | Q(_with([viewer.pk]))


def _with(people: Any) -> Exists:
    return Exists(Seat.objects.filter(match_id=OuterRef("match_id"), user_id__in=people))


def _ended(result: str) -> Q:
    left = Q(forfeited_at__isnull=False)
    return {
        Result.WON: Q(place=1) & ~left,
        Result.LOST: Q(place__gt=1) & ~left,
        Result.LEFT: left,
    }[Result(result)]


def played_matches(seats: Sequence[Seat]) -> Iterator[PlayedMatch]:
    """The matches of these seats, in their order: two queries for all of them."""
    ids = [seat.match_id for seat in seats]
    changes = ratings.changes(ids)
    rows = Seat.objects.filter(match_id__in=ids).select_related("user").order_by("match_id")
    by_match = {number: list(group) for number, group in groupby(rows, lambda row: row.match_id)}
    for seat in seats:
        everybody = [
            Participant(
                user=row.user,
                local_name=row.name,
                place=row.place,
                score=row.score,
                left=row.forfeited_at is not None,
                is_owner=row.user_id == seat.user_id,
                change=changes.get((row.match_id, row.user_id)),
            )
            for row in by_match[seat.match_id]
        ]
        everybody.sort(key=lambda each: (each.place is None, each.place or 0))
        owner = next(each for each in everybody if each.is_owner)
        name = registry.rules_for(seat.match.game).INFO.name
        yield PlayedMatch(seat.match, name, owner, tuple(everybody))


# ---- Two people ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeadToHead:
    """How often one came in before the other, in one game."""

    game: str
    ahead: int
    behind: int
    level: int

    @property
    def matches(self) -> int:
        return self.ahead + self.behind + self.level


def head_to_head(one: User, other: User, viewer: User | None) -> list[HeadToHead]:
    """By game, the most played first; one query. A seat that is not ranked is not compared."""
    theirs = Q(match__seats__user=other, match__seats__place__isnull=False)
    rows = Seat.objects.filter(
        theirs, user=one, place__isnull=False, match__status=Match.Status.FINISHED
    )
    if viewer is None or viewer.pk not in (one.pk, other.pk):
        rows = rows.filter(visible_to(viewer))
    counted = (
        rows.values("match__game")
        .annotate(
            ahead=Count("pk", filter=Q(place__lt=F("match__seats__place"))),
            behind=Count("pk", filter=Q(place__gt=F("match__seats__place"))),
            level=Count("pk", filter=Q(place=F("match__seats__place"))),
        )
        .values_list("match__game", "ahead", "behind", "level")
    )
    balances = [
        HeadToHead(registry.rules_for(game).INFO.name, ahead, behind, level)
        for game, ahead, behind, level in counted
        if game in registry.game_keys()
    ]
    return sorted(balances, key=lambda balance: -balance.matches)

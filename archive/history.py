"""What somebody has played. Three queries a page: the matches, who sat there, what it changed.

The matches of a private table are shown to those who sat at it, and to nobody else.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.ratings import seasons
from accounts.ratings import selectors as ratings
from accounts.ratings.models import RatingChange
from games import registry
from games.models import Match, Seat

PAGE = 25
CHUNK = 500
"""Matches read at a time for an export."""


NEEDED = ("game", "rated", "public", "started_at", "finished_at")
"""Of a match; its state is large."""


class Result(StrEnum):
    WON = "won"
    LOST = "lost"
    LEFT = "left"


class Kind(StrEnum):
    RATED = "rated"
    FRIENDLY = "friendly"


class Period(StrEnum):
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"

    def began(self, now: datetime) -> datetime:
        days = {"week": 7, "month": 30, "year": 365}
        if self is Period.SEASON:
            return seasons.began(seasons.season_of(now))
        return now - timedelta(days=days[self])


RESULTS = {Result.WON: _("Won"), Result.LOST: _("Not won"), Result.LEFT: _("Given up")}
KINDS = {Kind.RATED: _("Rated"), Kind.FRIENDLY: _("Friendly")}
PERIODS = {
    Period.WEEK: _("The last 7 days"),
    Period.MONTH: _("The last 30 days"),
    Period.SEASON: _("This season"),
    Period.YEAR: _("The last 365 days"),
}


@dataclass(frozen=True)
class Filters:
    """What is asked for; anything unknown asks for nothing."""

    game: str = ""
    result: str = ""
    kind: str = ""
    opponent: str = ""
    period: str = ""

    @classmethod
    def parse(cls, query: Any) -> "Filters":
        def one_of(name: str, known: Any) -> str:
            asked = str(query.get(name, ""))
            return asked if asked in known else ""

        return cls(
            game=one_of("game", registry.game_keys()),
            result=one_of("result", list(Result)),
            kind=one_of("kind", list(Kind)),
            opponent=str(query.get("opponent", "")).strip()[:20],
            period=one_of("period", list(Period)),
        )

    @property
    def asked(self) -> dict[str, str]:
        """What a link to the next page must carry along."""
        return {name: value for name, value in vars(self).items() if value}


@dataclass(frozen=True)
class Sat:
    """Somebody in a match of the past."""

    user: User
    guest: str
    place: int | None
    score: int | None
    left: bool
    is_owner: bool
    change: RatingChange | None


@dataclass(frozen=True)
class Played:
    """A match as a line of somebody's history."""

    match: Match
    game: str
    sat: Sat
    """Whose history it is."""
    everybody: tuple[Sat, ...]
    """By place; those without one last."""

    @property
    def others(self) -> list[Sat]:
        return [each for each in self.everybody if not each.is_owner]

    @property
    def ranked(self) -> int:
        return sum(each.place is not None for each in self.everybody)

    @property
    def shared(self) -> bool:
        return sum(each.place == self.sat.place for each in self.everybody) > 1

    @property
    def seconds(self) -> int:
        if self.match.finished_at is None:
            return 0
        return int((self.match.finished_at - self.match.started_at).total_seconds())


@dataclass(frozen=True)
class Page:
    played: tuple[Played, ...]
    after: int | None
    """Where the next page goes on."""


def page(person: User, viewer: User | None, filters: Filters, *, after: int | None = None) -> Page:
    rows = seats_of(person, viewer, filters)
    if after is not None:
        rows = rows.filter(match_id__lt=after)
    found = list(rows.order_by("-match_id")[: PAGE + 1])
    shown = found[:PAGE]
    more = shown[-1].match_id if len(found) > PAGE else None
    return Page(tuple(tell(shown)), more)


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


def tell(seats: Sequence[Seat]) -> Iterator[Played]:
    """Lines for these seats, in their order: two queries for all of them."""
    ids = [seat.match_id for seat in seats]
    changes = ratings.changes(ids)
    rows = Seat.objects.filter(match_id__in=ids).select_related("user").order_by("match_id")
    by_match = {number: list(group) for number, group in groupby(rows, lambda row: row.match_id)}
    for seat in seats:
        everybody = [
            sat(row, row.user_id == seat.user_id, changes.get((row.match_id, row.user_id)))
            for row in by_match[seat.match_id]
        ]
        everybody.sort(key=lambda each: (each.place is None, each.place or 0))
        mine = next(each for each in everybody if each.is_owner)
        name = registry.rules_for(seat.match.game).INFO.name
        yield Played(seat.match, name, mine, tuple(everybody))


def sat(row: Seat, is_owner: bool, change: RatingChange | None) -> Sat:
    return Sat(
        user=row.user,
        guest=row.name,
        place=row.place,
        score=row.score,
        left=row.forfeited_at is not None,
        is_owner=is_owner,
        change=change,
    )


# ---- Two people ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Balance:
    """How often one came in before the other, in one game."""

    game: str
    ahead: int
    behind: int
    level: int

    @property
    def matches(self) -> int:
        return self.ahead + self.behind + self.level


def head_to_head(one: User, other: User, viewer: User | None) -> list[Balance]:
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
        Balance(registry.rules_for(game).INFO.name, ahead, behind, level)
        for game, ahead, behind, level in counted
        if game in registry.game_keys()
    ]
    return sorted(balances, key=lambda balance: -balance.matches)


# ---- One's own, as a file -----------------------------------------------------------------------

COLUMNS = (
    "match",
    "game",
    "started_at",
    "finished_at",
    "seconds",
    "rated",
    "public",
    "place",
    "ranked_players",
    "score",
    "gave_up",
    "players",
    "rating_before",
    "rating_after",
)


def chunk(person: User, filters: Filters, after: int | None) -> tuple[list[dict[str, Any]], int]:
    """The next lines of an export, newest first, and the match it has come to; 0: that was all."""
    rows = seats_of(person, person, filters)
    if after is not None:
        rows = rows.filter(match_id__lt=after)
    seats = list(rows.order_by("-match_id")[:CHUNK])
    last = seats[-1].match_id if len(seats) == CHUNK else 0
    return [as_row(played) for played in tell(seats)], last


def as_row(played: Played) -> dict[str, Any]:
    match, mine = played.match, played.sat
    names = [each.guest or each.user.username for each in played.everybody]
    values = (
        match.pk,
        match.game,
        match.started_at,
        match.finished_at,
        played.seconds,
        match.rated,
        match.public,
        mine.place,
        played.ranked,
        mine.score,
        mine.left,
        names,
        mine.change.shown_before if mine.change else None,
        mine.change.shown if mine.change else None,
    )
    return dict(zip(COLUMNS, values, strict=True))

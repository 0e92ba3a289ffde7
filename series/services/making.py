"""Making a series: a tournament is planned, a night is opened, and some are repeated each week."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from accounts.access.permissions import check_may_talk
from accounts.karma import selectors as karma
from accounts.models import User
from accounts.people.locking import lock_person
from games.engine import codec
from games.engine.sanitize import clean
from lobby.finding.codes import new_code
from lobby.services.checks import admit
from series import limits, refusals
from series.models import Entrant, Item, Member, Series
from series.services import ending
from series.services.locking import database_now, lock_series, log
from series.services.terms import check_length, good_item, in_teams

TOURNAMENTS = (Series.Kind.ARENA, Series.Kind.SWISS, Series.Kind.KNOCKOUT)
CONDITIONS = ("programs", "confirmed", "min_karma", "min_rating", "max_rating")


def make_tournament(
    user: User,
    kind: str,
    name: str,
    game: str,
    options: dict[str, Any] | None = None,
    *,
    size: int | None = None,
    starts_at: datetime,
    rounds: int = 5,
    minutes: int = 60,
    break_seconds: int = 15,
    grace_seconds: int = 90,
    most: int = 64,
    public: bool = True,
    rated: bool = False,
    weekly: bool = False,
    **conditions: Any,
) -> Series:
    """Plans an arena, a Swiss or a knock-out. By staff, or by anybody with good karma."""
    check_may_make(user)
    if kind not in TOURNAMENTS:
        raise refusals.NoSuchKind
    if rated and not public:
        raise refusals.PrivateIsFriendly
    if weekly and not user.is_staff:
        raise refusals.StaffOnly(what="a weekly repeat")
    unknown = set(conditions) - set(CONDITIONS)
    if unknown:
        raise TypeError(f"no such condition: {unknown}")
    item = good_item(game, options, size, rated)
    for what, value, (least, highest) in (
        ("The number of rounds", rounds, limits.ROUNDS),
        ("The length in minutes", minutes, limits.MINUTES),
        ("The break in seconds", break_seconds, limits.BREAKS),
        ("The grace in seconds", grace_seconds, limits.GRACE),
        (
            "The number of entrants",
            most,
            limits.ENTRANTS_OF_STAFF if user.is_staff else limits.ENTRANTS,
        ),
        ("The karma", conditions.get("min_karma", 0), (0, 100)),
    ):
        if not least <= value <= highest:
            raise refusals.WrongNumber(what=what, least=least, most=highest)
    latest = timedelta(days=limits.DAYS_AHEAD)
    now = database_now()
    if not now - timedelta(minutes=1) <= starts_at <= now + latest:
        raise refusals.NotInThePast(days=limits.DAYS_AHEAD)
    return _save(
        user,
        Series(
            kind=kind,
            name=good_name(name),
            host=user,
            programme=codec.dump([item]),
            public=public,
            rated=rated,
            most=most,
            rounds=rounds if kind == Series.Kind.SWISS else 0,
            minutes=minutes if kind == Series.Kind.ARENA else 0,
            break_seconds=break_seconds,
            grace_seconds=grace_seconds,
            weekly=weekly,
            starts_at=starts_at,
            deadline=starts_at,
            **conditions,
        ),
    )


def make_night(
    user: User,
    games: Sequence[Mapping[str, Any]],
    name: str = "",
    *,
    break_seconds: int = 30,
    grace_seconds: int = 60,
) -> Series:
    """Opens a party night, with its host in it. `games` have `game`, `options` and `size` each."""
    admit(user)
    if name:
        check_may_talk(user)
    items = good_programme(games)
    made = _save(
        user,
        Series(
            kind=Series.Kind.NIGHT,
            name=good_name(name or f"{user.username}’s night"),
            host=user,
            programme=codec.dump(items),
            public=False,
            programs=False,
            most=limits.PEOPLE_OF_NIGHT,
            break_seconds=break_seconds,
            grace_seconds=grace_seconds,
            starts_at=database_now(),
        ),
    )
    entrant = Entrant.objects.create(series=made)
    Member.objects.create(series=made, entrant=entrant, user=user)
    return made


def good_programme(games: Sequence[Mapping[str, Any]]) -> list[Item]:
    """The games of a night in their order. Everybody plays alone, so nobody is left over."""
    check_length(games)
    items = [
        good_item(each["game"], each.get("options"), each.get("size"), rated=False)
        for each in games
    ]
    if any(in_teams(item) for item in items):
        raise refusals.NoTeamsAtNight
    return items


def check_may_make(user: User) -> None:
    admit(user)
    check_may_talk(user)  # for it has a name, and everybody reads it
    if user.is_guest:
        raise refusals.GuestsPlayNights
    yours = karma.value_of(user.pk)
    if not user.is_staff and yours < limits.KARMA_OF_MAKERS:
        raise refusals.KarmaForMakers(least=limits.KARMA_OF_MAKERS, yours=yours)


def good_name(name: str) -> str:
    name = clean(name[:300])
    if not name or len(name) > 60:
        raise refusals.NoName
    return name


@transaction.atomic
def _save(user: User, series: Series) -> Series:
    admit(lock_person(user.pk))  # as they are now, and one series of theirs at a time
    if not user.is_staff:
        limits.MADE.take(user.pk)
        mine = Series.objects.filter(host=user, status__in=LASTING).count()
        if mine >= limits.PLANNED:
            raise refusals.TooManySeries(most=limits.PLANNED)
    save_with_new_code(series)
    log(series, user, "made")
    return series


LASTING = (Series.Status.PLANNED, Series.Status.RUNNING, Series.Status.PAUSED)


def save_with_new_code(series: Series) -> None:
    for _attempt in range(20):
        series.code = new_code()
        try:
            with transaction.atomic():
                series.save()
            return
        except IntegrityError:
            if not Series.objects.filter(code=series.code).exists():
                raise
    raise RuntimeError("no free code of a series")


@transaction.atomic
def call_off(series_id: int, user: User | None, reason: str = "") -> None:
    """Its maker or the house cancels a series that has not begun. Everybody in it is told."""
    series = lock_series(series_id)
    if user is not None and user.pk != series.host_id and not user.is_staff:
        raise refusals.HostOnly
    if series.status != Series.Status.PLANNED:
        raise refusals.HasBegun
    log(series, user, "called off", reason)
    ending.call_off(series)


@transaction.atomic
def repeat_next_week(series_id: int) -> Series | None:
    """Plans the next one of a weekly series once this one has begun. None: there is one."""
    series = lock_series(series_id)
    if not series.weekly or series.status == Series.Status.PLANNED:
        return None
    if Series.objects.filter(previous=series).exists():
        return None
    put_off = series.log.filter(what="extended a series", at__lt=series.started_at or Now())
    late = sum(line.details["minutes"] for line in put_off)  # this week alone
    starts_at, now = series.starts_at - timedelta(minutes=late), database_now()
    while starts_at <= now:
        starts_at += timedelta(days=7)
    kept = {name: getattr(series, name) for name in REPEATED}
    following = Series(previous=series, starts_at=starts_at, deadline=starts_at, **kept)
    save_with_new_code(following)
    return following


REPEATED = (
    *("kind", "name", "host", "programme", "public", "rated", "most", "rounds", "minutes"),
    *("break_seconds", "grace_seconds", "weekly", *CONDITIONS),
)

"""Selectors of friends, the people one follows: who is online, at which table, whom to invite."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.notices import selectors as friends
from games.models import Lease
from lobby.models import Chair, Mute, Table
from lobby.selectors import seconds_ago

SHOWN = 200
OFFERED = 12
"""Faces beside a free chair; others are invited by name."""

INVITED_AGAIN = 300
"""Seconds after which the same person may be invited to the same table again."""


@dataclass(frozen=True)
class Friend:
    """Somebody one follows, as far as they wish to be seen."""

    user: User
    online: bool = False
    table: Table | None = None
    invited: bool = False


def friends_of(user: User) -> list[Friend]:
    """Those at a table first, then those online, then the others; each by name.

    Nothing is told of somebody who does not wish it or has muted the one who asks; of a private
    table never.
    """
    people = list(
        friends.followed_by(user)
        .select_related("wishes")
        .annotate(mutes=Exists(Mute.objects.filter(user=OuterRef("pk"), muted=user)))[:SHOWN]
    )
    seen = [person.pk for person in people if _wishes_to_be_seen(person)]
    online = set(_leases().filter(user__in=seen).values_list("user_id", flat=True))
    tables = _public_tables_of(seen)
    found = [
        Friend(person, person.pk in online, tables.get(person.pk) if person.pk in online else None)
        for person in people
    ]
    return sorted(found, key=lambda each: (each.table is None, not each.online))


def _wishes_to_be_seen(person: User) -> bool:
    wishes = getattr(person, "wishes", None)
    mutes = person.mutes  # type: ignore[attr-defined]
    return not mutes and (wishes is None or wishes.show_online)


def _leases() -> QuerySet[Lease]:
    return Lease.objects.filter(expires_at__gt=Now())


def _public_tables_of(ids: list[int]) -> dict[int, Table]:
    """By person. Whoever plays somewhere is there, rather than where they also wait."""
    sitting = Prefetch("chairs", Chair.objects.filter(user__in=ids), to_attr="sitting")
    rows = Table.objects.filter(public=True, chairs__user__in=ids).distinct()
    found: dict[int, Table] = {}
    for table in rows.exclude(status=Table.Status.CLOSED).prefetch_related(sitting):
        for chair in table.sitting:
            if chair.user_id not in found or table.status == Table.Status.PLAYING:
                found[chair.user_id] = table
    return found


def to_invite(table: Table, user: User) -> list[Friend]:
    """Friends who do not sit here, those who are online first; and who was asked just now."""
    seated = set(table.chairs.values_list("user_id", flat=True))
    recent = table.invitations.filter(at__gt=seconds_ago(INVITED_AGAIN))
    asked = set(recent.values_list("user_id", flat=True))
    found = [each for each in friends_of(user) if each.user.pk not in seated]
    return [
        Friend(each.user, each.online, each.table, each.user.pk in asked)
        for each in sorted(found, key=lambda each: not each.online)[:OFFERED]
    ]

"""Sanction queries: what lies on a person now, and what did before."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.people.names import skeleton
from accounts.sanctions.models import Kind, Sanction


def running(user_id: int, kind: Kind) -> Sanction | None:
    """The one of this kind that is in force now."""
    rows = Sanction.objects.filter(user=user_id, kind=kind, lifted_at=None)
    return rows.filter(until__gt=timezone.now()).order_by("-until").first()


def of(user: User) -> QuerySet[Sanction]:
    return Sanction.objects.filter(user=user).select_related("appeal").order_by("-id")


def to_tell(user_id: int) -> list[Sanction]:
    """What every page says at its top: unread warnings and renames, silence, no rated tables."""
    now = timezone.now()
    unread = Q(kind__in=[Kind.WARNING, Kind.RENAME], read_at=None)
    lasting = Q(kind__in=[Kind.MUTE, Kind.UNRATED], until__gt=now)
    rows = Sanction.objects.filter(unread | lasting, user=user_id, lifted_at=None)
    return list(rows.order_by("-id"))


def name_to_choose(user: User) -> Sanction | None:
    """The rename after which this person has not chosen a name yet."""
    rows = Sanction.objects.filter(user=user, kind=Kind.RENAME, lifted_at=None, new_name="")
    return rows.order_by("-id").first()


def is_retired(name: str) -> bool:
    """A name that the house took from somebody, or one that looks like it."""
    return Sanction.objects.filter(
        kind=Kind.RENAME, old_name_key=skeleton(name), lifted_at=None
    ).exists()


def suspended(user_ids: list[int]) -> list[int]:
    """Those among these people who may not play rated matches now."""
    rows = User.objects.filter(pk__in=user_ids, unrated_until__gt=timezone.now())
    return list(rows.values_list("pk", flat=True))

"""Karma queries: the score, its entries, and until when somebody plays friendly only."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.karma import scoring
from accounts.karma.models import START, Entry, KarmaScore
from accounts.models import User


@dataclass(frozen=True)
class CoolDown:
    """Somebody left too often. Rated tables wait until this moment."""

    left: int
    until: datetime
    wait: timedelta


def value_of(user_id: int) -> int:
    found = KarmaScore.objects.filter(user_id=user_id).values_list("value", flat=True).first()
    return START if found is None else found


def is_new(user_id: int) -> bool:
    """Nothing is known yet."""
    return not Entry.objects.filter(user_id=user_id).exists()


def entries_of(user: User) -> QuerySet[Entry]:
    rows = Entry.objects.filter(user=user).order_by("-pk")
    return rows.select_related("appeal", "reversed_by", "reverses")


def cool_down_of(user_id: int) -> CoolDown | None:
    """Counted from the matches left within the last week; what was taken back does not count."""
    rows = (
        Entry.objects.filter(user_id=user_id, kind=Entry.Kind.LEFT, reversed_by__isnull=True)
        .filter(at__gt=Now() - scoring.WINDOW)
        .order_by("-at")
        .values_list("at", Now())
    )
    found = list(rows)
    if not found:
        return None
    last, now = found[0]
    until = last + scoring.cool_down(len(found))
    return CoolDown(len(found), until, until - now) if until > now else None

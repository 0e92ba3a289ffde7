"""Queries of notices: what waits for somebody, whom they follow, how they wish to be found."""

from dataclasses import dataclass

from django.db.models import Count, Max, QuerySet

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.models import Follow, Notice, Wishes


@dataclass(frozen=True)
class Bell:
    """What the bell shows: how many notices are unread, and the newest of them."""

    unread: int = 0
    newest: int = 0
    words: str = ""
    url: str = ""


def mark(user_id: int) -> tuple[int, int]:
    """How many are unread, and the number of the newest: changes whenever the bell does."""
    rows = Notice.objects.filter(user_id=user_id, read_at=None)
    found = rows.aggregate(unread=Count("pk"), newest=Max("pk"))
    return found["unread"], found["newest"] or 0


def bell(user_id: int) -> Bell:
    unread, newest = mark(user_id)
    row = Notice.objects.filter(pk=newest).first() if newest else None
    if row is None:
        return Bell()
    return Bell(unread, newest, kinds.words(row.kind, row.params), row.url)


def notices_of(user: User) -> QuerySet[Notice]:
    return Notice.objects.filter(user=user).order_by("-pk")


def wishes_of(user_id: int) -> Wishes:
    return Wishes.objects.filter(user_id=user_id).first() or Wishes(user_id=user_id)


def follows(user_id: int, other_id: int) -> bool:
    return Follow.objects.filter(user_id=user_id, followed_id=other_id).exists()


def followed_by(user: User) -> QuerySet[User]:
    """Whom this person follows, by name."""
    return User.objects.filter(followers__user=user, is_active=True).order_by("username")


def takes_invitations(user_id: int, from_id: int) -> bool:
    wish = wishes_of(user_id).invites
    if wish == Wishes.Invites.FOLLOWED:
        return follows(user_id, from_id)
    return wish == Wishes.Invites.EVERYBODY

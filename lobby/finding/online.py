"""Selectors of who is online: how many, and some who wish to be seen."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from accounts.models import User
from accounts.notices.models import Wishes
from games.models import Lease

FACES = 7

EXACT = 20
"""From here on the number is told in tens, so that not everybody who comes changes every page."""


@dataclass(frozen=True)
class Online:
    """Who has a page of ours open, visitors without an account left out."""

    count: int
    many: bool
    faces: list[User]

    @property
    def mark(self) -> str:
        return f"{self.count} {' '.join(user.username for user in self.faces)}"


def read_online() -> Online:
    here = Lease.objects.filter(user__isnull=False, expires_at__gt=Now())
    count = here.values("user").distinct().count()
    hidden = Wishes.objects.filter(user=OuterRef("pk"), show_online=False)
    people = User.objects.filter(Q(is_bot=False, is_active=True), ~Exists(hidden))
    seen = people.filter(Exists(here.filter(user=OuterRef("pk")))).order_by("pk")
    many = count >= EXACT
    return Online(count // 10 * 10 if many else count, many, list(seen[:FACES]))

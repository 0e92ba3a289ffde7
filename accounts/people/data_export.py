"""Data export: everything stored about a person, for that person. Each app registers its part."""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.utils import timezone

from accounts.models import User

Collect = Callable[[User], Any]

_parts: dict[str, Collect] = {}


def register(name: str, collect: Collect) -> None:
    """Adds a part. `collect` returns what JSON can hold (dates and decimals included)."""
    if _parts.get(name, collect) is not collect:
        raise ValueError(f"The export already has a part called {name!r}.")
    _parts[name] = collect


def collect_all(user: User) -> dict[str, Any]:
    return {"made_at": timezone.now(), **{name: part(user) for name, part in _parts.items()}}


def _account(user: User) -> dict[str, Any]:
    return {
        "name": user.username,
        "member_since": user.date_joined,
        "last_login": user.last_login,
        "email_addresses": list(
            EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
        ),
        "two_step_sign_in": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
    }


def _preferences(user: User) -> dict[str, Any]:
    return {
        name: getattr(user, name)
        for name in (
            "language",
            "theme",
            "deck",
            "speed",
            "sound",
            "confirm_moves",
            "play_forced",
            "big_cards",
            "avatar_hue",
            "avatar_shape",
        )
    }


register("account", _account)
register("preferences", _preferences)

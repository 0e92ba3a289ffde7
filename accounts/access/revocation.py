"""Revocation of access: whose ended and why, told to everybody who holds a connection of theirs."""

from enum import StrEnum

from django.db import transaction

from accounts.models import User
from accounts.signals import access_revoked


class Why(StrEnum):
    """Why a person's access ended."""

    BANNED = "banned"
    DEACTIVATED = "deactivated"
    PASSWORD = "password"
    LOGGED_OUT = "logged-out"
    CLOSED = "closed"


def revoke(user: User, why: Why, session_key: str | None = None) -> None:
    """Tells it once the change is really stored. A key names the one session that ended."""
    transaction.on_commit(
        lambda: access_revoked.send_robust(sender=User, user=user, why=why, session_key=session_key)
    )

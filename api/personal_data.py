"""A person's tokens and bot accounts, for their own export. The texts are kept nowhere."""

from typing import Any

from accounts.models import User
from accounts.people import data_export
from api.models import Program, Token


def collect(user: User) -> dict[str, Any]:
    return {
        "tokens": list(
            Token.objects.filter(user=user)
            .order_by("pk")
            .values("name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at")
        ),
        "bots": list(
            Program.objects.filter(owner=user).order_by("pk").values("user__username", "created_at")
        ),
    }


data_export.register("programs", collect)

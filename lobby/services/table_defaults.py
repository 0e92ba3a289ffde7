"""Defaults of a new table: what somebody chose the last time; the next one begins with it."""

from typing import Any

from accounts.models import User
from lobby.models import TableDefaults


def remember(user: User, game: str, company: str, chosen: dict[str, Any]) -> None:
    TableDefaults.objects.update_or_create(
        user=user, game=game, company=company, defaults={"chosen": chosen}
    )


def chosen_last(user: User | None, game: str, company: str) -> dict[str, Any]:
    """The fields of the form by name; empty for who has chosen nothing yet."""
    rows = TableDefaults.objects.filter(user=user, game=game, company=company)
    found = rows.values_list("chosen", flat=True).first()
    return dict(found or {})

"""Data export of the lobby: what it knows about a person, for that person."""

from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.people import data_export
from lobby.models import Chair, ChatLine, Invitation, Mute, TableDefaults


def collect(user: User) -> dict[str, Any]:
    return {
        "chairs": list(Chair.objects.filter(user=user).values("table__code", "joined_at")),
        "said": list(
            ChatLine.objects.filter(user=user)
            .order_by("pk")
            .values("table__code", "text", "phrase", "at", "removed_at")
        ),
        "invitations": list(
            Invitation.objects.filter(Q(user=user) | Q(by=user))
            .order_by("pk")
            .values("table__code", "by__username", "user__username", "at")
        ),
        "table defaults": list(
            TableDefaults.objects.filter(user=user)
            .order_by("pk")
            .values("game", "company", "chosen")
        ),
        "muted": list(Mute.objects.filter(user=user).values_list("muted__username", flat=True)),
    }


data_export.register("lobby", collect)

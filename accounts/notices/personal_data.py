"""Data export of follows and notices: one person's, for that person."""

from typing import Any

from accounts.models import User
from accounts.notices import kinds, selectors
from accounts.notices.models import Follow, Notice
from accounts.people import data_export


def collect(user: User) -> dict[str, Any]:
    wishes = selectors.wishes_of(user.pk)
    notices = Notice.objects.filter(user=user).order_by("pk")
    return {
        "follows": list(
            Follow.objects.filter(user=user).order_by("at").values("followed__username", "at")
        ),
        "show_online": wishes.show_online,
        "invites": wishes.invites,
        "notices": [
            {
                "words": kinds.words(one.kind, one.params),
                "url": one.url,
                "at": one.at,
                "read_at": one.read_at,
            }
            for one in notices
        ],
    }


data_export.register("friends and notices", collect)

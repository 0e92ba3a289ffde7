"""How often somebody may do something. Counted in the cache; without it, nobody is kept out.

The chat is the exception: where the cache is away, its lines are counted in the database.
"""

import logging
import time
from datetime import timedelta

from django.core.cache import cache
from django.db.models.functions import Now

from accounts.models import User
from lobby.models import ChatLine

log = logging.getLogger("courtyard.limits")

CHAT = (5, 10)  # lines, seconds
TABLES = (10, 60)
GUESSES = (30, 60)  # codes that no table has
INVITATIONS = (10, 60)


def too_many(what: str, who: object, limit: tuple[int, int]) -> bool | None:
    """Counts one more. None: the cache is away and nothing was counted."""
    most, seconds = limit
    key = f"limit:{what}:{who}:{int(time.time() // seconds)}"
    try:
        cache.add(key, 0, timeout=seconds * 2)
        return bool(cache.incr(key) > most)
    except Exception as error:
        log.warning("limits are not counted: %s", type(error).__name__)
        return None


def talks_too_much(user: User) -> bool:
    counted = too_many("chat", user.pk, CHAT)
    if counted is not None:
        return counted
    most, seconds = CHAT
    since = Now() - timedelta(seconds=seconds)
    return ChatLine.objects.filter(user=user, at__gt=since).count() >= most

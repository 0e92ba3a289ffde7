"""Serializers of tables and the people at them."""

from typing import Any

from django.conf import settings

from accounts.models import User
from accounts.people.display import display_name
from games.engine import codec
from lobby import selectors as tables
from lobby.models import Chair, Table
from lobby.room import stage


def serialize_person(user: User) -> dict[str, Any]:
    return {
        "name": display_name(user),
        "isBot": user.is_bot and not user.has_left,
        "isGuest": user.is_guest,
    }


def serialize_table(found: Table, user: User, chairs: list[Chair] | None = None) -> dict[str, Any]:
    """A table. Who sits at a private one is told to those who sit or can sit there."""
    if chairs is None:
        chairs = tables.chairs_of(found)
    looks = stage.may_look(found, user, chairs)
    return {
        "code": found.code,
        "game": found.game,
        "options": public_options(found),
        "seats": found.seats,
        "free": found.seats - len(chairs),
        "public": found.public,
        "rated": found.rated,
        "allowsGuests": found.allows_guests and not found.rated,
        "leaver": found.leaver,
        "minKarma": found.min_karma,
        "beginners": found.beginners,
        "botsAt": found.bots_at,
        "status": found.status,
        "owner": display_name(found.owner) if found.owner and looks else None,
        "chairs": [
            {
                "index": chair.index,
                "user": serialize_person(chair.user),
                "level": chair.level,
                "ready": chair.ready,
            }
            for chair in (chairs if looks else ())
        ],
        "match": found.match_id if looks else None,
        "seal": found.commitment,
        "url": f"{settings.SITE_URL}{found.get_absolute_url()}",
    }


def public_options(found: Table) -> dict[str, Any]:
    """The options without those that the game keeps to itself."""
    secret = codec.secret_names(found.rules)
    return {name: value for name, value in found.options.items() if name not in secret}

"""People on a picture: a name and an avatar, as plain values."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people.avatar import NOBODY, Avatar, avatar_of
from accounts.people.display import display_name


@dataclass(frozen=True)
class Person:
    name: str
    avatar: Avatar


def person_of(user: User | None) -> Person:
    """Somebody as everybody may see them: bots and guests are marked, who left has no face."""
    name = display_name(user)
    if user is not None and user.is_guest:
        name = _("%(name)s (guest)") % {"name": name}
    if user is None or user.has_left:
        return Person(name, NOBODY)
    if user.is_bot:
        name = _("%(name)s (bot)") % {"name": name}
    return Person(name, avatar_of(user.username, user.avatar_hue, user.avatar_shape))

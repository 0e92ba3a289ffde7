"""House accounts: the bots that live here, and those that stand for local players."""

from accounts.models import User
from accounts.people.names import BOT_NAMES, validate_shape

GENTLE, SHARP = "gentle", "sharp"

LOCAL = "local"
"""In the place of a level: no bot, but a local player, who sits in the room without an account."""

# Every second name is at home at the gentler level, so that both have company.
HOME_LEVELS = {name: (GENTLE, SHARP)[place % 2] for place, name in enumerate(BOT_NAMES)}


def bot_player(name: str, level: str) -> User:
    """The house bot of this name and level, made on first use.

    One bot has one level, so that its results mean something: `Nar` plays at its home level, and
    at another level it is a bot of its own, `Nar-sharp`.
    """
    if name not in HOME_LEVELS:
        raise ValueError(f"No house bot is called {name!r}.")
    username = name if level == HOME_LEVELS[name] else f"{name}-{level}"
    validate_shape(username)
    bot, made = User.objects.get_or_create(
        username=username, defaults={"is_bot": True, "bot_level": level}
    )
    if made:
        bot.set_unusable_password()
        bot.save(update_fields=["password"])
    return bot


def local_player(number: int) -> User:
    """An account that stands for a local player. Nobody can sign in to it.

    It is the house's own, like a bot, so it is in no list of people; a table knows the name.
    """
    local, made = User.objects.get_or_create(
        username=f"Courtyard-local-{number}", defaults={"is_bot": True, "bot_level": LOCAL}
    )
    if made:
        local.set_unusable_password()
        local.save(update_fields=["password"])
    return local


def dressed(user: User, name: str) -> User:
    """A local player as the room knows them: this copy goes by the name they gave."""
    if name:
        user.username, user.is_bot = name, False
        user.avatar_hue = user.avatar_shape = None
    return user


def bots_at(level: str, besides: set[int] | frozenset[int] = frozenset()) -> list[User]:
    """The bots of one level that are not among `besides` (ids), those at home there first."""
    names = sorted(BOT_NAMES, key=lambda name: HOME_LEVELS[name] != level)
    return [bot for name in names if (bot := bot_player(name, level)).pk not in besides]

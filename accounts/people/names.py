"""Name validation: what a name may look like, which look alike, and which nobody may have."""

import re

from django.core.exceptions import ValidationError
from django.db.models import F, Func, Value
from django.db.models.functions import Lower, Replace
from django.utils.translation import gettext_lazy as _

PATTERN = r"^[A-Za-z][A-Za-z0-9_-]{2,19}$"

# Applied in this order to the name in small letters. Python and Postgres both read this table, so
# the key in the database and the key in a check are one and the same.
LOOKALIKES = (
    ("_", ""),
    ("-", ""),
    ("0", "o"),
    ("1", "l"),
    ("|", "l"),
    ("i", "l"),
    ("5", "s"),
    ("vv", "w"),
    ("rn", "m"),
)

# Digits read as letters. Too strict for telling two people apart, right for protecting a title.
LEET = str.maketrans("234678", "zeagtb")

# Refused wherever they stand as a word of their own: `admin`, `Real-Admin`, `adm1n_team`.
# fmt: off
TITLES = frozenset([
    "admin", "administrator", "anonymous", "arbiter", "bot", "courtyard", "croupier", "dealer",
    "deleted", "guest", "host", "judge", "mod", "moderator", "moderation", "official", "referee",
    "root", "security", "staff", "superuser", "support", "system", "webmaster",
])

# Refused as whole names only: words of the site, and words that mean nobody in particular.
WORDS = frozenset([
    "clock", "computer", "everyone", "help", "house", "info", "me", "nobody", "noreply",
    "null", "owner", "server", "settings", "site", "somebody", "team", "undefined", "user",
])
# fmt: on

# Played by the house. Fruit, spices and small birds from Arabic, Hebrew and Azerbaijani homes.
BOT_NAMES = (
    "Nar",
    "Rimon",
    "Rumman",
    "Zafran",
    "Durna",
    "Sumaq",
    "Bulbul",
    "Zeytun",
    "Tapuz",
    "Egoz",
    "Heyva",
    "Zaatar",
)


def skeleton(name: str) -> str:
    """What a name looks like at a glance; two people never share one."""
    key = name.casefold()
    for written, seen in LOOKALIKES:
        key = key.replace(written, seen)
    return key


def skeleton_in_database(field: str) -> Func:
    """The same rule as an expression, so that Postgres itself keeps the key right."""
    key: Func = Lower(F(field))
    for written, seen in LOOKALIKES:
        key = Replace(key, Value(written), Value(seen))
    return key


def _parts(name: str) -> set[str]:
    """The words a reader sees: `Real-Admin7`, `realAdmin` and `adm1n_x` all hold `admin`."""
    pieces = {name, *re.split(r"[_-]", name)}
    pieces.update(re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name))
    return pieces | {piece.rstrip("0123456789") for piece in pieces}


def is_reserved(name: str) -> bool:
    """A title of the house, or the name of a house bot, in any disguise."""
    parts = _parts(name)
    keys = {skeleton(reading) for part in parts for reading in (part, part.translate(LEET))}
    return bool(keys & _TITLE_KEYS) or skeleton(name) in _WORD_KEYS


_TITLE_KEYS = frozenset(skeleton(word) for word in (*TITLES, *BOT_NAMES))
_WORD_KEYS = frozenset(skeleton(word) for word in WORDS)


def validate_shape(name: str) -> None:
    """The shape of a name, for everybody: people, bots and the departed."""
    if not 3 <= len(name) <= 20:
        raise ValidationError(_("A name has 3 to 20 characters."), code="length")
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise ValidationError(
            _("A name is made of the letters A to Z, digits, _ and -."), code="characters"
        )
    if not name[0].isalpha():
        raise ValidationError(_("A name starts with a letter."), code="start")


def validate_free_for_people(name: str) -> None:
    """A name a person may choose: right in shape and not one of the house's own."""
    validate_shape(name)
    if is_reserved(name):
        raise ValidationError(
            _("This name could be taken for the house. Please choose another."), code="reserved"
        )

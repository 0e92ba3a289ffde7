"""Registry of notice kinds: a sentence with named places each; every app brings its own.

`register("invited", _("%(name)s invites you to a table."), icon="user-plus")`, once, when the app
is ready. `translated` names the places that hold words of ours, such as the name of a game. With
`push` it is also sent to who is not here (`accounts.push`).
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

log = logging.getLogger("courtyard.notices")


@dataclass(frozen=True)
class Push:
    """How a kind is sent to who is not here: what it is called in the settings, and until when it
    is of use. `mail_after`: a mail follows if it was neither seen nor pushed by then."""

    label: Any
    keeps: timedelta
    mail_after: timedelta | None = None


@dataclass(frozen=True)
class Kind:
    sentence: Any
    icon: str = "bell"
    translated: tuple[str, ...] = ()
    push: Push | None = None


_kinds: dict[str, Kind] = {}


def register(
    key: str,
    sentence: Any,
    *,
    icon: str = "bell",
    translated: tuple[str, ...] = (),
    push: Push | None = None,
) -> None:
    _kinds[key] = Kind(sentence, icon, translated, push)


def pushed() -> dict[str, Push]:
    """The kinds that are sent to who is not here."""
    return {key: kind.push for key, kind in _kinds.items() if kind.push is not None}


def words(key: str, params: Mapping[str, Any]) -> str:
    """The sentence in the reader's language. A kind nobody knows may bring its own `text`."""
    kind = _kinds.get(key)
    if kind is None:
        return gettext(str(params["text"])) if params.get("text") else gettext("There is news.")
    filled = {
        name: gettext(value) if name in kind.translated and value else value
        for name, value in params.items()
    }
    try:
        return str(kind.sentence) % filled
    except (KeyError, TypeError, ValueError):
        log.error("the notice %r does not fit its sentence", key)
        return gettext("There is news.")


def icon(key: str) -> str:
    kind = _kinds.get(key)
    return kind.icon if kind else "bell"


register("house", _("%(text)s"), icon="info", translated=("text",))
register("followed", _("%(name)s follows you now."), icon="user-plus")

"""Values to plain JSON and back. Keys are camelCase on the wire."""

from typing import Any

import msgspec

from games.engine.contract import Reason, Rules, gettext_noop
from games.engine.errors import InvalidMove, InvalidOptions


def dump(value: Any) -> Any:
    """Any value as plain JSON: dicts, lists, strings, numbers, true, false, null."""
    return msgspec.json.decode(msgspec.json.encode(value))


def load(data: Any, type_: Any) -> Any:
    """What `dump` gave, as the value it was."""
    return msgspec.convert(data, type_, strict=True)


def load_move(rules: Rules, data: Any) -> Any:
    """A wire object as a move of this game, or `InvalidMove` with what is wrong with it."""
    try:
        return msgspec.convert(data, rules.AnyMove, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        text = gettext_noop("That is not a move of this game: %(detail)s.")
        raise InvalidMove(Reason(text, {"detail": str(error)[:200]})) from None


def load_options(rules: Rules, data: Any) -> Any:
    """A wire object as this game's options, or `InvalidOptions`. What is missing is the default."""
    try:
        return msgspec.convert(data, rules.Options, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        text = gettext_noop("These table options do not exist: %(detail)s.")
        raise InvalidOptions(Reason(text, {"detail": str(error)[:200]})) from None

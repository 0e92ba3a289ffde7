"""Values to plain JSON and back. Keys are camelCase on the wire."""

from typing import Any

import msgspec

from games.engine.contract import Reason, Rules, gettext_noop
from games.engine.errors import InvalidMove, InvalidOptions
from games.engine.options import secret_options


def dump(value: Any) -> Any:
    """Any value as plain JSON: dicts, lists, strings, numbers, true, false, null."""
    return msgspec.json.decode(msgspec.json.encode(value))


def load(data: Any, type_: Any) -> Any:
    """What `dump` gave, as the value it was."""
    return msgspec.convert(data, type_, strict=True)


def part_options(rules: Rules, options: Any) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Options as they may be shown, and apart from them the secret ones, if the game has any."""
    shown = dump(options)
    secret = {name: shown.pop(name) for name in secret_names(rules) if name in shown}
    return shown, secret or None


def secret_names(rules: Rules) -> tuple[str, ...]:
    """The secret options as they are called on the wire."""
    names = secret_options(rules)
    fields = msgspec.structs.fields(rules.Options)
    return tuple(field.encode_name for field in fields if field.name in names)


def load_move(rules: Rules, data: Any) -> Any:
    """A wire object as a move of this game, or `InvalidMove` with what is wrong with it."""
    try:
        return msgspec.convert(data, rules.AnyMove, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        text = gettext_noop("That is not a move of this game: %(detail)s.")
        raise InvalidMove(Reason(text, {"detail": str(error)[:200]})) from None


def load_options(rules: Rules, data: Any) -> Any:
    """A wire object as this game's options, or `InvalidOptions`. What is missing is the default.

    What the server alone fills in is refused like an option that does not exist.
    """
    for name in secret_names(rules):
        if isinstance(data, dict) and name in data:
            text = gettext_noop("These table options do not exist: %(detail)s.")
            raise InvalidOptions(Reason(text, {"detail": name}))
    try:
        return msgspec.convert(data, rules.Options, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        text = gettext_noop("These table options do not exist: %(detail)s.")
        raise InvalidOptions(Reason(text, {"detail": str(error)[:200]})) from None

"""Table options: what a table may agree on, which values each option lists, and their labels.

A game's `Options` is a subclass of `TableOptions`. A form, the API and the laws all read the same
annotations: `option` gives an option its title and a label for each of its values.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Self

import msgspec

from games.engine.contract import Rules, Value, gettext_noop

LIVE_BELOW = 3600
"""A turn clock shorter than this is live: people are expected to be at the table."""


def option(title: str, labels: Mapping[Any, str] | None = None, **notes: Any) -> msgspec.Meta:
    """The annotation of an option: its title, a label a value, and further notes.

    `hidden`: no form asks for it. `secret`: moreover nobody may give or read it; the server fills
    it in when a match starts, and it stays with the match. `choices` lists the values of an option
    whose type does not. `unset`: what it means when it is not given, as in matches from before it.
    """
    extra = ({"labels": dict(labels)} if labels else {}) | notes
    return msgspec.Meta(title=title, extra=extra or None)


class TableOptions(Value, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options every game has."""

    turn_seconds: Annotated[
        Literal[30, 45, 60, 86400, 259200],
        option(
            gettext_noop("Turn clock"),
            {
                30: gettext_noop("30 seconds"),
                45: gettext_noop("45 seconds"),
                60: gettext_noop("60 seconds"),
                86400: gettext_noop("24 hours, for a slow game"),
                259200: gettext_noop("3 days, for a very slow game"),
            },
        ),
    ] = 45

    @property
    def live(self) -> bool:
        return self.turn_seconds < LIVE_BELOW

    def at_start(self, one_room: bool = False) -> Self:
        """The options of a new match, with what came into the game later and no form asks.

        It is unset by default, so that a log from before plays on as it did. In one room nobody
        but the host has a screen.
        """
        return self


def options_of(rules: Rules) -> Mapping[str, msgspec.structs.FieldInfo]:
    """The game's options by name, in the order they are written."""
    return {field.name: field for field in msgspec.structs.fields(rules.Options)}


def option_notes(field: msgspec.structs.FieldInfo) -> dict[str, Any]:
    """What the rules note beside an option: its title, labels, and whether it is shown at all."""
    notes: dict[str, Any] = {}
    info = msgspec.inspect.type_info(field.type)
    while isinstance(info, msgspec.inspect.Metadata):
        notes = (info.extra_json_schema or {}) | (info.extra or {}) | notes
        info = info.type
    return notes


def secret_options(rules: Rules) -> tuple[str, ...]:
    """The names of the options that only the server fills in and nobody is shown."""
    names: tuple[str, ...] = _secret_options(rules.Options)  # type: ignore[arg-type]
    return names


@cache
def _secret_options(options: Any) -> tuple[str, ...]:
    fields = msgspec.structs.fields(options)
    return tuple(field.name for field in fields if option_notes(field).get("secret"))


def choices(type_: Any) -> tuple[Any, ...]:
    """The values an option lists, whatever wraps them."""
    info = msgspec.inspect.type_info(type_)
    while isinstance(info, msgspec.inspect.Metadata):
        if listed := (info.extra or {}).get("choices"):
            return tuple(listed)
        info = info.type
    parts = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    values: list[Any] = []
    for part in parts:
        if isinstance(part, msgspec.inspect.LiteralType):
            values += part.values
        elif isinstance(part, msgspec.inspect.BoolType):
            values += [False, True]
        elif isinstance(part, msgspec.inspect.NoneType):
            values.append(None)
    return tuple(values)


def option_sets(rules: Rules) -> Iterator[Any]:
    """The default options, and each other value of each option by itself."""
    default = rules.Options()
    seen = [default]
    yield default
    for field in msgspec.structs.fields(rules.Options):
        for value in choices(field.type):
            options = msgspec.structs.replace(default, **{field.name: value})
            if options not in seen:
                seen.append(options)
                yield options

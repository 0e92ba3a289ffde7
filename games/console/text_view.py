"""A view as text: a seat's view in lines of names and numbers, whatever the game."""

import re
from collections.abc import Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from django.utils.translation import gettext as _

from games.engine import codec
from games.engine.contract import Seat
from games.page.plain_text import TEXT_STYLE
from games.page.wording import RANKS, SUITS, card_short

CARD = re.compile(rf"({'|'.join(RANKS)})[{''.join(SUITS)}]")
WIDEST = 180
LAST = ("hand",)
"""What one looks at last, next to the choices."""
PLAYERS = "Players"


def text_view(view: Any, names: Sequence[str]) -> list[str]:
    """A line for each thing that is there; what is empty is left out."""
    told = codec.dump(view)
    chairs = seat_fields(type(view))
    order = sorted(told, key=lambda name: name in LAST)
    lines: list[str] = []
    for name in order:
        value = told[name]
        if value in (None, [], {}, ""):
            continue
        if name in chairs:
            value = names[value]
        if is_by_seat(value, names):
            lines += by_seat(title(name), value, names)
        else:
            lines.append(f"{title(name)}: {shortened(in_words(value))}")
    return lines


def seat_fields(view: type[Any]) -> frozenset[str]:
    """What holds the number of a chair, by its name on the wire."""
    types = get_type_hints(view)
    fields = msgspec.structs.fields(view)
    return frozenset(
        field.encode_name
        for field in fields
        if types[field.name] is Seat or Seat in get_args(types[field.name])
        if get_origin(types[field.name]) in (None, Union, UnionType)
    )


def is_by_seat(value: Any, names: Sequence[str]) -> bool:
    """As many as there are players, and numbers or descriptions: one for each of them."""
    return (
        isinstance(value, list)
        and len(value) in (len(names), len(names) - 1)
        and all(isinstance(each, dict | int | list) for each in value)
    )


def by_seat(name: str, value: list[Any], names: Sequence[str]) -> list[str]:
    if all(isinstance(each, int) for each in value):
        parts = [f"{who} {each}" for who, each in zip(names, value, strict=False)]
        return [f"{name}: " + ", ".join(parts)]
    name = "" if name == PLAYERS else f"{name}, "
    return [
        f"{name}{who}: {shortened(in_words(each))}"
        for who, each in zip(names, value, strict=False)
        if each
    ]


def title(name: str) -> str:
    """Such as "Hand count" for handCount."""
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()
    return words[:1].upper() + words[1:]


def in_words(value: Any) -> str:
    match value:
        case True:
            return _("yes")
        case False:
            return _("no")
        case None:
            return "–"
        case str():
            return card(value)
        case list():
            parts = [in_words(each) for each in value]
            return (", " if any(" " in part for part in parts) else " ").join(parts) or "–"
        case dict():
            return of_dict(value)
        case _:
            return str(value)


def of_dict(value: dict[str, Any]) -> str:
    """A thing with one name is its name; anything else is told part by part."""
    texts = [each for each in value.values() if isinstance(each, str)]
    simple = all(isinstance(each, str | int | None) for each in value.values())
    if len(texts) == 1 and simple and len(value) == 2:
        return card(texts[0])
    parts = [
        f"{title(name).lower()} {in_words(each)}"
        for name, each in value.items()
        if each not in (None, [], {})
    ]
    return ", ".join(parts) or "–"


def card(text: str) -> str:
    return card_short(text).replace(TEXT_STYLE, "") if CARD.fullmatch(text) else text


def shortened(text: str) -> str:
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"

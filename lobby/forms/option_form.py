"""Form fields of a game's options, and what was chosen back in wire form.

Everything is read from the rules: values, titles and labels. An option that is a value of its own
brings its parts as fields; one that is a list lets choose several. What is hidden or secret, or
lists nothing to choose from, is not asked; what `needs` another choice ("mode=open") is shown only
beside that. A `link` (the name of a door, and words) leads to a page that helps to choose.
"""

from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Rules
from games.engine.options import choices, option_notes, options_of

PREFIX = "option_"
MISSING: Any = object()

YES_NO = {True: gettext_lazy("Yes"), False: gettext_lazy("No"), None: gettext_lazy("None")}

Field = msgspec.structs.FieldInfo


def option_fields(rules: Rules, besides: Collection[str] = ()) -> dict[str, forms.Field]:
    """The fields by name; `besides` are options that this form does not ask for."""
    return {
        PREFIX + "_".join(names): option_field(path[-1])
        for names, path in asked(rules)
        if names[0] not in besides
    }


def chosen_options(rules: Rules, cleaned: dict[str, Any]) -> dict[str, Any]:
    """What was chosen, in wire form. What needs another choice is not taken beside others."""
    wire: dict[str, Any] = {}
    for names, path in asked(rules):
        name = PREFIX + "_".join(names)
        if cleaned.get(name, "") == "" or not is_meant(path[-1], cleaned):
            continue
        part = wire
        for field in path[:-1]:
            part = part.setdefault(field.encode_name, {})
        values = {str(value): value for value in values_of(path[-1])}
        text = cleaned[name]
        part[path[-1].encode_name] = (
            [values[each] for each in text] if isinstance(text, list) else values[text]
        )
    return wire


def shown_options(rules: Rules, wire: dict[str, Any]) -> dict[str, Any]:
    """The way back: what the fields show of options in wire form. What is not there is left out."""
    shown: dict[str, Any] = {}
    for names, path in asked(rules):
        part: Any = wire
        for field in path:
            part = part.get(field.encode_name, MISSING) if isinstance(part, dict) else MISSING
        if part is not MISSING:
            many = isinstance(part, list | tuple)
            shown[PREFIX + "_".join(names)] = [str(each) for each in part] if many else str(part)
    return shown


def is_meant(field: Field, cleaned: dict[str, Any]) -> bool:
    """Whether the choice that this option needs was made, if it needs one and the form asks it."""
    name, _is, value = option_notes(field).get("needs", "").partition("=")
    return str(cleaned.get(PREFIX + name, value)) == value


def asked(rules: Rules) -> Iterator[tuple[tuple[str, ...], tuple[Field, ...]]]:
    """Every option that a form asks for: its names and fields from the outside in."""
    for field in options_of(rules).values():
        yield from _asked((field.name,), (field,))


def _asked(
    names: tuple[str, ...], path: tuple[Field, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[Field, ...]]]:
    field = path[-1]
    notes = option_notes(field)
    if notes.get("hidden") or notes.get("secret"):
        return
    info = _bare(field.type)
    if isinstance(info, msgspec.inspect.StructType):
        for inner in msgspec.structs.fields(info.cls):
            yield from _asked((*names, inner.name), (*path, inner))
    elif values_of(field):
        yield names, path


def values_of(field: Field) -> tuple[Any, ...]:
    """What can be chosen: the values of the option, or of the things it lists."""
    info = _bare(field.type)
    if isinstance(info, msgspec.inspect.VarTupleType):
        return in_order(field, choices_of(info.item_type))
    return in_order(field, choices(field.type))


def in_order(field: Field, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """As the labels stand in the rules, if every value has one; a type keeps no order."""
    labels = list(option_notes(field).get("labels", ()))
    return tuple(sorted(values, key=labels.index)) if set(values) <= set(labels) else values


def choices_of(info: Any) -> tuple[Any, ...]:
    return tuple(info.values) if isinstance(info, msgspec.inspect.LiteralType) else ()


def option_field(field: Field) -> forms.Field:
    """One option: its title and labels stand beside its values in the game's rules."""
    notes = option_notes(field)
    labels = notes.get("labels", {})
    words = [
        (str(value), _(labels[value]) if value in labels else str(YES_NO.get(value, value)))
        for value in values_of(field)
    ]
    title, help_text = notes.get("title", ""), notes.get("description", "")
    label = _(title) if title else field.name.replace("_", " ").capitalize()
    needs = {"data-needs": f"{PREFIX}{notes['needs']}"} if "needs" in notes else {}
    help_text = _(help_text) if help_text else ""
    if "link" in notes:
        door, words_of_link = notes["link"]
        help_text = format_html(
            '{} <a href="{}" target="_blank" rel="noopener">{}</a>',
            help_text,
            reverse(door),
            _(words_of_link),
        )
    more: dict[str, Any] = {"help_text": help_text}
    if isinstance(_bare(field.type), msgspec.inspect.VarTupleType):
        return forms.MultipleChoiceField(
            label=label,
            choices=words,
            required=False,
            widget=forms.CheckboxSelectMultiple(attrs=needs),
            error_messages={"invalid_choice": _("Please choose of these.")},
            **more,
        )
    # What is shown only beside another choice need not be answered beside others.
    asked = radio(label, words, initial=initial_of(field), required=not needs, **more)
    asked.widget.attrs.update(needs)
    return asked


def initial_of(field: Field) -> str:
    """What a form begins with; an option that came later is unset in older matches."""
    return str(option_notes(field).get("unset", field.default))


def radio(label: str, words: list[tuple[str, Any]], **kwargs: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=words,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Please choose one."),
            "invalid_choice": _("Please choose one of these."),
        },
        **kwargs,
    )


def _bare(type_: Any) -> Any:
    info = msgspec.inspect.type_info(type_)
    while isinstance(info, msgspec.inspect.Metadata):
        info = info.type
    return info

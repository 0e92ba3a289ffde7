"""Any value of a game as nested lists, for people who do not read JSON."""

import re
from typing import Any

from django import template

register = template.Library()


@register.simple_tag
def kind_of(value: Any) -> str:
    if isinstance(value, dict):
        return "dict"
    if isinstance(value, list):
        return "rows" if any(isinstance(each, dict | list) for each in value) else "list"
    return "plain"


@register.filter
def plain_words(key: str) -> str:
    """`lastTaker` → `last taker`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(key)).lower()

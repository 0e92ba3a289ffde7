"""Sections of a person's page in the admin: what each app knows of them. Each registers its own."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from accounts.models import User


@dataclass(frozen=True)
class Row:
    text: Any
    at: datetime | None = None
    url: str = ""


@dataclass(frozen=True)
class Section:
    title: Any
    rows: Iterable[Row]
    more: str = ""
    """Where all of them are."""


Collect = Callable[[User], Section]

_sections: list[tuple[str, Collect]] = []


def register(permission: str, collect: Collect) -> None:
    """Adds a section for those of the staff who have the permission."""
    _sections.append((permission, collect))


def sections_of(person: User, request: HttpRequest) -> list[Section]:
    return [
        collect(person) for permission, collect in _sections if request.user.has_perm(permission)
    ]


def page(name: str, *args: Any, query: str = "") -> str:
    """An address of the admin; empty where there is none."""
    try:
        return reverse(f"admin:{name}", args=args) + query
    except NoReverseMatch:
        return ""

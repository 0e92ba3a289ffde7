"""Intents: what a visitor pressed before signing in, done by itself afterwards.

An intent is kept in the visitor's own session: the name of an address, its arguments, and the form
fields that the view there reads. Only a view that is `carried` can be kept, so nothing else can be
smuggled in. It is performed once, within half an hour, in the POST that signs up or in, by the view
itself: every check and every refusal holds as if it were pressed now, and no GET changes anything.

It belongs to one way in: the sign-up that was asked for it carries its `back` as `next`. Whoever
signs in from elsewhere finds nothing done that they do not remember.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import Resolver404, resolve, reverse

from accounts.access.rate_limit import RateLimit, address_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

KEY = "intent"
LASTS = 30 * 60
LONGEST = 100
"""Characters of a form field, or of what an address names; nothing that is carried is longer."""
KEPT = RateLimit("intents", 60, 60, shared=True)
"""Of visitors from one address, for each is a session in the database. One too many signs up all
the same, and presses again."""

View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Carried:
    """A view that is carried through the sign-up: what it reads, and what it will have done."""

    view: View
    sentence: "StrOrPromise | Callable[..., StrOrPromise]"
    fields: tuple[str, ...]
    for_guests: Callable[..., bool]


@dataclass(frozen=True)
class Intent:
    """What somebody pressed, for as long as it counts."""

    name: str
    kwargs: dict[str, str]
    data: dict[str, str]
    back: str

    @property
    def url(self) -> str:
        return reverse(self.name, kwargs=self.kwargs)

    @property
    def sentence(self) -> str:
        """What will happen, for the page that asks for an account first."""
        return _sentence(self.name, self.kwargs)

    @property
    def for_guests(self) -> bool:
        """Whether a name alone would be enough for it."""
        return _carried[self.name].for_guests(**self.kwargs)


_carried: dict[str, Carried] = {}


def carried(
    name: str,
    sentence: "StrOrPromise | Callable[..., StrOrPromise]",
    *,
    fields: tuple[str, ...] = (),
    for_guests: Callable[..., bool] = lambda **_kwargs: False,
) -> Callable[[View], View]:
    """Decorates the view of an address. `sentence`, or what it answers when it is asked with the
    address's arguments, is filled in with them, and `for_guests` is asked with them: is a name
    alone enough, in the field `guest_name`?"""

    def register(view: View) -> View:
        _carried[name] = Carried(view, sentence, fields, for_guests)
        return view

    return register


def remember(request: HttpRequest, back: str) -> None:
    """Keeps what this request asks for. It replaces an older one: one thing is wanted at a time."""
    match = request.resolver_match
    if match is None or match.view_name not in _carried or request.method != "POST":
        return
    kwargs = {key: str(value) for key, value in match.kwargs.items()}
    if any(len(value) > LONGEST for value in kwargs.values()):
        return
    if not request.session.keys() and KEPT.wait(address_of(request)):
        return
    data = {
        field: request.POST[field][:LONGEST]
        for field in _carried[match.view_name].fields
        if field in request.POST
    }
    request.session[KEY] = {
        "name": match.view_name,
        "kwargs": kwargs,
        "data": data,
        "back": back,
        "at": int(time.time()),
    }


def pending(request: HttpRequest, back: str | None) -> Intent | None:
    """What waits for whoever comes in with this `next`."""
    intent = _read(request.session.get(KEY))
    return intent if intent is not None and intent.back == back else None


def take(request: HttpRequest) -> Intent | None:
    """What waits, and from now on waits no more."""
    return _read(request.session.pop(KEY, None))


def _read(kept: dict[str, Any] | None) -> Intent | None:
    if kept is None or kept["name"] not in _carried or time.time() - kept["at"] > LASTS:
        return None
    return Intent(kept["name"], kept["kwargs"], kept["data"], kept["back"])


def sentence_of(request: HttpRequest, back: str | None) -> str:
    """What will happen after signing in: what was pressed, or the page one was on the way to."""
    intent = pending(request, back)
    if intent is not None:
        return intent.sentence
    try:
        match = resolve((back or "").partition("?")[0])
    except Resolver404:
        return ""
    if match.view_name not in _carried:
        return ""
    return _sentence(match.view_name, match.kwargs)


def _sentence(name: str, kwargs: dict[str, Any]) -> str:
    said = _carried[name].sentence
    return str(said(**kwargs) if callable(said) else said) % kwargs


def perform(request: HttpRequest, intent: Intent) -> HttpResponse:
    """Does it for whoever is signed in now, as a plain form would have asked for it."""
    sent = QueryDict(mutable=True)
    sent.update(intent.data)
    request.POST = sent  # type: ignore[assignment]
    return _carried[intent.name].view(request, **intent.kwargs)

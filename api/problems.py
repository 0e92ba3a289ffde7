"""A refusal as an answer: always `{code, sentence}`, with the status that fits."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from api import refusals
from games.engine.contract import Reason
from games.engine.errors import Refusal
from games.refusals import words

STATUSES = {
    "no-token": 401,
    "wrong-token": 401,
    "expired-token": 401,
    "missing-scope": 403,
    "may-not-act": 403,
    "not-seated": 403,
    "owner-only": 403,
    "not-at-this-table": 403,
    "no-such-match": 404,
    "no-such-table": 404,
    "no-such-game": 404,
    "nothing-here": 404,
    # What was asked for clashes with how things stand: look again, then decide.
    "stale-move": 409,
    "still-running": 409,
    "match-running": 409,
    "still-playing": 409,
    "table-full": 409,
    "table-open": 409,
    "table-closed": 409,
    "playing-elsewhere": 409,
    "seated-elsewhere": 409,
    "too-fast": 429,
    "busy": 429,
}
REFUSED = 422

EVERY = frozenset([400, 401, 403, 404, 409, 422, 429])
"""What any operation may answer instead of what it was asked for."""

WAIT = 5
"""Seconds to wait where a service says "too fast" and not how long."""


def answer_refusals(api: NinjaAPI) -> None:
    """Joins the handlers to the door."""

    def tell(request: HttpRequest, refusal: Refusal, status: int | None = None) -> HttpResponse:
        status = status or STATUSES.get(refusal.code, REFUSED)
        body = {"code": refusal.code, "sentence": words(refusal)}
        response = api.create_response(request, body, status=status)
        if status == 429:
            response["Retry-After"] = str(getattr(refusal, "wait", WAIT))
        if status == 401:
            response["WWW-Authenticate"] = "Bearer"
        return response

    def refused(request: HttpRequest, error: Any) -> HttpResponse:
        return tell(request, error)

    def not_valid(request: HttpRequest, error: Any) -> HttpResponse:
        return tell(request, not_understood(detail_of(error)))

    def of_http(request: HttpRequest, error: Any) -> HttpResponse:
        return tell(request, not_understood(str(error)), error.status_code)

    def too_large(request: HttpRequest, error: Any) -> HttpResponse:
        return tell(request, not_understood("it is too large"), 400)

    def nothing_here(request: HttpRequest, error: Any) -> HttpResponse:
        return tell(request, refusals.NothingHere())

    def busy(request: HttpRequest, error: Any) -> HttpResponse:
        """Somebody held the row for longer than anybody waits; anything else is our own fault."""
        if "lock timeout" not in str(error):
            raise error
        return tell(request, refusals.Busy())

    api.add_exception_handler(Refusal, refused)
    api.add_exception_handler(ValidationError, not_valid)
    api.add_exception_handler(HttpError, of_http)
    api.add_exception_handler(RequestDataTooBig, too_large)
    api.add_exception_handler(Http404, nothing_here)
    api.add_exception_handler(OperationalError, busy)


def not_understood(detail: str) -> Refusal:
    return refusals.NotUnderstood(Reason(refusals.NotUnderstood.sentence, {"detail": detail}))


def detail_of(error: ValidationError) -> str:
    """The first thing that is wrong, and where."""
    first = error.errors[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    message = str(first["msg"])
    return f"{where[:60]}: {message[:160]}" if where else message[:160]

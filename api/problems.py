"""Exception handlers of the API: a refusal is answered as `{code, sentence}`, with its status."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from api import refusals
from refusals import Refusal
from refusals.wording import words

EVERY = frozenset([400, 401, 403, 404, 409, 422, 429])
"""What any operation may answer instead of what it was asked for."""


def answer_refusals(api: NinjaAPI) -> None:
    """Joins the handlers to the door."""

    def tell(request: HttpRequest, refusal: Refusal, status: int | None = None) -> HttpResponse:
        status = status or refusal.status
        body = {"code": refusal.code, "sentence": words(refusal)}
        response = api.create_response(request, body, status=status)
        if refusal.retry_after is not None:
            response["Retry-After"] = str(refusal.retry_after)
        if status == 401:
            response["WWW-Authenticate"] = "Bearer"
        return response

    def refused(request: HttpRequest, error: Any) -> HttpResponse:
        return tell(request, error)

    def not_valid(request: HttpRequest, error: Any) -> HttpResponse:
        return tell(request, refusals.NotUnderstood(detail=detail_of(error)))

    def of_http(request: HttpRequest, error: Any) -> HttpResponse:
        return tell(request, refusals.NotUnderstood(detail=str(error)), error.status_code)

    def too_large(request: HttpRequest, error: Any) -> HttpResponse:
        return tell(request, refusals.NotUnderstood(detail="it is too large"), 400)

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


def detail_of(error: ValidationError) -> str:
    """The first thing that is wrong, and where."""
    first = error.errors[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    message = str(first["msg"])
    return f"{where[:60]}: {message[:160]}" if where else message[:160]

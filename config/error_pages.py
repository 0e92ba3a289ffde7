"""Error answers that come from no view: a page for people, `{code, sentence}` for programs.

`handler500` tells an outage of the database from a fault of ours: the first is a 503 that says when
to come back. Both pages are rendered without a query and without a session.
"""

import sys

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control

from refusals import Refusal, gettext_noop
from refusals.wording import words

RETRY_AFTER = 5

WAITED_TOO_LONG = ("55P03", "57014", "40P01", "25P03")
"""SQLSTATE of a lock timeout, a statement timeout, a deadlock, and a transaction that stood
still for too long, as on a machine that is much too busy: Postgres is there."""


class DatabaseAway(Refusal):
    code = "database-away"
    status = 503
    retry_after = RETRY_AFTER
    sentence = gettext_noop("Our database cannot be reached. Nothing is lost; try again soon.")


class DatabaseBusy(DatabaseAway):
    code = "busy"
    sentence = gettext_noop("Too much is going on at once. Nothing is lost; try again soon.")


class OurMistake(Refusal):
    code = "our-mistake"
    status = 500
    sentence = gettext_noop("Something broke on our side. Nothing you have played is lost.")


def answer(request: HttpRequest, refusal: Refusal, template: str) -> HttpResponse:
    why = words(refusal)
    if request.path_info.startswith("/api/v1/"):
        response: HttpResponse = JsonResponse(
            {"code": refusal.code, "sentence": why}, status=refusal.status
        )
    elif request.headers.get("HX-Request"):
        context = {"why": why, "code": refusal.code}
        html = render_to_string("games/regions/refusal.html", context)
        response = HttpResponse(html, status=refusal.status)
    else:
        retry = refusal.retry_after if request.method == "GET" else None
        html = render_to_string(template, {"why": why, "retry": retry})
        response = HttpResponse(html, status=refusal.status)
    if refusal.retry_after is not None:
        response["Retry-After"] = str(refusal.retry_after)
    patch_cache_control(response, no_store=True)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Called by Django while the exception is being handled."""
    error = sys.exc_info()[1]
    waited = getattr(error and error.__cause__, "sqlstate", None) in WAITED_TOO_LONG
    if waited and isinstance(error, OperationalError | InternalError):
        return answer(request, DatabaseBusy(), "503.html")
    if isinstance(error, OperationalError | InterfaceError):
        return answer(request, DatabaseAway(), "503.html")
    return answer(request, OurMistake(), "500.html")

"""HTTP responses of the lobby: who may come in, and how done or refused is told.

Every action works as a plain form too: then it answers with a page instead of 204 or 422.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.rate_limit import address_of
from accounts.models import User
from accounts.people.requests import HtmxHttpRequest
from games.engine.errors import Refusal
from lobby import limits, refusals, selectors
from lobby.finding import codes
from lobby.models import Table

View = Callable[..., HttpResponse]


class SignedInRequest(HtmxHttpRequest):
    """What a view behind `signed_in` is given."""

    user: User


def private(view: View) -> View:
    """A table's page shows somebody's hand: no cache may keep it."""

    @wraps(view)
    def kept_nowhere(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, no_store=True, private=True)
        return response

    return kept_nowhere


def signed_in(view: View) -> View:
    """Visitors see everything and are asked to sign in only when they act."""

    @wraps(view)
    def asked(request: HtmxHttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        code = kwargs.get("code")
        back = reverse("lobby:table", args=[code]) if code else reverse("lobby:home")
        if request.method == "GET":
            back = request.get_full_path()
        answer = redirect_to_login(back)
        if request.htmx:
            return HttpResponse(status=204, headers={"HX-Redirect": answer.url})
        return answer

    return asked


def action(view: View) -> View:
    """A POST of somebody signed in, about the table with this code."""

    @private
    @require_POST
    @signed_in
    @wraps(view)
    def at_table(request: SignedInRequest, code: str) -> HttpResponse:
        return view(request, find(code))

    return at_table


def person(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def find(code: str) -> Table:
    found = selectors.by_code(codes.normalize(code))
    if found is None:
        raise Http404
    return found


def guesses(request: HttpRequest) -> float:
    """Somebody tries one code after another. Private tables are found by being told."""
    return limits.GUESSES.wait(request.user.pk or address_of(request))


# ---- Answers ------------------------------------------------------------------------------------


def answer(
    request: SignedInRequest, table: Table, service: Callable[..., Any], *args: Any, to: str = ""
) -> HttpResponse:
    """Done: nothing to say, the socket shows it. `to`: so much changes that a page is loaded."""
    try:
        service(table.pk, request.user, *args)
    except Refusal as refusal:
        return refuse(request, refusal, table.get_absolute_url())
    if to or not request.htmx:
        return go(request, to or table.get_absolute_url())
    return HttpResponse(status=204)


def go(request: HtmxHttpRequest, url: str) -> HttpResponse:
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def refuse(request: HtmxHttpRequest, refusal: Refusal, url: str) -> HttpResponse:
    """Why not, in words: beside the button for htmx, else above the page one comes back to."""
    if request.htmx:
        context = {"why": in_words(refusal), "code": refusal.code}
        return render(request, "lobby/refusal.html", context, status=422)
    messages.error(request, in_words(refusal))
    return HttpResponseRedirect(url, status=303)


def in_words(refusal: Refusal) -> str:
    """The sentence, and the link to a page that helps, where there is one."""
    why = refusals.words(refusal)
    if not refusal.link:
        return why
    return format_html('{} <a href="{}">{}</a>', why, refusal.link, _(refusal.link_words))

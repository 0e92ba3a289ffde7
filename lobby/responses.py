"""HTTP responses of the lobby: who may come in, and how done or refused is told.

Every action works as a plain form too: then it answers with a page instead of 204 or 422.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access.entrance import ask_to_sign_up, way_back
from accounts.access.rate_limit import TooFast, address_of
from accounts.models import User
from accounts.people import guests
from accounts.people.requests import HtmxHttpRequest
from games.engine.errors import Refusal
from lobby import limits, refusals
from lobby.finding.lookup import find_table
from lobby.models import Table

View = Callable[..., HttpResponse]


GUEST_NAME = "guest_name"
"""The form field by which a visitor comes in as a guest."""


class Refused(HttpResponse):
    """An answer that says why not, or leads to the page that does."""

    @property
    def url(self) -> str:
        return self.headers.get("Location", "")


class SignedInRequest(HtmxHttpRequest):
    """What a view behind `signed_in` is given."""

    user: User


def private(view: View) -> View:
    """A page that no cache keeps: a table shows somebody's hand, a list is true now only."""

    @wraps(view)
    def kept_nowhere(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, no_store=True, private=True)
        return response

    return kept_nowhere


def signed_in(view: View) -> View:
    """Visitors see everything and are asked to sign up only when they act; what they pressed is
    done by itself then, if it is `carried`. Nobody acts faster than a program may."""

    @wraps(view)
    def asked(request: HtmxHttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            try:
                if request.method == "POST":
                    limits.PRESSES.take(request.user.pk)
            except TooFast as refusal:
                return refuse(request, refusal, way_back(request))
            return view(request, *args, **kwargs)
        if request.method == "GET":
            return ask_to_sign_up(request, request.get_full_path())
        match = request.resolver_match
        if match is None or match.namespace != "lobby":
            return ask_to_sign_up(request, way_back(request))
        code = match.kwargs.get("code")
        back = reverse("lobby:table", args=[code]) if code else reverse("lobby:home")
        return ask_to_sign_up(request, back)

    return asked


def open_to_guests(view: View, *, unnamed: bool = False) -> View:
    """Who is not signed in and gives a name comes in as a guest; `unnamed`: under a made-up one.

    Guest and act are one transaction: where the act is refused, there was no guest.
    """

    @wraps(view)
    def welcomed(request: HtmxHttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        name = request.POST.get(GUEST_NAME)
        wished = request.method == "POST" and (unnamed or name is not None)
        if request.user.is_authenticated or not wished:
            return view(request, *args, **kwargs)
        try:
            with transaction.atomic():
                guest = request.user = guests.create_guest(request, name)
                response = view(request, *args, **kwargs)
                refused = isinstance(response, Refused) or response.status_code >= 400
                if refused:
                    transaction.set_rollback(True)
        except Refusal as refusal:
            refused, response = True, refuse(request, refusal, way_back(request))
        if refused:
            request.user = AnonymousUser()
        else:
            guests.let_in(request, guest, response)
        return response

    return welcomed


def action(view: View) -> View:
    """A POST of somebody signed in, about the table with this code."""

    @private
    @require_POST
    @of_table
    @signed_in
    @wraps(view)
    def at_table(request: SignedInRequest, table: Table) -> HttpResponse:
        return view(request, table)

    return at_table


def of_table(view: View) -> View:
    """A view of the table with this code, which it is given. Who guesses codes gets 429."""

    @wraps(view)
    def found(request: HttpRequest, code: str, **more: Any) -> HttpResponse:
        try:
            table = find_table(code, person(request), address_of(request))
        except refusals.NoSuchTable:
            raise Http404 from None
        except TooFast as refusal:
            response = render(request, "429.html", status=429)
            response["Retry-After"] = str(refusal.retry_after)
            return response
        return view(request, table, **more)

    return found


def person(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


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


def refuse(request: HtmxHttpRequest, refusal: Refusal, url: str) -> Refused:
    """Why not, in words: beside the button for htmx, else above the page one comes back to."""
    if request.htmx:
        context = {"why": in_words(refusal), "code": refusal.code}
        return Refused(render_to_string("lobby/refusal.html", context, request), status=422)
    messages.error(request, in_words(refusal))
    return Refused(status=303, headers={"Location": url})


def in_words(refusal: Refusal) -> str:
    """The sentence, and the link to a page that helps, where there is one."""
    why = refusals.words(refusal)
    if not refusal.link:
        return why
    return format_html('{} <a href="{}">{}</a>', why, refusal.link, _(refusal.link_words))

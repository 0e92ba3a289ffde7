"""The entrance: the way to sign up or in, for visitors and for guests who need an account.

Newcomers come to the sign-up first; a browser in which somebody signed in before, to the sign-in.
Each is one press from the other.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.access import intents

View = Callable[..., HttpResponse]

COOKIE = "member"
COOKIE_SECONDS = 365 * 24 * 3600


def ask_to_sign_up(request: HttpRequest, back: str) -> HttpResponse:
    """Keeps what was asked for and leads to the entrance; then it is done, or `back` is shown."""
    intents.remember(request, back)
    door = "account_login" if COOKIE in request.COOKIES else "account_signup"
    url = f"{reverse(door)}?{urlencode({'next': back})}"
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return HttpResponseRedirect(url)


def remember_member(request: HttpRequest, response: HttpResponse) -> None:
    """Marks the browser as one in which somebody has an account. It does not say who."""
    response.set_cookie(
        COOKIE,
        "1",
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def members_only(view: View) -> View:
    """A view that takes an account of one's own: guests are asked to sign up first, and so are
    visitors who press something; on the way to a page of theirs, visitors sign in."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and not request.user.is_guest:
            return view(request, *args, **kwargs)
        if request.method != "GET":
            return ask_to_sign_up(request, way_back(request))
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return ask_to_sign_up(request, request.get_full_path())

    return asked


def way_back(request: HttpRequest) -> str:
    """The page the form stood on, if it is one of ours."""
    url = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(
        url, {request.get_host()}, require_https=request.is_secure()
    ):
        return "/"
    return urlsplit(url)._replace(scheme="", netloc="").geturl() or "/"


class GuestsEnter:
    """Middleware: at the pages of allauth a guest is a visitor, and stands beside as
    `request.guest`. So a guest can sign up or in, and has neither address nor password to change.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: View, *_args: Any) -> None:
        if not view.__module__.startswith("allauth.") or not request.user.is_authenticated:
            return
        match = request.resolver_match
        if request.user.is_guest and match is not None and match.view_name != "account_logout":
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()

"""Views of finding a table: the lobby, the lists, the forms of a new table, quick play."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.access.rate_limit import TooFast
from accounts.people.requests import HtmxHttpRequest
from games import registry
from games.engine.contract import Rules
from games.engine.errors import Refusal
from lobby import refusals, selectors
from lobby.finding import codes, friends, lists, quick_play
from lobby.forms.new_table import NewTable
from lobby.forms.one_room import OneRoom
from lobby.models import Table
from lobby.responses import SignedInRequest, go, guesses, in_words, private, refuse, signed_in
from lobby.services.one_room import open_in_one_room
from lobby.services.tables import open_table


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    game = lists.game_in(request.META.get("QUERY_STRING", ""))
    return render(request, "lobby/home.html", lists.home(game, request.GET.get("page", "1")))


@require_GET
def watch(request: HttpRequest) -> HttpResponse:
    """The running matches that anybody may look on at."""
    game = lists.game_in(request.META.get("QUERY_STRING", ""))
    return render(request, "lobby/watch.html", lists.watch(game, request.GET.get("page", "1")))


@private
@require_GET
@signed_in
def my_friends(request: SignedInRequest) -> HttpResponse:
    """Whom one follows, and where they are."""
    return render(request, "lobby/friends.html", {"friends": friends.friends_of(request.user)})


@private
@require_http_methods(["GET", "POST"])
@signed_in
def new_table(request: SignedInRequest, game: str) -> HttpResponse:
    rules = rules_of(game)
    form = NewTable(rules, request.POST or None)

    def accept() -> HttpResponse:
        return redirect(open_table(request.user, game, form.options(), **form.terms()))

    context = {"info": rules.INFO, "infos": lists.infos(), "one_room": rules.ONE_ROOM is not None}
    return fill_in(request, "lobby/new.html", form, context, accept)


@private
@require_http_methods(["GET", "POST"])
@signed_in
def one_room(request: SignedInRequest, game: str) -> HttpResponse:
    """A table for people who sit together; it starts by itself when its page is there."""
    rules = rules_of(game)
    if rules.ONE_ROOM is None:
        raise Http404
    form = OneRoom(rules, request.POST or None)

    def accept() -> HttpResponse:
        made = open_in_one_room(request.user, game, form.names, form.options())
        return go(request, f"{made.get_absolute_url()}?now=1")

    return fill_in(request, "lobby/one_room.html", form, {"info": rules.INFO}, accept)


def fill_in(
    request: HttpRequest,
    template: str,
    form: forms.Form,
    context: dict[str, Any],
    accept: Callable[[], HttpResponse],
) -> HttpResponse:
    """The page of a form; a refusal is told above it and keeps what was chosen."""
    failed = request.method == "POST"
    if failed and form.is_valid():
        try:
            return accept()
        except Refusal as refusal:
            context |= {"refusal": in_words(refusal)}
    return render(request, template, context | {"form": form}, status=422 if failed else 200)


def rules_of(game: str) -> Rules:
    try:
        return registry.rules_for(game)
    except LookupError:
        raise Http404 from None


@require_POST
@signed_in
def play_now(request: SignedInRequest, game: str) -> HttpResponse:
    return to_table(request, quick_play.play_now, game)


@require_POST
@signed_in
def practise(request: SignedInRequest, game: str) -> HttpResponse:
    return to_table(request, quick_play.practise, game, request.POST.get("level", ""))


def to_table(request: SignedInRequest, service: Callable[..., Table], *args: Any) -> HttpResponse:
    """One tap: to the table, where the page says by itself that this person is ready."""
    try:
        table = service(request.user, *args)
    except Refusal as refusal:
        return refuse(request, refusal, refusal.link or reverse("lobby:home"))
    return go(request, f"{table.get_absolute_url()}?now=1")


@require_POST
def join(request: HtmxHttpRequest) -> HttpResponse:
    """A code that somebody read out or wrote down."""
    code = codes.normalize(request.POST.get("code", ""))
    if selectors.by_code(code) is not None:
        return redirect("lobby:table", code)
    wait = guesses(request)
    refusal = TooFast(wait) if wait else refusals.NoSuchTable()
    return refuse(request, refusal, reverse("lobby:home"))

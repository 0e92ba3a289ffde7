"""Views of finding a table: the lobby, the lists, the forms of a new table, quick play."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.access.entrance import members_only
from accounts.access.intents import carried
from accounts.access.rate_limit import address_of
from accounts.people.requests import HtmxHttpRequest
from accounts.ratings import eligibility
from games import registry
from games.engine.contract import Rules
from games.engine.errors import Refusal
from lobby.finding import friends, front_page, lists, mine, quick_play
from lobby.finding.lookup import find_by_code
from lobby.forms.new_table import NewTable, Practice
from lobby.forms.one_room import OneRoom
from lobby.models import Table, TableDefaults
from lobby.responses import (
    SignedInRequest,
    go,
    in_words,
    open_to_guests,
    person,
    private,
    refuse,
    signed_in,
)
from lobby.services import table_defaults
from lobby.services.one_room import open_in_one_room
from lobby.services.tables import open_table


@private
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The front page: one's own games, people at tables, then the games."""
    user = person(request)
    return render(request, "lobby/home.html", front_page.context(user))


@private
@require_GET
def tables(request: HttpRequest) -> HttpResponse:
    """All tables that anybody may join or watch, filtered."""
    return render(request, "lobby/tables.html", lists.tables(request.META.get("QUERY_STRING", "")))


@private
@require_GET
def watch(request: HttpRequest) -> HttpResponse:
    """The running matches that anybody may look on at."""
    return render(request, "lobby/watch.html", lists.watch(request.META.get("QUERY_STRING", "")))


@private
@require_GET
@members_only
def my_friends(request: SignedInRequest) -> HttpResponse:
    """Whom one follows, and where they are."""
    return render(request, "lobby/friends.html", {"friends": friends.friends_of(request.user)})


@private
@require_GET
@signed_in
def my_turns(request: SignedInRequest) -> HttpResponse:
    """One's own games, those that wait for oneself first: where an installed site begins."""
    games = mine.games_of(request.user)
    context = {
        "turns": [game for game in games if game.is_turn],
        "running": [game for game in games if game.playing and not game.is_turn],
        "waiting": [game for game in games if not game.playing],
    }
    return render(request, "lobby/turns.html", context)


@carried("lobby:new", _("You will open a table."), fields=("company",))
@private
@require_http_methods(["GET", "POST"])
@signed_in
def new_table(request: SignedInRequest, game: str) -> HttpResponse:
    """A table with friends or with strangers. Sent with nothing but that, it is as the last one."""
    rules, user = rules_of(game), request.user
    company = company_in(request)
    unrated = eligibility.why_not(user)
    form = NewTable(
        rules,
        request.POST or None,
        company=company,
        unrated=in_words(unrated) if unrated else "",
        chosen=table_defaults.chosen_last(user, game, company),
    )
    if request.method == "POST" and "seats" not in request.POST:
        form.as_it_stands()

    def accept() -> HttpResponse:
        made = open_table(user, game, form.options(), **form.terms())
        table_defaults.remember(user, game, company, form.cleaned_data)
        return go(request, f"{made.get_absolute_url()}?now=1")

    context = {
        "info": rules.INFO,
        "infos": front_page.infos(),
        "company": company,
        "one_room": rules.ONE_ROOM is not None,
    }
    return fill_in(request, "lobby/new.html", form, context, accept)


def company_in(request: HttpRequest) -> str:
    asked = request.POST.get("company") or request.GET.get("with", "")
    known = (TableDefaults.Company.FRIENDS, TableDefaults.Company.STRANGERS)
    return asked if asked in known else TableDefaults.Company.STRANGERS


@carried("lobby:one_room", _("You will host a table in one room."))
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


@carried("lobby:play_now", _("You will be taken to a table at once."), for_guests=lambda game: True)
@open_to_guests
@require_POST
@signed_in
def play_now(request: SignedInRequest, game: str) -> HttpResponse:
    return to_table(request, quick_play.play_now, game)


@partial(open_to_guests, unnamed=True)
@private
@require_http_methods(["GET", "POST"])
def practise(request: SignedInRequest, game: str) -> HttpResponse:
    """Bots at once, as the last time or as chosen now: how strong, how long, on which clock.

    One press for anybody: a visitor becomes a guest with a made-up name.
    """
    rules, user = rules_of(game), person(request)
    last = table_defaults.chosen_last(user, game, TableDefaults.Company.BOTS) if user else {}
    if "level" in request.POST and "seats" not in request.POST:
        last |= {"level": request.POST["level"]}
    form = Practice(rules, request.POST or None, chosen=last)
    if request.method == "POST" and "seats" not in request.POST:
        form.as_it_stands()
    if request.method == "GET" or user is None or not form.is_valid():
        context = {"info": rules.INFO, "infos": front_page.infos()}
        status = 200 if request.method == "GET" else 422
        return render(request, "lobby/practise.html", context | {"form": form}, status=status)
    table_defaults.remember(user, game, TableDefaults.Company.BOTS, form.cleaned_data)
    return to_table(request, quick_play.practise, game, form.level(), form.options(), form.seats())


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
    try:
        return redirect(
            find_by_code(request.POST.get("code", ""), person(request), address_of(request))
        )
    except Refusal as refusal:
        return refuse(request, refusal, reverse("lobby:home"))

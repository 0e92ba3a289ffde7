"""Doors by HTTP: parse, call one service, answer.

Every action works as a plain form too: then it answers with a page instead of 204 or 422.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.access.rate_limit import TooFast, address_of
from accounts.models import User
from accounts.notices import services as friends
from games import registry
from games.engine.contract import Rules
from games.engine.errors import Refusal
from games.services import leaving
from lobby import codes, company, limits, pages, refusals, rendering, screens, selectors, services
from lobby.forms import NewTable
from lobby.models import Table
from lobby.oneroom import open_in_one_room
from lobby.roomform import OneRoom

View = Callable[..., HttpResponse]


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
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        code = kwargs.get("code")
        back = reverse("lobby:table", args=[code]) if code else reverse("lobby:home")
        if request.method == "GET":
            back = request.get_full_path()
        answer = redirect_to_login(back)
        if getattr(request, "htmx", False):
            return HttpResponse(status=204, headers={"HX-Redirect": answer.url})
        return answer

    return asked


def person(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


# ---- The lobby ----------------------------------------------------------------------------------


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    game = pages.game_in(request.META.get("QUERY_STRING", ""))
    return render(request, "lobby/home.html", pages.home(game))


@require_GET
def watch(request: HttpRequest) -> HttpResponse:
    """The running matches that anybody may look on at."""
    game = pages.game_in(request.META.get("QUERY_STRING", ""))
    return render(request, "lobby/watch.html", pages.watch(game))


@private
@require_GET
@signed_in
def my_friends(request: HttpRequest) -> HttpResponse:
    """Whom one follows, and where they are."""
    found = company.friends_of(request.user)  # type: ignore[arg-type]
    return render(request, "lobby/friends.html", {"friends": found})


@private
@require_http_methods(["GET", "POST"])
@signed_in
def new_table(request: HttpRequest, game: str) -> HttpResponse:
    """The form of a new table; a refusal is told above it and keeps what was chosen."""
    rules = rules_of(game)
    form = NewTable(rules, request.POST or None)
    context = {"form": form, "info": rules.INFO, "infos": pages.infos()}
    context["one_room"] = rules.ONE_ROOM is not None
    if request.method == "POST" and form.is_valid():
        try:
            made = services.open_table(
                request.user,  # type: ignore[arg-type]
                game,
                form.options(),
                **form.terms(),
            )
        except Refusal as refusal:
            context["refusal"] = in_words(refusal)
        else:
            return redirect(made)
    failed = request.method == "POST"
    return render(request, "lobby/new.html", context, status=422 if failed else 200)


@private
@require_http_methods(["GET", "POST"])
@signed_in
def one_room(request: HttpRequest, game: str) -> HttpResponse:
    """A table for people who sit together; it starts by itself when its page is there."""
    rules = rules_of(game)
    if rules.ONE_ROOM is None:
        raise Http404
    form = OneRoom(rules, request.POST or None)
    context: dict[str, Any] = {"form": form, "info": rules.INFO}
    if request.method == "POST" and form.is_valid():
        try:
            made = open_in_one_room(
                request.user,  # type: ignore[arg-type]
                game,
                form.names,
                form.options(),
            )
        except Refusal as refusal:
            context["refusal"] = in_words(refusal)
        else:
            return go(request, f"{made.get_absolute_url()}?now=1")
    failed = request.method == "POST"
    return render(request, "lobby/one_room.html", context, status=422 if failed else 200)


def rules_of(game: str) -> Rules:
    try:
        return registry.rules_for(game)
    except LookupError:
        raise Http404 from None


@require_POST
@signed_in
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    return to_table(request, services.play_now, game)


@require_POST
@signed_in
def practise(request: HttpRequest, game: str) -> HttpResponse:
    return to_table(request, services.practise, game, request.POST.get("level", ""))


def to_table(request: HttpRequest, service: Callable[..., Table], *args: Any) -> HttpResponse:
    """One tap: to the table, where the page says by itself that this person is ready."""
    try:
        table = service(request.user, *args)
    except Refusal as refusal:
        return told(request, refusal, getattr(refusal, "link", None) or reverse("lobby:home"))
    return go(request, f"{table.get_absolute_url()}?now=1")


@require_POST
def join(request: HttpRequest) -> HttpResponse:
    """A code that somebody read out or wrote down."""
    code = codes.forgive(request.POST.get("code", ""))
    if selectors.by_code(code) is not None:
        return redirect("lobby:table", code)
    wait = guesses(request)
    refusal = TooFast(wait) if wait else refusals.NoSuchTable()
    return told(request, refusal, reverse("lobby:home"))


def guesses(request: HttpRequest) -> float:
    """Somebody tries one code after another. Private tables are found by being told."""
    return limits.GUESSES.wait(request.user.pk or address_of(request))


# ---- A table's page -----------------------------------------------------------------------------


@private
@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table's link: the waiting room, the match, or how the last one ended."""
    try:
        found = find(code)
    except Http404:
        if guesses(request):
            return render(request, "429.html", status=429)
        raise
    if found.code != code:
        return redirect(found)
    user = person(request)
    if user is not None:
        # Whoever comes here has seen what they were told of it.
        friends.read(user.pk, url=found.get_absolute_url())
    context = rendering.page(found, user) | {"now": request.GET.get("now") == "1"}
    return render(request, "lobby/table.html", context)


@private
@require_GET
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The table for a television: what everybody may see, large, and nothing to press."""
    found = find(code)
    if not screens.has_screen(found):
        raise Http404
    return render(request, "lobby/screen.html", screens.page(found, person(request)))


@private
@require_GET
def refresh(request: HttpRequest, code: str) -> HttpResponse:
    """All regions over HTTP, for a page whose socket is away."""
    found, user = find(code), person(request)
    chairs = selectors.chairs_of(found)
    html, _shown = rendering.whole_stage(found, user, chairs)
    if rendering.stage_of(found, user, chairs) != rendering.HIDDEN:
        html += rendering.chat_region(found, user)[0] + rendering.aside_region(found, user)
    return HttpResponse(html + rendering.watchers_region(found))


def find(code: str) -> Table:
    found = selectors.by_code(codes.forgive(code))
    if found is None:
        raise Http404
    return found


# ---- What people do at a table ------------------------------------------------------------------


def action(view: View) -> View:
    """A POST of somebody signed in, about the table with this code."""
    return private(require_POST(signed_in(view)))


@action
def sit(request: HttpRequest, code: str) -> HttpResponse:
    found = find(code)
    chair = request.POST.get("chair", "")
    index = int(chair) if chair.isdecimal() and len(chair) < 4 else None
    return answer(request, found, services.sit, found.pk, request.user, index, page=True)


@action
def leave(request: HttpRequest, code: str) -> HttpResponse:
    found = find(code)
    try:
        services.leave(found.pk, request.user)  # type: ignore[arg-type]
    except Refusal as refusal:
        return told(request, refusal, found.get_absolute_url())
    return go(request, reverse("lobby:home"))


@action
def ready(request: HttpRequest, code: str) -> HttpResponse:
    found = find(code)
    wish = request.POST.get("ready", "yes") != "no"
    nonce = request.POST.get("nonce", "")
    return answer(request, found, services.set_ready, found.pk, request.user, wish, nonce)


@action
def add_bot(request: HttpRequest, code: str) -> HttpResponse:
    found = find(code)
    level = request.POST.get("level", "")
    return answer(request, found, services.add_bot, found.pk, request.user, level)


@action
def remove(request: HttpRequest, code: str) -> HttpResponse:
    found = find(code)
    chair = request.POST.get("chair", "")
    index = int(chair) if chair.isdecimal() and len(chair) < 4 else -1
    return answer(request, found, services.remove, found.pk, request.user, index)


@action
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """Gives up whichever match is being played here."""
    found = find(code)
    return answer(request, found, leaving.resign, found.match_id or 0, request.user)


@action
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    found = find(code)
    return answer(request, found, services.reopen, found.pk, request.user, page=True)


@action
def say(request: HttpRequest, code: str) -> HttpResponse:
    found = find(code)
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    return answer(request, found, services.say, found.pk, request.user, text, phrase)


@action
def aside(request: HttpRequest, code: str) -> HttpResponse:
    """A line among those who watch."""
    found = find(code)
    text = request.POST.get("text", "")
    return answer(
        request, found, partial(services.say, watching=True), found.pk, request.user, text
    )


@action
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Asks somebody by name; the room then shows that they were asked."""
    found = find(code)
    name = request.POST.get("name", "")
    return answer(request, found, services.invite, found.pk, request.user, name)


@action
def await_start(request: HttpRequest, code: str) -> HttpResponse:
    found = find(code)
    wanted = request.POST.get("wanted", "yes") != "no"
    return answer(request, found, services.await_start, found.pk, request.user, wanted)


@action
def mute(request: HttpRequest, code: str) -> HttpResponse:
    """For oneself. The answer is the chat as it reads now."""
    found = find(code)
    try:
        services.mute(
            request.user,  # type: ignore[arg-type]
            request.POST.get("name", ""),
            request.POST.get("muted", "yes") != "no",
        )
    except Refusal as refusal:
        return told(request, refusal, found.get_absolute_url())
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(found)
    user = person(request)
    html, _last = rendering.chat_region(found, user)
    muted = {"muted": selectors.muted_by(user), "push": True, "table": found}
    return HttpResponse(html + rendering.render("lobby/regions/muted.html", muted))


# ---- Answers ------------------------------------------------------------------------------------


def answer(
    request: HttpRequest, found: Table, service: Callable[..., Any], *args: Any, page: bool = False
) -> HttpResponse:
    """Done: nothing to say, the socket shows it. `page`: so much changes that the page is anew."""
    try:
        service(*args)
    except Refusal as refusal:
        return told(request, refusal, found.get_absolute_url())
    if page or not request.htmx:  # type: ignore[attr-defined]
        return go(request, found.get_absolute_url())
    return HttpResponse(status=204)


def go(request: HttpRequest, url: str) -> HttpResponse:
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    return HttpResponseRedirect(url, status=303)


def told(request: HttpRequest, refusal: Refusal, url: str) -> HttpResponse:
    """Why not, in words: beside the button for htmx, else above the page one comes back to."""
    if getattr(request, "htmx", False):
        context = {
            "why": refusals.words(refusal),
            "code": refusal.code,
            "link": refusal.link,
            "link_words": _(refusal.link_words) if refusal.link else "",
        }
        return render(request, "lobby/refusal.html", context, status=422)
    messages.error(request, in_words(refusal))
    return HttpResponseRedirect(url, status=303)


def in_words(refusal: Refusal) -> str:
    why = refusals.words(refusal)
    if not refusal.link:
        return why
    return format_html('{} <a href="{}">{}</a>', why, refusal.link, _(refusal.link_words))

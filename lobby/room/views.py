"""Views of a table: its page, and what people do there. Parse, call one service, answer."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_GET

from accounts.notices import services as notices
from games.engine.errors import Refusal
from games.services import leaving
from lobby.models import Table
from lobby.responses import SignedInRequest, action, answer, find, guesses, person, private, refuse
from lobby.room import chat, rendering, television
from lobby.room.scene import read_scene
from lobby.room.stage import HIDDEN, stage_of
from lobby.services import chairs, tables, talk


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
        notices.read(user.pk, url=found.get_absolute_url())
    context = rendering.page(found, user) | {"now": request.GET.get("now") == "1"}
    return render(request, "lobby/table.html", context)


@private
@require_GET
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The table for a television: what everybody may see, large, and nothing to press."""
    found = find(code)
    if not rendering.screen_url(found):
        raise Http404
    return render(request, "lobby/screen.html", television.page(found, person(request)))


@private
@require_GET
def refresh(request: HttpRequest, code: str) -> HttpResponse:
    """All regions over HTTP, for a page whose socket is away."""
    scene, user = read_scene(find(code).pk), person(request)
    table, talk = scene.table, scene.talk
    html, _shown = rendering.whole_stage(table, user, scene.chairs)
    if stage_of(table, user, scene.chairs) != HIDDEN:
        html += chat.chat_region(table, user, talk=talk)[0]
        html += chat.aside_region(table, user, talk=talk)
    return HttpResponse(html + rendering.watchers_region(scene.watchers))


# ---- Actions ------------------------------------------------------------------------------------


@action
def sit(request: SignedInRequest, table: Table) -> HttpResponse:
    return answer(request, table, chairs.sit, chair_in(request), to=table.get_absolute_url())


@action
def leave(request: SignedInRequest, table: Table) -> HttpResponse:
    return answer(request, table, chairs.leave, to=reverse("lobby:home"))


@action
def ready(request: SignedInRequest, table: Table) -> HttpResponse:
    wish, nonce = request.POST.get("ready", "yes") != "no", request.POST.get("nonce", "")
    return answer(request, table, chairs.set_ready, wish, nonce)


@action
def add_bot(request: SignedInRequest, table: Table) -> HttpResponse:
    return answer(request, table, chairs.add_bot, request.POST.get("level", ""))


@action
def remove(request: SignedInRequest, table: Table) -> HttpResponse:
    index = chair_in(request)
    return answer(request, table, chairs.remove, -1 if index is None else index)


def chair_in(request: HttpRequest) -> int | None:
    """The chair that a form names."""
    chair = request.POST.get("chair", "")
    return int(chair) if chair.isdecimal() and len(chair) < 4 else None


@action
def resign(request: SignedInRequest, table: Table) -> HttpResponse:
    """Gives up whichever match is being played here."""
    match_id = table.match_id or 0
    return answer(request, table, lambda _table_id, user: leaving.resign(match_id, user))


@action
def reopen(request: SignedInRequest, table: Table) -> HttpResponse:
    return answer(request, table, tables.reopen, to=table.get_absolute_url())


@action
def say(request: SignedInRequest, table: Table) -> HttpResponse:
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    return answer(request, table, talk.say, text, phrase)


@action
def aside(request: SignedInRequest, table: Table) -> HttpResponse:
    """A line among those who watch."""
    return answer(request, table, partial(talk.say, watching=True), request.POST.get("text", ""))


@action
def invite(request: SignedInRequest, table: Table) -> HttpResponse:
    """Asks somebody by name; the room then shows that they were asked."""
    return answer(request, table, talk.invite, request.POST.get("name", ""))


@action
def await_start(request: SignedInRequest, table: Table) -> HttpResponse:
    wanted = request.POST.get("wanted", "yes") != "no"
    return answer(request, table, talk.await_start, wanted)


@action
def mute(request: SignedInRequest, table: Table) -> HttpResponse:
    """For oneself. The answer is the chat as it reads now."""
    name, muted = request.POST.get("name", ""), request.POST.get("muted", "yes") != "no"
    try:
        talk.mute(request.user, name, muted)
    except Refusal as refusal:
        return refuse(request, refusal, table.get_absolute_url())
    if not request.htmx:
        return redirect(table)
    html, _last = chat.chat_region(table, request.user)
    context = {"muted": chat.muted_by(request.user), "push": True, "table": table}
    return HttpResponse(html + render_to_string("lobby/regions/muted.html", context))

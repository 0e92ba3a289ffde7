"""Views of a table: its page, and what people do there. Parse, call one service, answer."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET

from accounts.access.intents import carried
from accounts.devices import services as devices
from accounts.models import User
from accounts.notices import selectors as friends
from accounts.notices import services as notices
from accounts.ratings import selectors as ratings
from games.engine.errors import Refusal
from games.services import leaving
from games.services.resignation_cost import resignation_cost
from lobby import selectors
from lobby.models import Table
from lobby.responses import (
    SignedInRequest,
    action,
    answer,
    of_table,
    open_to_guests,
    person,
    private,
    refuse,
    signed_in,
)
from lobby.room import chat, rendering, television
from lobby.room.link_preview import link_preview
from lobby.room.scene import read_scene
from lobby.room.stage import may_hear
from lobby.services import chairs, tables, talk
from lobby.services import countdown as countdowns
from sharing.serving import MINUTE, picture_view, respond


@private
@require_GET
@of_table
def table(request: HttpRequest, found: Table) -> HttpResponse:
    """The table's link: the waiting room, the match, or how the last one ended."""
    if request.path != found.get_absolute_url():
        return redirect(found)
    user = person(request)
    if user is not None:
        # Whoever comes here has seen what they were told of it.
        notices.read(user.pk, url=found.get_absolute_url())
    context = rendering.page(found, user) | {"now": request.GET.get("now") == "1"}
    return render(request, "lobby/table.html", context)


@picture_view
@of_table
def picture(request: HttpRequest, found: Table) -> HttpResponse:
    """The invitation as a picture, for whoever shows the link."""
    drawn = link_preview(found, selectors.chairs_of(found)).picture
    return respond(request, drawn, seconds=MINUTE if found.public else 0)


@xframe_options_sameorigin
@private
@require_GET
@of_table
def screen(request: HttpRequest, found: Table) -> HttpResponse:
    """The table for a television: what everybody may see, large, and nothing to press.

    A night's television shows it in a frame.
    """
    return render(request, "lobby/screen.html", television.page(found, person(request)))


@private
@require_GET
@of_table
def refresh(request: HttpRequest, found: Table) -> HttpResponse:
    """All regions over HTTP, for a page whose socket is away."""
    scene, user = read_scene(found.pk), person(request)
    table, talk = scene.table, scene.talk
    html, _shown = rendering.whole_stage(table, user, scene.chairs)
    if may_hear(table, user, scene.chairs):
        html += chat.chat_region(table, user, talk=talk)[0]
        html += chat.aside_region(table, user, talk=talk)
    return HttpResponse(html + rendering.watchers_region(scene.watchers))


RATED = gettext_noop("It is rated, so it asks for a confirmed e-mail address.")


# ---- Actions ------------------------------------------------------------------------------------


def sit_sentence(code: str) -> str:
    """No more than will come true: who has just signed up has confirmed no address yet."""
    said = _("You will sit down at table %(code)s.")
    return f"{said} {_(RATED)}" if selectors.is_rated(code) else str(said)


@carried(
    "lobby:sit",
    sit_sentence,
    fields=("chair",),
    for_guests=selectors.guests_may_sit,
)
@open_to_guests
@action
def sit(request: SignedInRequest, table: Table) -> HttpResponse:
    """Who sits down here has said enough: the page says ready by itself."""
    to = f"{table.get_absolute_url()}?now=1"
    return answer(request, table, chairs.sit, chair_in(request), to=to)


@action
def allow_guests(request: SignedInRequest, table: Table) -> HttpResponse:
    return answer(request, table, tables.allow_guests, request.POST.get("allowed") != "no")


@action
def leave(request: SignedInRequest, table: Table) -> HttpResponse:
    return answer(request, table, chairs.leave, to=reverse("lobby:home"))


@action
def ready(request: SignedInRequest, table: Table) -> HttpResponse:
    wish, nonce = request.POST.get("ready", "yes") != "no", request.POST.get("nonce", "")
    response = answer(request, table, chairs.set_ready, wish, nonce)
    if table.rated and wish:
        devices.note_and_mark(request, request.user, response)
    return response


@action
def add_bot(request: SignedInRequest, table: Table) -> HttpResponse:
    return answer(request, table, chairs.add_bot, request.POST.get("level", ""))


@action
def countdown(request: SignedInRequest, table: Table) -> HttpResponse:
    """Bots for all free chairs in a moment, or after all not."""
    if request.POST.get("wanted", "yes") == "no":
        return answer(request, table, countdowns.stop_countdown)
    return answer(request, table, countdowns.begin_countdown, request.POST.get("level", ""))


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


@private
@require_GET
@signed_in
@of_table
def resign_cost(request: SignedInRequest, table: Table) -> HttpResponse:
    """What giving up now would cost, for the dialog that asks."""
    try:
        cost = resignation_cost(table.match_id or 0, request.user)
    except Refusal as refusal:
        if request.headers.get("HX-Request"):
            return HttpResponse(status=204)  # it has just ended: there is nothing left to ask
        return refuse(request, refusal, table.get_absolute_url())
    return render(request, "lobby/resign_cost.html", {"cost": cost})


@private
@require_GET
@of_table
def person_card(request: HttpRequest, table: Table, name: str) -> HttpResponse:
    """Somebody at the table, and what one may do about them."""
    shown = get_object_or_404(User, username=name, is_active=True)
    user = person(request)
    other = user is not None and user.pk != shown.pk and not shown.is_bot
    context = {
        "table": table,
        "person": shown,
        "rating": ratings.marks(table.game, [shown.pk]).get(shown.pk),
        "other": other,
        "follows": other and friends.follows(user.pk, shown.pk),  # type: ignore[union-attr]
    }
    return render(request, "lobby/person.html", context)


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


@carried(
    "lobby:await",
    _("You will hear when a match starts at table %(code)s."),
    fields=("wanted",),
)
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
    html = ""
    if may_hear(table, request.user, selectors.chairs_of(table)):
        html, _last = chat.chat_region(table, request.user)
    context = {"muted": chat.muted_by(request.user), "push": True, "table": table}
    return HttpResponse(html + render_to_string("lobby/regions/muted.html", context))

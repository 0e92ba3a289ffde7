"""Views of series: the calendar, the form, a series' page, and what people do there."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.access.intents import carried
from accounts.access.rate_limit import TooFast, address_of
from accounts.notices import services as notices
from accounts.people.requests import HtmxHttpRequest
from games import registry
from lobby.finding.front_page import infos
from lobby.responses import (
    GUEST_NAME,
    SignedInRequest,
    go,
    in_words,
    open_to_guests,
    person,
    private,
    refuse,
    signed_in,
)
from refusals import Refusal
from series import page as pages
from series import refusals, selectors
from series.board import board_of
from series.forms import NewNight, NewTournament, NightGame
from series.lines import marks_of
from series.lookup import find_series
from series.models import Series
from series.services import entering, hosting, making, programme
from series.share_image import podium_picture
from sharing.serving import HOUR, picture_view, respond

View = Callable[..., HttpResponse]


def of_series(view: View) -> View:
    """A view of the series with this code, which it is given. Who guesses codes gets 429."""

    @wraps(view)
    def found(request: HttpRequest, series: str, **more: Any) -> HttpResponse:
        try:
            place = find_series(series, person(request), address_of(request))
        except refusals.NoSuchSeries as refusal:
            raise Http404(_(str(refusal))) from None
        except TooFast as refusal:
            response = render(request, "429.html", status=429)
            response["Retry-After"] = str(refusal.retry_after)
            return response
        return view(request, place, **more)

    return found


@private
@require_GET
def calendar(request: HttpRequest) -> HttpResponse:
    """What is played now, what comes, and what was."""
    game = request.GET.get("game", "")
    game = game if game in registry.game_keys() else ""
    user = person(request)
    mine = selectors.of_person(user) if user else []
    coming = selectors.coming(game).exclude(pk__in=[series.pk for series in mine])
    context = {
        "coming": Paginator(coming, selectors.SHOWN).get_page(request.GET.get("page")),
        "past": selectors.past(game),
        "mine": mine,
        "game": game,
        "infos": infos(),
    }
    return render(request, "series/calendar.html", context)


@private
@require_http_methods(["GET", "POST"])
@signed_in
def make(request: SignedInRequest, game: str) -> HttpResponse:
    if game not in registry.game_keys():
        raise Http404
    rules = registry.rules_for(game)
    sent = request.POST if request.method == "POST" else None
    form = NewTournament(rules, sent, staff=request.user.is_staff)
    refusal = ""
    if form.is_valid():
        try:
            return go(
                request, making.make_tournament(request.user, **form.terms()).get_absolute_url()
            )
        except Refusal as refused:
            refusal = in_words(refused)
    context = {"form": form, "info": rules.INFO, "infos": infos(), "refusal": refusal}
    return render(request, "series/new.html", context, status=422 if form.is_bound else 200)


@private
@require_http_methods(["GET", "POST"])
@signed_in
def new_night(request: SignedInRequest) -> HttpResponse:
    """A party night: which games, in which order."""
    form = NewNight(request.POST if request.method == "POST" else None)
    refusal = ""
    if form.is_valid():
        try:
            made = making.make_night(request.user, form.games(), form.cleaned_data["name"])
            return go(request, made.get_absolute_url())
        except Refusal as refused:
            refusal = in_words(refused)
    context = {"form": form, "refusal": refusal}
    return render(request, "series/new_night.html", context, status=422 if form.is_bound else 200)


@private
@require_http_methods(["GET", "POST"])
@signed_in
@of_series
def night_game(
    request: SignedInRequest, series: Series, game: str, index: int | None = None
) -> HttpResponse:
    """A game of the programme with its options: another one, or the one at this place anew."""
    if game not in registry.game_keys():
        raise Http404
    rules, refusal = registry.rules_for(game), ""
    try:
        hosting.check_host(series, request.user)
        item = None if index is None else programme.item_to_come(series, index, game)
    except Refusal as refused:
        return refuse(request, refused, series.get_absolute_url())
    form = NightGame(rules, request.POST if request.method == "POST" else None, item=item)
    if form.is_valid():
        try:
            if index is None:
                programme.add_game(series.pk, request.user, game, **form.terms())
            else:
                programme.change_game(series.pk, request.user, index, game, **form.terms())
            return go(request, series.get_absolute_url())
        except Refusal as refused:
            refusal = in_words(refused)
    context = {"series": series, "form": form, "info": rules.INFO, "item": item}
    status = 422 if form.is_bound else 200
    return render(request, "series/night_game.html", context | {"refusal": refusal}, status=status)


@picture_view
@of_series
def picture(request: HttpRequest, series: Series) -> HttpResponse:
    """The podium to send round. One that is found by its link alone is kept nowhere."""
    if series.status != Series.Status.OVER:
        raise Http404
    return respond(request, podium_picture(series), seconds=HOUR if series.public else 0)


@private
@require_GET
@of_series
def screen(request: HttpRequest, series: Series) -> HttpResponse:
    """The night for a television: who plays, who stands where, how to join; nothing to press."""
    return render(request, "series/screen.html", pages.screen(series))


@private
@require_GET
@of_series
def page(request: HttpRequest, series: Series) -> HttpResponse:
    """The series: what it is, who stands where, who plays now, and what the reader may do."""
    if request.path != series.get_absolute_url():
        return redirect(series)
    user = person(request)
    if user is not None:
        notices.read(user.pk, url=series.get_absolute_url())
    return render(request, "series/page.html", pages.page(series, user))


@private
@require_GET
@of_series
def marks(request: HtmxHttpRequest, series: Series, entrant: int) -> HttpResponse:
    """From which matches the numbers of somebody come: beside their line, or a page."""
    table = board_of(series).standings
    line = next((line for line in table.lines if line.entrant.pk == entrant), None)
    if line is None:
        raise Http404
    mine = selectors.entrant_of(series, person(request))
    context = {
        "series": series,
        "line": line,
        "marks": marks_of(series, line, table),
        "linked": series.public or (mine is not None and mine.status in ("in", "away")),
    }
    template = "series/marks.html" if request.htmx else "series/marks_page.html"
    return render(request, template, context)


# ---- Actions ------------------------------------------------------------------------------------


def action(service: Callable[..., Any], *fields: str) -> View:
    """A POST of somebody signed in, about the series with this code: calls one service.

    It is given these fields, and what else stands in the address.
    """

    @private
    @require_POST
    @signed_in
    @of_series
    def act(request: SignedInRequest, series: Series, **more: Any) -> HttpResponse:
        given = {name: request.POST.get(name, "") for name in fields}
        try:
            service(series.pk, request.user, **given, **more)
        except Refusal as refusal:
            return refuse(request, refusal, series.get_absolute_url())
        if request.htmx and GUEST_NAME not in request.POST:
            return HttpResponse(status=204)  # the socket shows it; who came as a guest has another
        return go(request, series.get_absolute_url())

    return act


join = carried(
    "series:join",
    gettext_lazy("You will enter the series %(series)s."),
    fields=("partner",),
    for_guests=selectors.is_night,
)(open_to_guests(action(entering.join, "partner")))
withdraw = action(entering.withdraw)
step_out = action(entering.step_out)
call_off = action(making.call_off)
begin = action(hosting.begin)
skip = action(hosting.skip)
repeat = action(hosting.repeat)
next_game = action(hosting.next_game)
pause = action(hosting.pause)
resume = action(hosting.resume)
end = action(hosting.end)
game_up = action(partial(programme.move_game, by=-1))
game_down = action(partial(programme.move_game, by=1))
game_drop = action(programme.drop_game)

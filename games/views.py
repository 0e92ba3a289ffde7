"""HTTP views of a match: parse, call one service, answer."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games import registry
from games.live.move_messages import MOVES, parse_move, parse_move_id, parse_seen
from games.page import assets, share_image
from games.presence import health
from games.services import leaving, moving
from refusals import Refusal
from refusals.wording import words
from sharing.serving import DAY, picture_view, respond


@never_cache
@require_POST
def move(request: HttpRequest, match_id: int) -> HttpResponse:
    """A move from a page. 204: accepted; 422: refused, with the reason."""
    try:
        MOVES.take(request.user.pk or 0)
        moving.play_move(
            match_id,
            request.user,  # type: ignore[arg-type]
            parse_move(request.POST.get("move", "")),
            move_id=parse_move_id(request.POST.get("move_id", "")),
            seen=parse_seen(request.POST.get("seen", "")),
        )
    except Refusal as refusal:
        return refused(request, refusal)
    return HttpResponse(status=204)


@never_cache
@require_POST
def resign(request: HttpRequest, match_id: int) -> HttpResponse:
    return answer(request, leaving.resign, match_id)


@never_cache
@require_POST
def reclaim(request: HttpRequest, match_id: int) -> HttpResponse:
    return answer(request, leaving.reclaim_seat, match_id)


def answer(request: HttpRequest, service: Any, *args: Any) -> HttpResponse:
    """Calls a service for the one who asks."""
    try:
        service(*args, request.user)
    except Refusal as refusal:
        return refused(request, refusal)
    return HttpResponse(status=204)


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Why not, in words, for the page's status line and a toast."""
    context = {"why": words(refusal), "code": refusal.code}
    return render(request, "games/regions/refusal.html", context, status=422)


@require_GET
def rules(request: HttpRequest, key: str = "") -> HttpResponse:
    """The rules of a game in our own words, with pictures; without a key, all the games."""
    games = registry.all_games()
    if not key:
        return render(request, "games/rules_index.html", {"games": games})
    try:
        info = registry.rules_for(key).INFO
    except LookupError:
        raise Http404 from None
    context = {"games": games, "info": info, "key": key} | assets.game_files(key)
    return render(request, "games/rules_page.html", context)


@picture_view
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """A game as a picture to send round."""
    try:
        drawn = share_image.game_picture(key)
    except LookupError:
        raise Http404 from None
    return respond(request, drawn, seconds=DAY, index=True)


@picture_view
def house_picture(request: HttpRequest) -> HttpResponse:
    """The house, for every page that has no picture of its own."""
    return respond(request, share_image.house_picture(), seconds=DAY, index=True)


@require_GET
def healthz(request: HttpRequest) -> HttpResponse:
    """The process is alive."""
    return HttpResponse("ok", content_type="text/plain")


@never_cache
@require_GET
def readyz(request: HttpRequest) -> JsonResponse:
    """503 when this process should be taken out; what all processes share is told in the body."""
    report = health.report()
    return JsonResponse(report, status=200 if report["ready"] else 503)

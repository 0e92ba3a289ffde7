"""Doors to a match that is over: its replay, its public log, its proof, its picture."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import User
from archive import replay_pages, share, verify_log
from archive.replay_access import open_match
from games.engine.errors import Refusal
from games.models import Match
from games.services.refusals import NoSuchMatch
from refusals.wording import words

Door = Callable[..., HttpResponse]


def reader_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def of_a_match(door: Door) -> Door:
    """Lets in who may look at the match. Others hear why not; a private match is not there."""

    @never_cache
    @require_GET
    @wraps(door)
    def guarded(request: HttpRequest, match_id: int, **more: Any) -> HttpResponse:
        try:
            return door(request, open_match(match_id, reader_of(request)), **more)
        except NoSuchMatch:
            raise Http404 from None
        except Refusal as refusal:
            context = {"why": words(refusal), "code": refusal.code}
            return render(request, "archive/refused.html", context, status=409)

    return guarded


@of_a_match
def replay(request: HttpRequest, match: Match) -> HttpResponse:
    """The whole page, at a step and through somebody's eyes."""
    scene = replay_pages.scene_of(match, reader_of(request))
    eyes = scene.eyes(request.GET.get("as", ""))
    step = scene.step(request.GET.get("step", ""))
    return render(request, "archive/replay.html", replay_pages.page(scene, eyes, step))


@of_a_match
def replay_step(request: HttpRequest, match: Match, step: int) -> HttpResponse:
    """The stage alone, for a page that is there already."""
    scene = replay_pages.scene_of(match, reader_of(request))
    eyes = scene.eyes(request.GET.get("as", ""))
    return HttpResponse(replay_pages.stage(scene, eyes, min(step, scene.film.last)))


@of_a_match
def log(request: HttpRequest, match: Match) -> HttpResponse:
    """All that is needed to check the match, as a file."""
    answer = JsonResponse(
        verify_log.log_of(match),
        json_dumps_params={"ensure_ascii": False, "separators": (",", ":")},
    )
    answer["Content-Disposition"] = f'attachment; filename="courtyard-{match.pk}.json"'
    return answer


@of_a_match
def verify(request: HttpRequest, match: Match) -> HttpResponse:
    """The page whose browser works everything out again."""
    scene = replay_pages.scene_of(match, reader_of(request))
    context = {
        "match": match,
        "info": scene.film.rules.INFO,
        "rows": scene.rows,
        "last": scene.film.last,
        "seed": bytes(match.seed).hex(),
    }
    return render(request, "archive/verify.html", context)


@of_a_match
def picture(request: HttpRequest, match: Match) -> HttpResponse:
    """The result as a picture to send round."""
    scene = replay_pages.scene_of(match, reader_of(request))
    return HttpResponse(share.picture(scene), content_type="image/svg+xml; charset=utf-8")

"""Views of the proof that chance was fair: how it is made, a match's log, and its check."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from archive.proof.example import example
from archive.proof.log import log_of
from archive.replay.access import of_a_match
from archive.replay.scene import scene_of
from archive.viewers import viewer_of
from games.models import Match


@require_GET
def fair(request: HttpRequest) -> HttpResponse:
    """Why nobody chooses the cards, in five sentences, with an example to check."""
    return render(request, "archive/fair.html", {"example": example()})


@of_a_match
def log(request: HttpRequest, match: Match) -> HttpResponse:
    """All that is needed to check the match, as a file."""
    answer = JsonResponse(
        log_of(match),
        json_dumps_params={"ensure_ascii": False, "separators": (",", ":")},
    )
    answer["Content-Disposition"] = f'attachment; filename="courtyard-{match.pk}.json"'
    return answer


@of_a_match
def verify(request: HttpRequest, match: Match) -> HttpResponse:
    """The page whose browser works everything out again."""
    scene = scene_of(match, viewer_of(request))
    context = {
        "match": match,
        "info": scene.replay.rules.INFO,
        "rows": scene.rows,
        "last": scene.replay.last,
        "seed": bytes(match.seed).hex(),
    }
    return render(request, "archive/verify.html", context)

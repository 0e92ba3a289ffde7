"""Views of a replay: the page, one step of it, and the image to share."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from archive.replay import rendering
from archive.replay.access import of_a_match
from archive.replay.scene import scene_of
from archive.replay.share_image import result_picture
from archive.viewers import viewer_of
from games import selectors as matches
from games.models import Match
from sharing.serving import HOUR, picture_view, respond


@of_a_match
def replay(request: HttpRequest, match: Match) -> HttpResponse:
    """The whole page, at a step and through somebody's eyes."""
    scene = scene_of(match, viewer_of(request))
    perspective = scene.perspective(request.GET.get("as", ""))
    step = scene.step(request.GET.get("step", ""))
    return render(request, "archive/replay.html", rendering.page(scene, perspective, step))


@of_a_match
def replay_step(request: HttpRequest, match: Match, step: int) -> HttpResponse:
    """The stage alone, for a page that is there already."""
    scene = scene_of(match, viewer_of(request))
    perspective = scene.perspective(request.GET.get("as", ""))
    return HttpResponse(rendering.stage(scene, perspective, min(step, scene.replay.last)))


@picture_view
@of_a_match
def share_image(request: HttpRequest, match: Match) -> HttpResponse:
    """The result as a picture to send round; that of a private match is kept nowhere."""
    end = matches.read(match.pk)
    assert end is not None
    return respond(request, result_picture(end), seconds=HOUR if match.public else 0)

"""HTTP views of a lesson: its page, a move in it, and going to another step."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.access.rate_limit import RateLimit, address_of
from accounts.models import User
from games.engine.errors import StaleMove
from games.engine.lesson import judge
from games.lessons import funnel, progress, rendering
from games.lessons.progress import Progress
from games.lessons.table import Taught, stranger, taught
from games.live.move_messages import parse_move, parse_seen
from games.views import refused
from refusals import Refusal

PRESSES = RateLimit("lessons", 240, 60)
"""Per address: a classroom may learn behind one, a script may not draw all day."""


@never_cache
@require_GET
def learn(request: HttpRequest, key: str) -> HttpResponse:
    """The page, at the step that this browser has come to."""
    lesson = lesson_called(key)
    known = progress.progress_in(request, key, lesson.last)
    context = rendering.page(lesson, known.step, reader_of(request))
    context["uncounted"] = known.furthest is None
    return render(request, "games/lesson.html", context)


@never_cache
@require_POST
def move(request: HttpRequest, key: str) -> HttpResponse:
    """A move. Pushes, as a socket would bring them: the next step, or an answer. 422: refused."""
    lesson, reader = lesson_called(key), reader_of(request)
    try:
        PRESSES.take(address_of(request))
        seen = parse_seen(request.POST.get("seen", ""))
        step = lesson.step_at(seen)
        if step is None or step == lesson.last:
            raise StaleMove
        wish = parse_move(request.POST.get("move", ""))
        state = lesson.played.frames[lesson.played.starts[step]].state
        answer = judge(lesson.game.rules, lesson.lesson, state, step, wish)
    except Refusal as refusal:
        return refused(request, refusal)
    if answer:
        return JsonResponse(rendering.stay(lesson, step, answer), safe=False)
    return answered(request, lesson, step + 1, rendering.go_on(lesson, step, reader))


@never_cache
@require_POST
def go(request: HttpRequest, key: str) -> HttpResponse:
    """Another step: the one before, the next without playing it oneself, the first again."""
    lesson, reader = lesson_called(key), reader_of(request)
    try:
        PRESSES.take(address_of(request))
    except Refusal as refusal:
        return refused(request, refusal)
    wish = parse_seen(request.POST.get("step", "")) or 0
    step = min(wish, lesson.last)
    if request.POST.get("play") and step:
        return answered(request, lesson, step, rendering.go_on(lesson, step - 1, reader))
    return answered(request, lesson, step, rendering.go_to(lesson, step, reader))


@never_cache
@require_POST
def opened(request: HttpRequest, key: str) -> HttpResponse:
    """The page was opened by a browser that runs scripts: the lesson has begun."""
    lesson = lesson_called(key)
    response = HttpResponse(status=204)
    if not PRESSES.wait(address_of(request)):
        remember(request, response, lesson, 0)
    return response


def answered(request: HttpRequest, lesson: Taught, step: int, messages: list[str]) -> HttpResponse:
    response = JsonResponse(messages, safe=False)
    remember(request, response, lesson, step)
    return response


def remember(request: HttpRequest, response: HttpResponse, lesson: Taught, step: int) -> None:
    """Where this browser is; a step that it has never been at is counted."""
    key = lesson.game.key
    known = progress.progress_in(request, key, lesson.last).furthest
    furthest = step if known is None else max(known, step)
    if furthest != known:
        funnel.count(key, range(0 if known is None else known + 1, furthest + 1))
    progress.keep(request, response, key, Progress(step, furthest))


def lesson_called(key: str) -> Taught:
    try:
        return taught(key)
    except LookupError:
        raise Http404 from None


def reader_of(request: HttpRequest) -> User:
    return request.user if isinstance(request.user, User) else stranger()

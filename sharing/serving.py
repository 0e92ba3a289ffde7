"""HTTP of share images: rate limit, cache, ETag.

A picture is a frozen value that can draw itself. Equal values are the same bytes, so what was drawn
is kept by value in this process, the newest few; another process draws it again in some 40 ms. One
is drawn at a time, in the thread of its request: a crowd of new links is no crowd of busy threads.
"""

import hashlib
import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Protocol

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_GET

from accounts.access.rate_limit import RateLimit, TooFast, address_of
from refusals.wording import words
from sharing.pictures.canvas import Canvas

KEPT = 96
"""Pictures in memory: about ten megabytes."""
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
"""How long others may keep one without asking again."""
PICTURES = RateLimit("pictures", 60, 60, shared=True)

View = Callable[..., HttpResponse]


class Picture(Protocol):
    def draw(self, canvas: Canvas) -> None: ...

    def __hash__(self) -> int: ...


_drawing = threading.Lock()


def png_of(picture: Picture) -> tuple[bytes, str]:
    """The bytes, and the ETag that tells them apart."""
    with _drawing:
        return _png_of(picture)


@lru_cache(maxsize=KEPT)
def _png_of(picture: Picture) -> tuple[bytes, str]:
    canvas = Canvas()
    picture.draw(canvas)
    png = canvas.png()
    return png, f'"{hashlib.sha256(png).hexdigest()[:32]}"'


def picture_view(view: View) -> View:
    """A view that draws: so many a minute from one address."""

    @require_GET
    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            PICTURES.take(address_of(request))
        except TooFast as refusal:
            headers = {"Retry-After": str(refusal.retry_after)}
            return HttpResponse(
                words(refusal), content_type="text/plain", status=429, headers=headers
            )
        return view(request, *args, **kwargs)

    return limited


def respond(
    request: HttpRequest, picture: Picture, *, seconds: int = 0, index: bool = False
) -> HttpResponse:
    """The picture, or 304. Without `seconds` it is this person's alone, and nobody else keeps it;
    without `index` no search engine lists it."""
    png, etag = png_of(picture)
    response = HttpResponse(png, content_type="image/png", headers={"ETag": etag})
    if seconds:
        patch_cache_control(response, public=True, max_age=seconds)
    else:
        patch_cache_control(response, private=True, no_cache=True)
    if not index:
        response["X-Robots-Tag"] = "noindex"
    return get_conditional_response(request, etag=etag, response=response) or response

"""Progress in the lessons, kept in a cookie: where one is, and how far one has been.

It is nobody's record: no account is needed, nothing is stored here, and a browser that forgets
begins again. Only the counters of the funnel depend on it.
"""

import re
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

COOKIE = "lessons"
DAYS = 60
ENTRY = re.compile(r"([a-z0-9_]+)\.(\d{1,2})\.(\d{1,2})")


@dataclass(frozen=True)
class Progress:
    """The step one is at, and the furthest one has begun; None before the first is counted."""

    step: int = 0
    furthest: int | None = None


def read(request: HttpRequest) -> dict[str, Progress]:
    found = ENTRY.findall(request.COOKIES.get(COOKIE, "")[:1000])
    return {key: Progress(int(step), int(furthest)) for key, step, furthest in found}


def progress_in(request: HttpRequest, key: str, last: int) -> Progress:
    """Of one lesson, which may have become shorter since."""
    known = read(request).get(key, Progress())
    furthest = None if known.furthest is None else min(known.furthest, last)
    return Progress(min(known.step, last), furthest)


def keep(request: HttpRequest, response: HttpResponse, key: str, now: Progress) -> None:
    all_now = read(request) | {key: now}
    value = "-".join(f"{name}.{each.step}.{each.furthest or 0}" for name, each in all_now.items())
    response.set_cookie(
        COOKIE,
        value,
        max_age=DAYS * 24 * 3600,
        path="/learn/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )

"""Access to a match that is over: who may look at its replay, log, proof and share image.

While a match runs nobody may: its log holds every secret. Once it is over, the seed is public and
with it every card, so a match of a public table is open to all, and one of a private table to
those who sat there and who played in the same evening. A moderator may look as well, and that is
logged. To everybody else a private match does not exist.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_GET

from accounts.models import User
from accounts.staff import audit_log
from archive.viewers import viewer_of
from games.engine.contract import gettext_noop
from games.engine.errors import Refusal
from games.models import Match, Seat
from games.services.refusals import NoSuchMatch
from refusals.wording import words


class StillRunning(Refusal):
    code = "still-running"
    status = 409
    sentence = gettext_noop(
        "This match is still being played. It can be seen here when it is over."
    )


Shares = Callable[[int, User], bool]
_shares: list[Shares] = []


def register(shares: Shares) -> None:
    """Something above the archive says whether a match was played among these people."""
    _shares.append(shares)


def open_match(match_id: int, user: User | None) -> Match:
    """The match, if it is over and this person may look; else NoSuchMatch or StillRunning."""
    match = Match.objects.defer("state").filter(pk=match_id).first()
    theirs = match is not None and (match.public or is_theirs(match_id, user))
    if match is None or not (theirs or moderates(user)):
        raise NoSuchMatch
    if match.status == Match.Status.RUNNING:
        raise StillRunning
    if user is not None and not theirs:
        audit_log.record_look(user, "looked at a private match", match)
    return match


def is_theirs(match_id: int, user: User | None) -> bool:
    if user is None:
        return False
    sat = Seat.objects.filter(match_id=match_id, user=user).exists()
    return sat or any(shares(match_id, user) for shares in _shares)


def moderates(user: User | None) -> bool:
    return user is not None and user.is_staff and user.has_perm("games.view_match")


View = Callable[..., HttpResponse]


def of_a_match(view: View) -> View:
    """Lets in who may look at the match. Others hear why not; a private match is not there."""

    @require_GET
    @wraps(view)
    def guarded(request: HttpRequest, match_id: int, **more: Any) -> HttpResponse:
        try:
            response = view(request, open_match(match_id, viewer_of(request)), **more)
        except NoSuchMatch:
            raise Http404 from None
        except Refusal as refusal:
            context = {"why": words(refusal), "code": refusal.code}
            response = render(request, "archive/refused.html", context, status=409)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return guarded

"""Contexts of a series' page: its board, and what the reader may do there. The page, its socket and
the television read the same."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User
from lobby.finding.front_page import infos
from lobby.responses import in_words
from lobby.room.invite_link import qr
from refusals import Refusal
from series import selectors
from series.board import board_of
from series.models import Entrant, Pod, Series
from series.rounds import options_line
from series.services import entering
from series.services.locking import database_now

RESULT_SECONDS = 8
"""A television shows how a game ended for so long."""


def page(series: Series, user: User | None) -> dict[str, Any]:
    """All that the page and its one live region need."""
    board, mine = board_of(series), selectors.entrant_of(series, user)
    table = selectors.table_of(series, user)
    return {
        "series": series,
        "board": board,
        "item": series.item,
        "infos": infos(),
        "info": series.item.info,
        "options_line": options_line(series.item),
        "standings": _with_you(board.html("series/standings.html"), mine),
        "mine": mine,
        "table": table,
        "held_ms": selectors.held_ms(table) if table else None,
        "sits_out": _sits_out(mine, board.live_pods),
        "left_ms": left_ms(series),
        "asked_by": _asked_by(series, user),
        "partner_elsewhere": _partner_elsewhere(series, mine),
        "is_host": user is not None and user.pk == series.host_id,
        "socket_url": f"/ws/series/{series.code}/",
        "link": f"{settings.SITE_URL}{series.get_absolute_url()}",
        "house": urlsplit(settings.SITE_URL).netloc,
        "qr": qr(f"{settings.SITE_URL}{series.get_absolute_url()}"),
        "why_not": why_not(series, user, mine),
    }


def _with_you(standings: SafeString, mine: Entrant | None) -> SafeString:
    """Everybody's standings, with the reader's own line."""
    if mine is None:
        return standings
    line = f'id="standing-{mine.pk}" class="standing'
    return mark_safe(standings.replace(f'{line}"', f'{line} is-you"'))


def _sits_out(mine: Entrant | None, live_pods: list[Pod]) -> bool:
    """Others play, and the reader is in it too."""
    if mine is None or mine.status != Entrant.Status.IN or not live_pods:
        return False
    return all(seat.entrant_id != mine.pk for pod in live_pods for seat in pod.seats.all())


def screen(series: Series) -> dict[str, Any]:
    """The television's context: a stranger's, with the table on stage. Its last picture is held
    for a moment, unless others are called already; then the standings have the whole screen."""
    context = page(series, None)
    board = context["board"]
    playing = [pod for pod in board.live_pods if pod.status == Pod.Status.PLAYING]
    ended = [] if board.live_pods or not board.rounds else board.rounds[-1].pods.all()
    held = [pod for pod in ended if _held_ms(pod) > 0]
    on_stage = next(iter(playing + held), None)
    called = [selectors.held_ms(pod.table) for pod in board.live_pods]
    return context | {
        "called_ms": next((left for left in called if left is not None), None),
        "on_stage": on_stage.table if on_stage else None,
        "held_ms": _held_ms(on_stage) if on_stage else 0,
    }


def _held_ms(pod: Pod) -> int:
    """How much longer the end of a match is shown."""
    if pod.status != Pod.Status.OVER or pod.match is None or pod.match.finished_at is None:
        return 0
    gone = (database_now() - pod.match.finished_at).total_seconds()
    return int((RESULT_SECONDS - gone) * 1000)


def why_not(series: Series, user: User | None, mine: Entrant | None) -> str:
    """Why the reader cannot join, in words; empty if they can, or are in it. Of a visitor only
    whether anybody can."""
    if mine is not None:
        return ""
    try:
        if user is None:
            entering.check_entry_open(series)
        else:
            entering.check_may_enter(series, user)
    except Refusal as refusal:
        return in_words(refusal)
    return ""


def _asked_by(series: Series, user: User | None) -> list[User]:
    """Whose partner the reader is asked to be."""
    if user is None:
        return []
    rows = series.entrants.filter(invited=user, status=Entrant.Status.FORMING)
    return [member.user for entrant in rows for member in entrant.members.all()]


def _partner_elsewhere(series: Series, mine: Entrant | None) -> bool:
    """Whom the reader asked is in another team."""
    if mine is None or mine.status != Entrant.Status.FORMING:
        return False
    return series.members.filter(user=mine.invited_id).exists()


def left_ms(series: Series) -> int | None:
    """What is left on the series' clock."""
    if series.deadline is None or series.status == Series.Status.PAUSED:
        return None
    return max(0, int((series.deadline - database_now()).total_seconds() * 1000))

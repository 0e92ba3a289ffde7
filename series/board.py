"""Board of a series: what everybody sees of it, read once for each of its versions.

Standings, rounds, tables and entrants are the same for whoever looks; only what they may do there
is theirs (`page.py`). So what a change costs does not grow with those who look on.
"""

import threading
from collections import OrderedDict
from copy import copy
from functools import cached_property
from time import monotonic

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from series import selectors
from series.bracket import Picture
from series.lines import Line, Standings, standings
from series.models import Entrant, Pod, Round, Series
from series.rounds import Game, picture, programme
from series.services.terms import in_teams

KEPT = 64
"""Boards in memory, those looked at last."""

SECONDS = 5.0
"""So long one is kept, for what has no version: somebody's new name."""


class Board:
    """Of one version of a series, in one language."""

    def __init__(self, series: Series) -> None:
        self.series = copy(series)
        self.read_at = monotonic()
        arena = series.kind == Series.Kind.ARENA
        self.rounds: list[Round] = selectors.rounds_of(series, only_open=arena)
        self.live_pods: list[Pod] = [
            pod for made in self.rounds for pod in made.pods.all() if pod.is_open
        ]
        self.entrants: list[Entrant] = selectors.entrants_of(series)
        self.standings: Standings = standings(series)
        self.programme: list[Game] = programme(series, self.rounds)
        self.in_teams = in_teams(series.item)
        self._html: dict[str, SafeString] = {}

    @property
    def lines(self) -> list[Line]:
        return self.standings.lines

    @cached_property
    def picture(self) -> Picture | None:
        return picture(self.series, self.rounds)

    @property
    def podium(self) -> bool:
        over = self.series.status == Series.Status.OVER
        return over and any(line.row.points for line in self.lines)

    def html(self, template: str) -> SafeString:
        """One of its parts, rendered once."""
        if template not in self._html:
            context = {"series": self.series, "board": self}
            self._html[template] = mark_safe(get_template(template).render(context))
        return self._html[template]


class _Place:
    """Where the newest board of a series lies. Its lock lets one thread read, and all others wait
    for what it reads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.board: Board | None = None


_places: OrderedDict[tuple[int, str], _Place] = OrderedDict()
_lock = threading.Lock()


def board_of(series: Series) -> Board:
    """The board of this version, or of a newer one."""
    key = series.pk, get_language() or ""
    with _lock:
        place = _places.setdefault(key, _Place())
        _places.move_to_end(key)
        if len(_places) > KEPT:
            _places.popitem(last=False)
    with place.lock:
        board = place.board
        if (
            board is None
            or board.series.version < series.version
            or monotonic() - board.read_at > SECONDS
        ):
            board = place.board = Board(series)
        return board

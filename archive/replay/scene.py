"""A match that is over at one of its steps: as it stood then, and through whose eyes."""

import copy
from dataclasses import dataclass

from accounts.models import User
from accounts.people.bots import dressed
from archive.replay.frames import Replay, replay_of
from games.engine.contract import Seat
from games.event_log import logged
from games.models import Match
from games.models import Seat as SeatRow
from games.selectors import RECENT, LoadedMatch

OPEN = "open"


@dataclass(frozen=True)
class Perspective:
    """Whose eyes a step is seen with: a seat's, or with none everybody's at once.

    `own`: it is the viewer's own seat.
    """

    seat: Seat | None
    own: bool = False

    @property
    def name(self) -> str:
        return OPEN if self.seat is None else str(self.seat)

    @property
    def called_you(self) -> Seat | None:
        return self.seat if self.own else None


@dataclass(frozen=True)
class Scene:
    """A match that is over, who sat there, and who looks."""

    match: Match
    replay: Replay
    rows: list[SeatRow]
    viewer: User | None

    @property
    def own_seat(self) -> Seat | None:
        mine = [row.index for row in self.rows if self.viewer and row.user_id == self.viewer.pk]
        return Seat(mine[0]) if mine else None

    def perspective(self, wish: str) -> Perspective:
        """As wished; else through one's own eyes, or all open."""
        own = self.own_seat
        if wish.isdecimal() and len(wish) < 3 and int(wish) < len(self.rows):
            return Perspective(Seat(int(wish)), int(wish) == own)
        return Perspective(None) if wish == OPEN or own is None else Perspective(own, True)

    def step(self, wish: str) -> int:
        return min(int(wish), self.replay.last) if wish.isdecimal() and len(wish) < 9 else 0


def scene_of(match: Match, viewer: User | None) -> Scene:
    rows = list(match.seats.select_related("user").order_by("index"))
    for row in rows:
        row.user = dressed(row.user, row.name)
    return Scene(match, replay_of(match), rows, viewer)


def shown_at(scene: Scene, step: int) -> LoadedMatch:
    """The match as it stood after one event; nobody knew more then."""
    replay = scene.replay
    match = copy.copy(scene.match)
    over = step == replay.last
    taken, left = bots_and_leavers(scene, step)
    match.seq, match.bots = step, taken
    if not over:
        match.status, match.result = Match.Status.RUNNING, None
    rows = [copy.copy(row) for row in scene.rows]
    for row in rows:
        row.absent_since = None
        if row.index not in left:
            row.forfeited_at = None
        if not over:
            row.place = row.score = None
    frames = replay.frames[max(0, step + 1 - RECENT) : step + 1]
    return LoadedMatch(
        match=match,
        rules=replay.rules,
        state=replay.frames[step].state,
        options=replay.options,
        seats=rows,
        recent=logged([frame.event for frame in frames], replay.rules),
        now=replay.frames[step].event.at,
    )


def bots_and_leavers(scene: Scene, step: int) -> tuple[dict[str, str], set[int]]:
    """Which seats the server played then, and who had left by then."""
    level = scene.match.bots.get
    bots = {str(r.index): level(str(r.index), "") or "bot" for r in scene.rows if r.user.is_bot}
    left: set[int] = set()
    for frame in scene.replay.frames[1 : step + 1]:
        if frame.event.by != "house":
            continue
        for fact in frame.event.facts:
            seat = fact.get("seat")
            if fact["type"] in ("forfeited", "taken-over"):
                bots[str(seat)] = level(str(seat), "") or "bot"
            elif fact["type"] == "reclaimed":
                bots.pop(str(seat), None)
            if fact["type"] == "forfeited":
                left.add(seat)
    return bots, left

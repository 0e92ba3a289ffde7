"""The WebSocket consumer of a table: hears its nudges, shows each reader what they may see."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from games.live import broadcast
from games.live.consumers import MatchConsumer
from games.live.heartbeats import Beat, Verdict
from games.live.hub import hub
from games.models import Match
from games.page.push import Push
from games.page.pushing import NOTHING
from games.presence import leases
from games.selectors import RECENT, LoadedMatch
from lobby import selectors
from lobby.finding.lookup import find_for_socket
from lobby.models import Table
from lobby.notice_consumers import NoticeConsumer
from lobby.room import rendering
from lobby.room.chat import aside_region, chat_region
from lobby.room.scene import Scene, read_scene
from lobby.room.stage import HIDDEN, ROOM, may_hear, stage_of


class TableConsumer(NoticeConsumer, MatchConsumer):
    """The socket of a table for one reader: room, matches one after another, chat, watchers."""

    table_id: int
    code: str
    scene: Scene | None = None
    """Only until it is shown: thousands of idle sockets keep nothing that they can read again."""
    stage = ""
    said: int | None = None
    watchers = counted = -1
    """Who looks on: as shown, and as counted last."""
    aside = 0
    """The hash of what was shown."""

    def find(self) -> tuple[int, str] | None:
        table = find_for_socket(self.scope, self.user)
        if not isinstance(table, Table):
            return table
        self.table_id, self.venue, self.match_id = table.pk, table.venue, table.match_id
        self.code = table.code
        return None

    def here(self) -> str:
        return f"/t/{self.code}/"

    def enter(self) -> tuple[int, str] | None:
        refused = super().enter()
        if not refused:
            # Somebody came: the others see it in the room and among the watchers.
            broadcast.somebody_came(self.venue)
        return refused

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if hasattr(self, "venue"):
            # The lease outlives a reload; only then the others see that somebody went.
            loop = asyncio.get_running_loop()
            loop.call_later(leases.LEAVE_LAG, broadcast.somebody_went, self.venue)

    @classmethod
    def look_again(cls, sockets: Sequence[Any], beats: Sequence[Beat]) -> list[Verdict]:
        """The match may have gone on unheard, or the stage may have changed."""
        verdicts = super().look_again(sockets, beats)
        tables, chairs = selectors.tables_with_chairs({socket.table_id for socket in sockets})
        for socket, verdict in zip(sockets, verdicts, strict=True):
            if socket.table_id not in tables:
                continue
            stage = stage_of(tables[socket.table_id], socket.user, chairs[socket.table_id])
            if stage != socket.stage:
                verdict.missed = {"whats": {"room"}}
            elif stage != f"match.{socket.match_id}":
                verdict.missed = None
        return verdicts

    async def before_show(self, wanted: dict[str, Any]) -> None:
        """Sockets that ask together read the table together."""
        if not self.goes_on(wanted):
            key, read = ("scene", self.table_id), partial(read_scene, self.table_id)
            self.scene = await hub().reads.get(key, read)
            self.match_id, self.counted = self.scene.table.match_id, self.scene.watchers
        elif wanted.get("whats"):
            key, count = ("watchers", self.table_id), partial(selectors.watchers, self.table_id)
            self.counted = await hub().reads.get(key, count)
        await super().before_show(wanted)

    def show(self, wanted: dict[str, Any]) -> Push:
        if self.goes_on(wanted):
            return self.show_going_on(wanted)
        scene, self.scene = self.scene, None
        assert scene is not None
        table, chairs = scene.table, scene.chairs
        stage = stage_of(table, self.user, chairs)
        whats = wanted.get("whats") or set()
        everything = bool(wanted.get("full")) or "names" in whats
        match, parts = Push(), []
        if everything or stage != self.stage:
            self.stage = stage
            html, self.seen = rendering.whole_stage(table, self.user, chairs, self.loaded())
            self.sent = NOTHING
            parts.append(html)
        elif stage == ROOM:
            parts.append(rendering.room_region(table, self.user, chairs))
        elif stage != HIDDEN and ("match" in wanted or "room" in whats):
            match = self.show_match(wanted)
        hears = may_hear(table, self.user, chairs)
        if hears and (everything or whats & {"chat", "talk"}):
            after = None if everything or "talk" in whats else self.said
            html, self.said = chat_region(table, self.user, after, scene.talk)
            parts.append(html)
        if hears and (everything or whats & {"chat", "talk", "room"}):
            parts.append(self.show_aside(scene))
        if everything or "people" in whats or "room" in whats:
            parts.append(self.show_watchers())
        return match.followed_by("".join(parts))

    def knows(self, wanted: dict[str, Any]) -> bool:
        return not wanted.get("whats") and self.knows_match() and self.is_at_hand(wanted)

    def show_at_once(self, wanted: dict[str, Any]) -> Push | None:
        return self.show_going_on(wanted) if self.is_at_hand(wanted) else None

    def is_at_hand(self, wanted: dict[str, Any]) -> bool:
        """A move that the room knows; at the end of a match there is more to read."""
        shown = self.loaded()
        if shown is None or not self.goes_on(wanted):
            return False
        if "match" in wanted and shown.match.status != Match.Status.RUNNING:
            return False
        # The room remembers the newest events only; older ones are read.
        return self.seen >= shown.match.seq - RECENT

    def goes_on(self, wanted: dict[str, Any]) -> bool:
        """The usual nudges: the match on the stage went on, or somebody came or went."""
        return (
            not wanted.get("full")
            and (wanted.get("whats") or set()) <= {"people"}
            and wanted.get("match", self.match_id) == self.match_id
            and self.stage == f"match.{self.match_id}"
        )

    def show_going_on(self, wanted: dict[str, Any]) -> Push:
        match = self.show_match(wanted) if "match" in wanted else Push()
        return match.followed_by(self.show_watchers())

    def added_to(self, shown: LoadedMatch) -> dict[str, Any] | None:
        """The wish for another match, once this one is over."""
        if shown.match.status == Match.Status.RUNNING:
            return None
        table = Table.objects.get(pk=self.table_id)
        return rendering.rematch(table, self.user, selectors.chairs_of(table))

    def show_watchers(self) -> str:
        """Only when their number changed."""
        if self.counted == self.watchers:
            return ""
        self.watchers = self.counted
        return rendering.watchers_region(self.watchers)

    def show_aside(self, scene: Scene) -> str:
        """What the watchers say among themselves, when it changed."""
        shown = self.loaded()
        plays = shown is not None and shown.seat_of(self.user_id) is not None
        playing = scene.table.status == Table.Status.PLAYING
        sits = scene.has_chair(self.user) or (playing and plays)
        html = aside_region(scene.table, self.user, sits, scene.talk)
        if hash(html) == self.aside:
            return ""
        self.aside = hash(html)
        return html

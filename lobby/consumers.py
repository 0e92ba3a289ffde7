"""Listens at a table and in the lobby, and shows each reader what they may see."""

import asyncio
import time
from typing import Any

from django.utils.translation import get_language

from games.live import broadcast, close_codes
from games.live.consumers import MatchConsumer
from games.presence import leases
from lobby import codes, pages, rendering, selectors
from lobby.bell import AtHome, Ringing
from lobby.models import Table

PACE = 1.0
"""Seconds between two pushes of the lobby's list, however much happens in it."""


class TableConsumer(Ringing, MatchConsumer):
    """A table for one reader: its room, its matches one after another, its chat, its watchers."""

    table_id: int
    stage = ""
    said: int | None = None
    watchers = ""
    aside = ""

    def find(self) -> tuple[int, str] | None:
        code = codes.forgive(self.scope["url_route"]["kwargs"]["code"])
        table = selectors.by_code(code)
        if table is None:
            return close_codes.NO_SUCH_TABLE, ""
        self.table_id, self.venue, self.match_id = table.pk, table.venue, table.match_id
        return None

    def enter(self) -> tuple[int, str] | None:
        refused = super().enter()
        if not refused:
            # Somebody came: the others see it in the room and among the watchers.
            broadcast.venue_changed(self.venue, "people")
        return refused

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if hasattr(self, "venue"):
            # The lease outlives a reload; only then the others see that somebody went.
            asyncio.get_running_loop().call_later(
                leases.LEAVE_LAG + 0.5,
                broadcast.send,
                broadcast.venue_group(self.venue),
                {"type": "nudge", "what": "people"},
            )

    def beat(self) -> dict[str, Any] | None:
        """The match may have gone on unheard, or the stage may have changed."""
        missed = super().beat()
        table = Table.objects.get(pk=self.table_id)
        stage = rendering.stage_of(table, self.user, selectors.chairs_of(table))
        if stage != self.stage:
            return {"whats": {"room"}}
        return missed if stage == f"match.{self.match_id}" else None

    def show(self, wanted: dict[str, Any]) -> str:
        if self.only_a_move(wanted):
            return self.show_match(wanted)
        table = Table.objects.select_related("owner").get(pk=self.table_id)
        chairs = selectors.chairs_of(table)
        stage = rendering.stage_of(table, self.user, chairs)
        whats = wanted.get("whats") or set()
        everything = bool(wanted.get("full"))
        parts: list[str] = []
        if everything or stage != self.stage:
            self.stage = stage
            html, shown = rendering.whole_stage(table, self.user, chairs)
            self.match_id = table.match_id
            self.seen = shown.match.seq if shown else -1
            parts.append(html)
        elif stage == rendering.ROOM:
            parts.append(rendering.room_region(table, self.user, chairs))
        elif stage != rendering.HIDDEN and ("match" in wanted or "room" in whats):
            self.extra = rendering.rematch(table, self.user, chairs)
            parts.append(self.show_match(wanted))
        if stage != rendering.HIDDEN and (everything or "chat" in whats):
            html, self.said = rendering.chat_region(
                table, self.user, None if everything else self.said
            )
            parts.append(html)
        if stage != rendering.HIDDEN and (everything or whats & {"chat", "room"}):
            parts.append(self.show_aside(table))
        if everything or "people" in whats or "room" in whats:
            parts.append(self.show_watchers(table))
        return "".join(parts)

    def only_a_move(self, wanted: dict[str, Any]) -> bool:
        """The usual nudge: the match on the stage went on, and nothing else happened."""
        return (
            not wanted.get("full")
            and not wanted.get("whats")
            and wanted.get("match") == self.match_id
            and self.stage == f"match.{self.match_id}"
        )

    def show_watchers(self, table: Table) -> str:
        """Only when their number changed."""
        html = rendering.watchers_region(table)
        if html == self.watchers:
            return ""
        self.watchers = html
        return html

    def show_aside(self, table: Table) -> str:
        """What the watchers say among themselves, when it changed."""
        html = rendering.aside_region(table, self.user)
        if html == self.aside:
            return ""
        self.aside = html
        return html


class LobbyConsumer(AtHome):
    """The live list of tables, at most one push a second."""

    game = ""
    shown_at = 0.0
    later: asyncio.Task[None] | None = None

    def enter(self) -> tuple[int, str] | None:
        self.game = pages.game_in(self.scope.get("query_string", b"").decode("latin-1"))
        return super().enter()

    def listens_to(self) -> list[str]:
        return [*super().listens_to(), "lobby"]

    async def nudge(self, message: dict[str, Any]) -> None:
        """What happens within a second is shown together."""
        if self.later is None or self.later.done():
            self.later = asyncio.create_task(self.show_soon())

    async def show_soon(self) -> None:
        await asyncio.sleep(max(0.0, self.shown_at + PACE - time.monotonic()))
        self.shown_at = time.monotonic()
        self.want({"heard": self.shown_at})

    async def disconnect(self, code: int) -> None:
        if self.later is not None:
            self.later.cancel()
        await super().disconnect(code)

    def show(self, wanted: dict[str, Any]) -> str:
        return pages.tables_region(self.game, get_language() or "", wanted.get("heard"))


class WatchConsumer(LobbyConsumer):
    """The live list of matches to watch. How far they are is looked at with every heartbeat."""

    def beat(self) -> dict[str, Any] | None:
        asyncio.run_coroutine_threadsafe(self.nudge({}), self.loop)
        return super().beat()

    def show(self, wanted: dict[str, Any]) -> str:
        return pages.watch_region(self.game, get_language() or "", wanted.get("heard"))

"""WebSocket consumers of the lobby's two lists: open tables, and matches to watch."""

import asyncio
import time
from dataclasses import replace
from typing import Any

from games.live.heartbeats import Beat, Verdict
from lobby.finding import lists
from lobby.notice_consumers import PageConsumer

PUSH_INTERVAL = 1.0
"""Seconds between two pushes of a list, however much happens in it."""


class LobbyConsumer(PageConsumer):
    """The live list of tables, at most one push a second."""

    region = "tables"
    game = ""
    shown_at = 0.0
    later: asyncio.Task[None] | None = None

    def enter(self) -> tuple[int, str] | None:
        self.game = lists.game_in(self.scope.get("query_string", b"").decode("latin-1"))
        return super().enter()

    def listens_to(self) -> list[str]:
        return [*super().listens_to(), "lobby"]

    async def nudge(self, message: dict[str, Any]) -> None:
        """What happens within a second is shown together."""
        if self.later is None or self.later.done():
            self.later = asyncio.create_task(self.show_soon())

    async def show_soon(self) -> None:
        await asyncio.sleep(max(0.0, self.shown_at + PUSH_INTERVAL - time.monotonic()))
        self.shown_at = time.monotonic()
        self.want({"heard": self.shown_at})

    async def disconnect(self, code: int) -> None:
        if self.later is not None:
            self.later.cancel()
        await super().disconnect(code)

    def show(self, wanted: dict[str, Any]) -> str:
        return lists.region(self.region, self.game, wanted.get("heard"))


class WatchConsumer(LobbyConsumer):
    """The live list of matches to watch. How far they are is looked at with every heartbeat."""

    region = "matches"

    def checked(self, beat: Beat) -> Verdict:
        verdict = super().checked(beat)
        verdict.missed = {"type": "nudge"}
        return verdict

    async def heal(self, verdict: Verdict) -> None:
        await super().heal(replace(verdict, missed=None))
        if not verdict.bye:
            await self.nudge({})

"""WebSocket consumers of the lobby's two lists: open tables, and matches to watch."""

from typing import Any

from lobby.finding import lists
from lobby.finding.feed import Feed, View, feed
from lobby.notice_consumers import PageConsumer


class LobbyConsumer(PageConsumer):
    """The live list of tables. Its feed reads and renders for all of them."""

    region = "tables"
    feed: Feed | None = None
    view: View

    def prepare(self) -> None:
        super().prepare()
        game = lists.game_in(self.scope.get("query_string", b"").decode("latin-1"))
        self.view = game, self.language

    async def before_show(self, wanted: dict[str, Any]) -> None:
        if self.feed is None:
            self.feed = feed(self.region)
            await self.feed.join(self.view, self)

    async def disconnect(self, code: int) -> None:
        try:
            await super().disconnect(code)
        finally:
            if self.feed is not None:
                await self.feed.part(self.view, self)

    def show_at_once(self, wanted: dict[str, Any]) -> str:
        assert self.feed is not None
        if self.failures:
            self.has = ()  # whether the last push arrived is not known
        rendered = wanted.get("rendered")
        newest = self.feed.shown.get(self.view) if rendered else self.feed.newest(self.view)
        if newest is None:
            return ""
        html, self.has = newest.push(self.has)
        if self.has != newest.marks:
            self.want({"rendered": True})
        return html


class WatchConsumer(LobbyConsumer):
    """The live list of matches to watch. How far they are is looked at with every heartbeat."""

    region = "matches"

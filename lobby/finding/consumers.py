"""WebSocket consumers of the lobby's lists: the front page, all tables, matches to watch."""

from typing import Any

from lobby.finding import mine
from lobby.finding.feed import Feed, View, feed
from lobby.finding.lists import LISTS
from lobby.notice_consumers import PageConsumer


class TablesConsumer(PageConsumer):
    """The live list of tables. Its feed reads and renders for all of them."""

    region = "tables"
    feed: Feed | None = None
    view: View

    def prepare(self) -> None:
        super().prepare()
        query = self.scope.get("query_string", b"").decode("latin-1")
        self.view = LISTS[self.region].query(query), self.language

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


class FrontConsumer(TablesConsumer):
    """The front page: the same tables for everybody, and one's own games when the bell rings."""

    region = "front"

    def bell(self) -> str:
        return super().bell() + (mine.region(self.user) if self.user is not None else "")


class WatchConsumer(TablesConsumer):
    """The live list of matches to watch. How far they are is looked at with every heartbeat."""

    region = "matches"

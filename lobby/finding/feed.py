"""Live feeds of the lobby's lists: one reader and one renderer a web process.

A feed hears the lobby's nudges for all pages that show its list. It reads and renders at most once
in an interval, once for each filter, page and language, and sends each page what differs from what
that page has: new and changed rows in full, of every other row only its place. What several filters
show is read and rendered once for all of them.

All of this belongs to the event loop; only reading and rendering run in a thread.
"""

import asyncio
import logging
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from django.conf import settings
from django.template.loader import get_template
from django.utils import translation

from games.live.hub import hub
from games.live.threads import in_thread
from lobby.finding.lists import LISTS, Reading, Row

log = logging.getLogger("courtyard.lobby")

INTERVALS = {"front": 1.0, "tables": 1.0, "matches": 5.0}
"""Seconds between two renderings of a list, however much happens in it. A rendering that takes long
is followed by as long a rest."""

PUSH_BYTES = 48_000
"""Rows in one message: a socket's message has its limit. What is left comes with the next."""

PUSHES_KEPT = 64

Marks = tuple[tuple[str, str], ...]
"""What a page has: the region and its rows in order, each by id and mark."""

View = tuple[str, str]
"""A list as some pages show it: the query of their address, and the language."""


class RenderedList:
    """The newest rendering of a list, and the pushes that lead to it."""

    def __init__(self, name: str, rows: list[Row], mark: str, frame: str) -> None:
        self.rows = rows
        self.marks: Marks = ((name, mark), *((row.id, row.mark) for row in rows))
        self.before, _, self.after = frame.partition(PLACE.html)
        self._pushes: dict[Marks, tuple[str, Marks]] = {}

    def push(self, has: Marks) -> tuple[str, Marks]:
        """What to send to a page, and what the page has then. Made once for pages alike."""
        if has == self.marks:
            return "", self.marks
        if has not in self._pushes:
            if len(self._pushes) >= PUSHES_KEPT:
                self._pushes.clear()
            self._pushes[has] = self._push(has)
        return self._pushes[has]

    def _push(self, has: Marks) -> tuple[str, Marks]:
        known, room = dict(has), PUSH_BYTES
        sent, then = [], [self.marks[0]]
        for row in self.rows:
            mark = known.get(row.id)
            size = 0 if mark == row.mark else len(row.html.encode())
            if size and (size <= room or room == PUSH_BYTES):
                room -= size
                sent.append(row.html)
                then.append((row.id, row.mark))
            elif mark is not None:
                sent.append(f'<li id="{row.id}" data-same></li>')
                then.append((row.id, mark))
        has_then = tuple(then)
        if has_then == self.marks:
            has_then = self.marks
        return f"{self.before}{''.join(sent)}{self.after}", has_then


PLACE = Row("", "", "\0")
"""Stands in the rendered region where the rows go."""


def render(name: str, views: Iterable[View]) -> dict[View, RenderedList]:
    reading = Reading()
    return {view: render_one(name, *view, reading) for view in views}


def render_one(name: str, query: str, language: str, reading: Reading) -> RenderedList:
    with translation.override(language):
        context = LISTS[name].context(query, reading)
        rows = context["rows"]
        around = context | {"push": True, "rows": [PLACE] if rows else []}
        frame = get_template(f"lobby/regions/{name}.html").render(around)
    return RenderedList(name, rows, context["mark"], frame)


class Reader(Protocol):
    """A page's socket, as a feed sees it."""

    has: Marks

    def want(self, message: dict[str, Any]) -> None: ...


class Feed:
    """Of one list and one event loop."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.readers: dict[View, set[Reader]] = {}
        self.shown: dict[View, RenderedList] = {}
        self.rendered = 0
        self._stale = asyncio.Event()
        self._rendering = False
        self._task: asyncio.Task[None] | None = None

    async def join(self, view: View, reader: Reader) -> None:
        """When this returns, nothing that changes the list is missed."""
        self.readers.setdefault(view, set()).add(reader)
        if self._task is None:
            self._task = asyncio.create_task(self._keep_rendering())
        await hub().join("lobby", self)
        if view not in self.shown:
            self._stale.set()

    async def part(self, view: View, reader: Reader) -> None:
        readers = self.readers.get(view, set())
        readers.discard(reader)
        if not readers:
            self.readers.pop(view, None)
            self.shown.pop(view, None)
        if not self.readers:
            if self._task is not None:
                self._task.cancel()
                self._task = None
            await hub().part("lobby", self)

    def newest(self, view: View) -> RenderedList | None:
        """The list as it is now. None: it is about to be rendered, and then its readers are woken.

        A page that was loaded a moment ago may know more than the last rendering.
        """
        return None if self._stale.is_set() or self._rendering else self.shown.get(view)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """A nudge. What happens within an interval is shown together."""
        self._stale.set()

    def want(self, message: dict[str, Any]) -> None:
        self._stale.set()

    async def _keep_rendering(self) -> None:
        """At once after a quiet while; a nudge that was lost is healed within a heartbeat."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(settings.HEARTBEAT_SECONDS):
                    await self._stale.wait()
            began = time.monotonic()
            self._stale.clear()
            self._rendering = True
            try:
                self._show(await in_thread(render, self.name, list(self.readers)))
            except Exception:
                log.exception("a list could not be rendered")
                self._stale.set()
            finally:
                self._rendering = False
            took = time.monotonic() - began
            await self.rest(max(INTERVALS[self.name] - took, took))

    async def rest(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def _show(self, made: dict[View, RenderedList]) -> None:
        self.rendered += 1
        for view, fresh in made.items():
            readers = self.readers.get(view)
            if not readers:
                continue
            known = self.shown.get(view)
            if known is None or known.marks != fresh.marks:
                self.shown[view] = known = fresh
            for reader in readers:
                if reader.has is not known.marks:
                    reader.want({"rendered": True})


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Feed]] = WeakKeyDictionary()


def feed(name: str) -> Feed:
    """The feed of a list in the running event loop."""
    feeds = _feeds.setdefault(asyncio.get_running_loop(), {})
    if name not in feeds:
        feeds[name] = Feed(name)
    return feeds[name]

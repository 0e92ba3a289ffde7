"""The show queue: one task shows all that is known, and what is not takes a task of its own."""

import asyncio
from typing import Any

from games.live.hub import hub
from games.live.show_queue import ShowQueue
from games.live.socket import LiveConsumer
from games.page.push import Told


class Shown:
    def __init__(self, shown: list[str], name: str, known: bool = True) -> None:
        self.shown, self.name, self.known = shown, name, known

    async def show_now(self) -> bool:
        if self.known:
            self.shown.append(f"{self.name} in {id(asyncio.current_task())}")
        return self.known

    def start_showing(self) -> None:
        self.shown.append(f"{self.name} for itself")


async def test_one_task_shows_all_that_is_known() -> None:
    shown: list[str] = []
    queue = ShowQueue()
    sockets = [Shown(shown, "anna"), Shown(shown, "ben", known=False), Shown(shown, "dina")]
    for socket in [*sockets, sockets[0]]:  # twice is once
        queue.put(socket)
    left = Shown(shown, "who left")
    queue.put(left)
    queue.drop(left)
    assert shown == []
    while len(shown) < 3:
        await asyncio.sleep(0)
    first, own, last = shown
    assert own == "ben for itself"
    assert (first[:5], last[:5]) == ("anna ", "dina ")
    assert first.rpartition(" ")[2] == last.rpartition(" ")[2]


class Page(LiveConsumer):
    """A page that knows everything but a moment in which it cannot be drawn."""

    broken = 0

    def knows(self, wanted: dict[str, Any]) -> bool:
        return not wanted.get("full")

    def show_at_once(self, wanted: dict[str, Any]) -> Told | None:
        if self.broken:
            self.broken -= 1
            raise ValueError
        return f"{'all' if wanted.get('full') else 'news'} in {self.language}"


async def test_what_cannot_be_shown_at_once_comes_as_a_whole() -> None:
    sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    page = Page()
    page.scope, page.base_send = {}, sent.put
    page.prepare()
    hub().wake("nobody", {})
    page.want({"match": 7})
    assert (await sent.get())["text"] == "news in en"
    page.broken = 1
    page.want({"match": 7})
    assert (await sent.get())["text"] == "all in en"

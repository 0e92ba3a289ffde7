"""Live feeds of the lobby's lists: one rendering for all, and of it only what differs."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from lobby.finding import feed as feeds
from lobby.finding.feed import Feed, Marks, RenderedList, feed
from lobby.finding.lists import Row
from lobby.models import Table
from lobby.services import chairs, tables
from tests.lobby.conftest import GAME, MakePerson
from tests.lobby.test_sockets import OpenSocket, open_socket, path_of  # noqa: F401

ALL = ("", "en")


def rendered(**rows: str) -> RenderedList:
    """A list of rows by id, each with one letter as HTML and mark."""
    made = [Row(name, mark, f"<li>{mark}</li>") for name, mark in rows.items()]
    return RenderedList("tables", made, "0", f"<ul>{feeds.PLACE.html}</ul>")


def pushed(old: RenderedList | Marks, new: RenderedList) -> str:
    html, then = new.push(old if isinstance(old, tuple) else old.marks)
    assert then is new.marks
    return html


SAME = '<li id="{}" data-same></li>'


@pytest.mark.parametrize(
    ("before", "now", "sent"),
    [
        ({"a": "1", "b": "2"}, {"a": "1", "b": "3"}, SAME.format("a") + "<li>3</li>"),
        ({"a": "1"}, {"b": "2", "a": "1"}, "<li>2</li>" + SAME.format("a")),
        ({"a": "1", "b": "2"}, {"b": "2"}, SAME.format("b")),
        ({"a": "1", "b": "2"}, {"b": "2", "a": "1"}, SAME.format("b") + SAME.format("a")),
        ({"a": "1"}, {}, ""),
    ],
    ids=["changed", "added", "removed", "moved", "emptied"],
)
def test_a_push_brings_what_differs(before: dict[str, str], now: dict[str, str], sent: str) -> None:
    assert pushed(rendered(**before), rendered(**now)) == f"<ul>{sent}</ul>"


def test_a_page_that_has_everything_gets_nothing_and_one_that_has_nothing_everything() -> None:
    now = rendered(a="1", b="2")
    assert pushed(now, now) == pushed((*now.marks,), now) == ""
    assert pushed((), now) == "<ul><li>1</li><li>2</li></ul>"


def test_what_one_message_cannot_carry_comes_with_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "PUSH_BYTES", len("<li>1</li>") * 2)
    now = rendered(a="1", b="2", c="3", d="4", e="5")
    has: Marks = rendered(b="x").marks
    sent = []
    while has != now.marks:
        html, has = now.push(has)
        sent.append(re.findall(r"<li>(.)", html))
        assert len(sent[-1]) <= 2
    assert sent == [["1", "2"], ["3", "4"], ["5"]]


# ---- The feed, on real servers -------------------------------------------------------------------


class Page:
    """A reader without a socket."""

    def __init__(self) -> None:
        self.has: Marks = ()
        self.woken = 0

    def want(self, message: dict[str, Any]) -> None:
        self.woken += 1


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.01)


class PausedFeed(Feed):
    """Its interval is over when the test says so."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.resting = asyncio.Event()
        self.over = asyncio.Event()

    async def rest(self, seconds: float) -> None:
        self.resting.set()
        await self.over.wait()
        self.over.clear()


@pytest.mark.django_db(transaction=True)
async def test_a_burst_of_nudges_is_one_more_rendering(table: Table) -> None:
    lobby, page = PausedFeed("tables"), Page()
    await lobby.join(ALL, page)
    await lobby.resting.wait()
    assert (lobby.rendered, page.woken) == (1, 1)
    page.has = lobby.shown[ALL].marks
    for _ in range(50):
        await lobby.dispatch({"type": "nudge"})
    assert lobby.rendered == 1 and lobby.newest(ALL) is None
    lobby.resting.clear()
    lobby.over.set()
    await lobby.resting.wait()
    assert lobby.rendered == 2 and page.woken == 1, "nothing differs, so nobody is woken"
    assert lobby.newest(ALL) is lobby.shown[ALL]
    await lobby.part(ALL, page)


@pytest.mark.django_db(transaction=True)
async def test_a_lost_nudge_is_healed(
    table: Table, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HEARTBEAT_SECONDS = 0.1
    monkeypatch.setitem(feeds.INTERVALS, "tables", 0.1)
    lobby, page = Feed("tables"), Page()
    await lobby.join(ALL, page)
    await until(lambda: page.woken > 0)
    await database_sync_to_async(Table.objects.filter(pk=table.pk).update)(rated=False)
    await until(lambda: "friendly" in lobby.shown[ALL].rows[0].html)
    await lobby.part(ALL, page)


@pytest.mark.django_db(transaction=True)
async def test_nobody_looking_means_nothing_is_rendered(table: Table) -> None:
    lobby, page = Feed("tables"), Page()
    await lobby.join(ALL, page)
    await until(lambda: page.woken == 1)
    await lobby.part(ALL, page)
    assert not lobby.shown and not lobby.readers and lobby._task is None


# ---- The socket of a page ------------------------------------------------------------------------


def has_of(page: str) -> str:
    """What a page would say that it has, as `static/js/live_socket.js` reads it."""
    tags = re.findall(r"<[^>]*\sdata-mark=[^>]*>", page)
    found = [
        (re.search(r'\sid="([^"]*)"', tag), re.search(r'data-mark="([^"]*)"', tag)) for tag in tags
    ]
    return ",".join(f"{name[1]}.{mark[1]}" for name, mark in found if name and mark)


def loaded() -> str:
    return Client().get("/").content.decode()


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_was_just_loaded_hears_only_of_what_is_new(
    open_socket: OpenSocket,  # noqa: F811
    table: Table,
    noam: User,
    person: MakePerson,
) -> None:
    page = await database_sync_to_async(loaded)()
    socket = await open_socket(f"/ws/lobby/?has={has_of(page)}")
    await until(lambda: feed("front").newest(ALL) is not None)
    friend = await database_sync_to_async(person)("Friend")
    new = await database_sync_to_async(tables.open_table)(friend, GAME, rated=False)
    frame = await socket.line.receive_from(timeout=5)
    assert "Friend" in frame and SAME.format(f"t-{table.code}") in frame and "Leyla" not in frame
    await database_sync_to_async(chairs.sit)(table.pk, noam)
    frame = await socket.until("Noam")
    assert SAME.format(f"t-{new.code}") in frame and "Friend" not in frame


@pytest.mark.django_db(transaction=True)
async def test_what_happens_between_the_page_and_its_socket_is_told(
    open_socket: OpenSocket,  # noqa: F811
    table: Table,
    noam: User,
) -> None:
    page = await database_sync_to_async(loaded)()
    await database_sync_to_async(chairs.sit)(table.pk, noam)
    socket = await open_socket(f"/ws/lobby/?has={has_of(page)}")
    assert "Noam" in await socket.line.receive_from(timeout=5)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("has", ["", "nonsense", ".", "tables.0,t-ZZZZZZ.00", "%00,%3Cli%3E.x"])
async def test_a_page_with_another_list_gets_the_whole_one(
    open_socket: OpenSocket,  # noqa: F811
    table: Table,
    has: str,
) -> None:
    socket = await open_socket(f"/ws/lobby/?has={has}")
    frame = await socket.line.receive_from(timeout=5)
    assert f'<li id="t-{table.code}" data-mark=' in frame and "data-same" not in frame
    assert "ZZZZZZ" not in frame

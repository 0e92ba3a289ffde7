"""The bell, the watchers' talk and the list of matches, over real sockets."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from pytest_django import Settings

from accounts.models import User
from accounts.notices import selectors
from accounts.notices import services as friends
from accounts.notices.models import Notice
from games.live import close_codes
from games.live.socket import LiveConsumer
from games.models import Lease
from games.services import leaving
from lobby.models import Table
from lobby.services import chairs, talk
from tests.lobby.test_sockets import OpenSocket, open_socket, path_of  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("where", ["/ws/me/", "/ws/lobby/", "/ws/watch/", "a table"])
async def test_every_page_hears_the_bell(
    open_socket: OpenSocket,  # noqa: F811
    table: Table,
    leyla: User,
    where: str,
) -> None:
    socket = await open_socket(path_of(table) if where == "a table" else where, leyla)
    await socket.line.receive_from(timeout=5)
    await database_sync_to_async(friends.notify)(leyla.pk, "house", {"text": "Good <news>"}, "/x/")
    frame = await socket.until('id="bell"', "Good &lt;news&gt;")
    assert 'hx-swap-oob="morph"' in frame and "Notices: 1 unread" in frame
    await database_sync_to_async(friends.read)(leyla.pk)
    assert 'data-newest="0"' in await socket.until('id="bell"')


async def test_nobody_hears_the_bell_of_another(
    open_socket: OpenSocket,  # noqa: F811
    leyla: User,
    noam: User,
) -> None:
    hers, his = await open_socket("/ws/me/", leyla), await open_socket("/ws/me/", noam)
    for socket in (hers, his):
        await socket.until('id="bell"')
    await database_sync_to_async(friends.notify)(leyla.pk, "house", {"text": "For her"})
    await hers.until("For her")
    assert await his.line.receive_nothing(timeout=0.3)


async def test_a_bell_that_was_not_heard_is_healed_by_the_heartbeat(
    open_socket: OpenSocket,  # noqa: F811
    leyla: User,
    settings: Settings,
) -> None:
    settings.HEARTBEAT_SECONDS = 0.2
    socket = await open_socket("/ws/me/", leyla)
    await socket.until('id="bell"')
    row = Notice(user=leyla, kind="house", params={"text": "Unheard"})
    await database_sync_to_async(row.save)()
    await socket.until("Unheard")


@pytest.mark.parametrize("where", ["/ws/lobby/", "/ws/watch/", "a table"])
async def test_a_page_that_shows_its_notices_is_not_told_again(
    open_socket: OpenSocket,  # noqa: F811
    table: Table,
    leyla: User,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
) -> None:
    settings.HEARTBEAT_SECONDS = 0.05
    beats = heartbeats_counted(monkeypatch)
    await database_sync_to_async(friends.notify)(leyla.pk, "house", {"text": "Known"})
    unread, newest = await database_sync_to_async(selectors.mark)(leyla.pk)
    path = path_of(table) if where == "a table" else where
    socket = await open_socket(f"{path}?has=bell.{unread}-{newest}", leyla)
    async with asyncio.timeout(5):
        while beats() < 8:
            await asyncio.sleep(0.01)
    row = Notice(user=leyla, kind="house", params={"text": "Unheard"})
    await database_sync_to_async(row.save)()
    frame = await socket.until("Unheard")
    assert 'id="bell"' not in socket.heard.removesuffix(frame)


def heartbeats_counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    beats = itertools.count()
    seen = [0]
    checked = LiveConsumer.checked

    def counted(self: LiveConsumer, beat: Any) -> Any:
        seen[0] = next(beats) + 1
        return checked(self, beat)

    monkeypatch.setattr(LiveConsumer, "checked", counted)
    return lambda: seen[0]


async def test_a_light_socket_means_online_and_a_visitor_has_none(
    open_socket: OpenSocket,  # noqa: F811
    leyla: User,
) -> None:
    hers = await open_socket("/ws/me/", leyla)
    await hers.until('id="bell"')
    online = Lease.objects.filter(user=leyla, venue="house")
    assert await database_sync_to_async(online.exists)()
    visitor = await open_socket("/ws/me/")
    assert await visitor.end() == close_codes.SIGNED_OUT


async def test_players_hear_the_watchers_only_when_the_match_is_over(
    open_socket: OpenSocket,  # noqa: F811
    playing: Table,
    leyla: User,
    noam: User,
    samir: User,
) -> None:
    hers = await open_socket(path_of(playing), leyla)
    his = await open_socket(path_of(playing), samir)
    for socket in (hers, his):
        await socket.until('id="board"')
    say = database_sync_to_async(talk.say)
    await say(playing.pk, samir, "She holds the ace", watching=True)
    await his.until("She holds the ace")
    await say(playing.pk, noam, "Hello both")
    await hers.until("Hello both")
    assert "She holds the ace" not in hers.heard
    await database_sync_to_async(leaving.resign)(playing.match_id, noam)
    await hers.until("She holds the ace")


async def test_the_list_of_matches_is_live(
    open_socket: OpenSocket,  # noqa: F811
    table: Table,
    leyla: User,
    noam: User,
) -> None:
    socket = await open_socket("/ws/watch/")
    await socket.until('id="matches"')

    def start() -> None:
        chairs.sit(table.pk, noam)
        for user in (leyla, noam):
            chairs.set_ready(table.pk, user)

    await database_sync_to_async(start)()
    async with asyncio.timeout(40):  # a nudge that is lost is healed within a heartbeat
        while f"w-{table.code}" not in socket.heard:
            socket.heard += await socket.line.receive_from(timeout=35)

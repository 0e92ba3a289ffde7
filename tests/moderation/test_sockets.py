"""On open pages: a warning or a silence shows at once, a ban says why and closes the socket.

The tests listen for less than a heartbeat, so what they hear was pushed and not looked up.
"""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from accounts.sanctions import services
from accounts.sanctions.models import Kind
from games.live import close_codes
from lobby.models import ChatLine, Table
from lobby.services import talk
from tests.lobby.test_sockets import open_socket, path_of  # noqa: F401  (a fixture)

pytestmark = pytest.mark.django_db(transaction=True)

OpenSocket = Callable[..., Any]


@pytest.fixture
async def noams(
    open_socket: OpenSocket,  # noqa: F811
    table: Table,
    noam: User,
) -> AsyncIterator[Any]:
    socket = await open_socket(path_of(table), noam)
    await socket.until("Leyla")
    yield socket


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (Kind.WARNING, "A warning from the house: Mind your words"),
        (Kind.MUTE, "data-muted"),
        (Kind.UNRATED, "You may not sit at rated tables"),
        (Kind.RENAME, "The house gave you another name"),
    ],
)
async def test_it_is_pushed(noams: Any, noam: User, kind: Kind, told: str) -> None:
    await database_sync_to_async(services.impose)(noam, kind, "Mind your words", by=None)
    frame = await noams.until('id="standing"')
    assert told in frame and "Mind your words" in frame


async def test_its_end_shows_too(noams: Any, noam: User) -> None:
    impose, lift = map(database_sync_to_async, (services.impose, services.lift))
    sanction = await impose(noam, Kind.MUTE, "Mind your words", by=None)
    await noams.until("data-muted")
    await lift(sanction.pk, by=None, reason="Calm again")
    frame = await noams.until('id="standing"')
    assert "data-muted" not in frame


async def test_a_ban_says_why_and_closes(noams: Any, noam: User) -> None:
    await database_sync_to_async(services.ban)(noam, None, "Enough")
    frame = await noams.until('"bye"')
    assert "Reason: Enough" in frame
    assert await noams.end() == close_codes.BANNED


async def test_a_ban_that_only_the_heartbeat_finds_says_why_and_closes_alike(
    open_socket: OpenSocket,  # noqa: F811
    table: Table,
    noam: User,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.HEARTBEAT_SECONDS = 1
    noams = await open_socket(path_of(table), noam)
    monkeypatch.setattr("accounts.sanctions.services.revoke", lambda *told: None)
    await database_sync_to_async(services.ban)(noam, None, "Enough")
    frame = await noams.until('"bye"')
    assert "Reason: Enough" in frame
    assert await noams.end() == close_codes.BANNED


async def test_a_removed_line_goes_from_open_pages(
    noams: Any, table: Table, leyla: User, moderator: User
) -> None:
    await database_sync_to_async(talk.say)(table.pk, leyla, "you wet sock")
    await noams.until("wet sock")
    line = await ChatLine.objects.aget()
    await database_sync_to_async(talk.remove_line)(line.pk, moderator, "No insults")
    frame = await noams.until("Removed by staff.")
    assert "wet sock" not in frame and f'id="chat-{line.pk}"' in frame
    assert 'id="chat-lines"' in frame, "the whole chat, so that the line is replaced"


async def test_a_new_name_reaches_open_pages(
    open_socket: OpenSocket,  # noqa: F811
    playing: Table,
    leyla: User,
    noam: User,
) -> None:
    await database_sync_to_async(talk.say)(playing.pk, noam, "hello there")
    socket = await open_socket(path_of(playing), leyla)
    assert "Noam" in await socket.until("hello there")
    await database_sync_to_async(services.impose)(noam, Kind.RENAME, "Not this one", by=None)
    frame = await socket.until("hello there")
    assert noam.username.startswith("Player-") and noam.username in frame
    assert "Noam" not in frame

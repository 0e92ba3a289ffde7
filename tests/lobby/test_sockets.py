"""Sockets of the table and the lobby, against a real Redis: who is shown what, and when it ends."""

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connections
from django.test import Client

from accounts.models import User
from accounts.sanctions.services import ban
from games.engine import codec
from games.engine.contract import Seat
from games.live import broadcast, close_codes, packing
from games.live.threads import threads
from games.models import Match
from games.page import pushing
from games.presence import leases
from games.services import leaving
from lobby.models import Table
from lobby.room.consumers import TableConsumer
from lobby.routing import websocket_urlpatterns
from lobby.services import chairs, tables, talk
from ops.faults.page_text import PageText
from tests.games.tables import a_legal_move
from tests.lobby.conftest import GAME, MakePerson, one_move, play_out

pytestmark = pytest.mark.django_db(transaction=True)

OpenSocket = Callable[..., Any]

NOW = re.compile(r'data-now-ms="\d+"')

# Without the heartbeat of a web process, which config.asgi would start.
application = CookieMiddleware(URLRouter(websocket_urlpatterns))


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


class Socket:
    """A browser's socket, with what it was told."""

    def __init__(self, path: str, session: str = "") -> None:
        headers = [(b"cookie", f"sessionid={session}".encode())] if session else []
        self.line = WebsocketCommunicator(application, path, headers=headers)
        self.heard = ""
        self.page = PageText()

    async def until(self, *wanted: str) -> str:
        """Listens until all of this has been said; gives the frame that completed it."""
        frame = ""
        missing = set(wanted)
        while missing := {word for word in missing if word not in frame}:
            frame = self.page.read(await self.line.receive_from(timeout=5))
            self.heard += frame
        return frame

    async def end(self) -> int:
        """Listens until it is closed; gives the code."""
        while True:
            message = await self.line.receive_output(timeout=5)
            if message["type"] == "websocket.close":
                return int(message["code"])


@pytest.fixture
async def open_socket() -> AsyncIterator[OpenSocket]:
    opened: list[Socket] = []

    async def open_one(path: str, user: User | None = None) -> Socket:
        session = await database_sync_to_async(session_of)(user) if user else ""
        socket = Socket(path, session)
        accepted, _ = await socket.line.connect(timeout=5)
        assert accepted
        opened.append(socket)
        return socket

    yield open_one
    for socket in opened:
        await socket.line.disconnect()
    await all_threads_rest()


async def all_threads_rest() -> None:
    """A rendering that was under way ends before its test does. Every thread takes one wait."""
    barrier = threading.Barrier(settings.WEB_THREADS)

    def rest() -> None:
        barrier.wait(timeout=10)
        connections.close_all()

    loop = asyncio.get_running_loop()
    await asyncio.gather(*(loop.run_in_executor(threads, rest) for _ in range(barrier.parties)))


def path_of(table: Table) -> str:
    return f"/ws/table/{table.code}/"


def dealt_to(table: Table, user: User) -> set[str]:
    """The cards in this person's hand."""
    match = Match.objects.filter(venue=table.venue).latest("pk")
    seat = Seat(match.seats.get(user=user).index)
    rules = table.rules
    view = rules.view(codec.load(match.state, rules.State), seat)
    return set(view.hand)


def keys_in(frame: str) -> set[str]:
    return set(re.findall(r'(?:data-key|value)="([^"]+)"', frame))


async def test_the_room_is_pushed_when_somebody_sits_down_and_is_ready(
    open_socket: OpenSocket, table: Table, leyla: User, noam: User
) -> None:
    socket = await open_socket(path_of(table), leyla)
    await socket.until('id="stage"', 'id="room"', 'id="chat-lines"')
    await database_sync_to_async(chairs.sit)(table.pk, noam)
    frame = await socket.until("Noam")
    assert frame.startswith('<section id="room"'), "only the room, not the whole stage again"
    await database_sync_to_async(chairs.set_ready)(table.pk, noam)
    await socket.until("is-ready")


async def test_the_stage_changes_to_the_match_and_each_sees_their_own_hand(
    open_socket: OpenSocket, table: Table, leyla: User, noam: User
) -> None:
    await database_sync_to_async(chairs.sit)(table.pk, noam)
    hers = await open_socket(path_of(table), leyla)
    his = await open_socket(path_of(table), noam)
    watching = await open_socket(path_of(table))
    for user in (leyla, noam):
        await database_sync_to_async(chairs.set_ready)(table.pk, user)
    frames = {
        "Leyla": await hers.until('id="board"', 'id="hand"'),
        "Noam": await his.until('id="board"', 'id="hand"'),
        "nobody": await watching.until('id="board"'),
    }
    hands = {
        user.username: await database_sync_to_async(dealt_to)(table, user) for user in (leyla, noam)
    }
    for reader, frame in frames.items():
        for owner, hand in hands.items():
            seen = hand & keys_in(frame)
            assert seen == (hand if owner == reader else set()), f"{reader} sees {owner}'s hand"


async def test_a_move_and_its_pushes_ask_the_database_for_nothing(
    open_socket: OpenSocket,
    playing: Table,
    leyla: User,
    noam: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Judged in memory, stored by the committer, shown from memory: no thread is asked."""
    monkeypatch.setattr(broadcast, "somebody_came", lambda _: None)  # who came is another matter
    sockets = [await open_socket(path_of(playing), user) for user in (leyla, noam, None)]
    for socket in sockets:
        await socket.until('id="board"', 'id="chat-lines"')
    assert playing.match_id is not None
    match = await Match.objects.aget(pk=playing.match_id)
    legal = await database_sync_to_async(a_legal_move)(match)
    move = {"match": match.pk, "move": legal, "id": str(uuid4()), "seen": match.seq}
    asked: list[Any] = []
    monkeypatch.setattr(threads, "submit", lambda *work: asked.append(work))
    mover = sockets[match.acting[0]]
    await mover.line.send_to(text_data=json.dumps(move))
    await mover.until(str(move["id"]), f'data-v="{match.seq + 1}"')
    for socket in sockets:
        if socket is not mover:
            await socket.until(f'data-v="{match.seq + 1}"')
    monkeypatch.undo()
    assert asked == []


async def test_a_page_that_unpacks_is_told_the_same_in_fewer_bytes(
    open_socket: OpenSocket, playing: Table, leyla: User
) -> None:
    plain = await open_socket(path_of(playing), leyla)
    packed = await open_socket(f"{path_of(playing)}?has=&packed=1", leyla)
    frames = {socket: await socket.line.receive_from(timeout=5) for socket in (plain, packed)}
    assert isinstance(frames[plain], str)
    assert isinstance(frames[packed], bytes)
    assert len(frames[packed]) < len(frames[plain]) / 3
    first, second = (NOW.sub("", socket.page.read(frames[socket])) for socket in (plain, packed))
    assert first == second
    assert packing.packed("fits one packet") == "fits one packet"


async def test_a_move_reaches_the_others_and_a_new_match_replaces_the_old(
    open_socket: OpenSocket, playing: Table, leyla: User, noam: User
) -> None:
    socket = await open_socket(path_of(playing), noam)
    await socket.until('id="board"')
    first = playing.match_id
    await database_sync_to_async(play_out)(first)
    await socket.until("Play again")
    for user in (leyla, noam):
        await database_sync_to_async(chairs.set_ready)(playing.pk, user)
    await database_sync_to_async(playing.refresh_from_db)()
    assert playing.match_id != first
    frame = await socket.until(f'data-match="{playing.match_id}"')
    assert 'id="stage"' in frame


async def test_talk_is_pushed_but_not_to_whoever_muted_it(
    open_socket: OpenSocket, table: Table, leyla: User, noam: User, samir: User
) -> None:
    await database_sync_to_async(chairs.sit)(table.pk, noam)
    await database_sync_to_async(talk.mute)(leyla, "Noam")
    hers = await open_socket(path_of(table), leyla)
    watching = await open_socket(path_of(table), samir)
    await hers.until('id="chat-lines"')
    await watching.until('id="chat-lines"')
    await database_sync_to_async(talk.say)(table.pk, noam, "nobody hears me")
    await database_sync_to_async(talk.say)(table.pk, leyla, "good evening")
    await watching.until("nobody hears me")
    await hers.until("good evening")
    assert "nobody hears me" not in hers.heard


async def test_a_stranger_at_a_full_private_table_is_shown_nothing(
    open_socket: OpenSocket, leyla: User, noam: User, samir: User
) -> None:
    table = await database_sync_to_async(tables.open_table)(leyla, GAME, public=False, rated=False)
    await database_sync_to_async(chairs.sit)(table.pk, noam)
    await database_sync_to_async(talk.say)(table.pk, leyla, "between us")
    stranger = await open_socket(path_of(table), samir)
    await stranger.until("This table is private")
    for user in (leyla, noam):
        await database_sync_to_async(chairs.set_ready)(table.pk, user)
    await database_sync_to_async(talk.say)(table.pk, leyla, "still between us")
    assert await stranger.line.receive_nothing(timeout=0.6)
    assert 'id="board"' not in stranger.heard and "between us" not in stranger.heard


async def test_the_number_of_watchers_is_pushed(
    open_socket: OpenSocket, table: Table, leyla: User, samir: User
) -> None:
    hers = await open_socket(path_of(table), leyla)
    await hers.until('id="watchers"')
    await open_socket(path_of(table), samir)
    await hers.until("1 watching")


async def test_who_goes_from_a_running_match_is_counted_and_nothing_else_is_read(
    open_socket: OpenSocket,
    playing: Table,
    leyla: User,
    samir: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hers = await open_socket(path_of(playing), leyla)
    his = await open_socket(path_of(playing), samir)
    await hers.until("1 watching")
    await his.until("1 watching")
    read: list[int] = []
    monkeypatch.setattr("lobby.room.consumers.read_scene", read.append)
    monkeypatch.setattr(leases, "LEAVE_LAG", 0)
    monkeypatch.setattr(broadcast, "WENT", (0, 0))
    await his.line.disconnect()
    await hers.until('id="watchers"', "0 watching")
    assert read == []


async def test_no_such_table(open_socket: OpenSocket, leyla: User) -> None:
    socket = await open_socket("/ws/table/ZZZZZZ/", leyla)
    assert await socket.end() == close_codes.NO_SUCH_TABLE


@pytest.mark.parametrize("path", ["table", "lobby"])
async def test_a_ban_closes_the_socket(
    open_socket: OpenSocket, table: Table, noam: User, path: str
) -> None:
    socket = await open_socket(path_of(table) if path == "table" else "/ws/lobby/", noam)
    await socket.until("Leyla")
    await database_sync_to_async(ban)(noam, None, "spoilt the game")
    frame = await socket.until('"bye"')
    assert json.loads(frame)["bye"] == close_codes.BANNED
    assert await socket.end() == close_codes.BANNED


async def test_a_logout_closes_the_sockets_of_that_session_only(
    open_socket: OpenSocket, table: Table, noam: User
) -> None:
    def sign_out(session: str) -> None:
        client = Client()
        client.cookies["sessionid"] = session
        client.post("/accounts/logout/")

    session = await database_sync_to_async(session_of)(noam)
    here = Socket(path_of(table), session)
    assert (await here.line.connect(timeout=5))[0]
    elsewhere = await open_socket(path_of(table), noam)
    await here.until("Leyla")
    await elsewhere.until("Leyla")
    await database_sync_to_async(sign_out)(session)
    assert await here.end() == close_codes.SIGNED_OUT
    await database_sync_to_async(chairs.sit)(table.pk, noam)
    await elsewhere.until("Noam")


async def test_the_lobby_is_pushed_and_what_happens_together_is_shown_together(
    open_socket: OpenSocket, person: MakePerson, leyla: User
) -> None:
    socket = await open_socket("/ws/tables/")
    await socket.until('id="tables"')
    friends = [await database_sync_to_async(person)(f"Guest{n}") for n in "abcdef"]
    for friend in friends:
        await database_sync_to_async(tables.open_table)(friend, GAME, rated=False)
    heard = ""
    frames = 0
    while "Guestf" not in heard:
        heard = await socket.line.receive_from(timeout=5)
        frames += 1
    assert frames <= 3, "six tables in a moment are not six pushes"


async def test_the_lobby_of_one_game_ignores_what_is_not_a_game(
    open_socket: OpenSocket, table: Table
) -> None:
    socket = await open_socket("/ws/tables/?game=%3Cscript%3E")
    await socket.until(table.code)


async def test_giving_up_shows_the_other_the_result(
    open_socket: OpenSocket, playing: Table, leyla: User, noam: User
) -> None:
    socket = await open_socket(path_of(playing), noam)
    await socket.until('id="board"')
    await database_sync_to_async(leaving.resign)(playing.match_id, leyla)
    await socket.until("Play again")


async def test_what_the_room_adds_belongs_to_the_match_on_the_stage(
    playing: Table, leyla: User, noam: User, samir: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A watcher sees match 1 end, a rematch begin and its first move. The wish for another match is
    of match 1: with match 2 the watcher shares the rendering of all watchers again."""
    added: list[Any] = []
    update = pushing.update

    def recorded(shown: Any, user: Any, since: int, sent: Any, extra: Any = None) -> Any:
        added.append((shown.match.pk, bool(extra)))
        return update(shown, user, since, sent, extra)

    monkeypatch.setattr(pushing, "update", recorded)
    first = playing.match_id
    assert first is not None
    watcher = TableConsumer()
    watcher.user_id, watcher.user = samir.pk, samir
    watcher.table_id, watcher.venue, watcher.match_id = playing.pk, playing.venue, first

    async def show(wanted: dict[str, Any]) -> str:
        """As after a nudge that was heard, but not answered at once."""
        if watcher.room is not None:
            await watcher.room.catch_up(None)
        await watcher.before_show(wanted)
        return packing.plain(await database_sync_to_async(watcher.show)(wanted))

    await show({"full": True})
    await database_sync_to_async(play_out)(first)
    ended = await show({"match": first, "whats": {"room"}})
    assert "Back to the lobby" in ended and added.pop() == (first, True)
    await show({"match": first})
    assert added.pop() == (first, True), "a late nudge keeps what the sheet asks"
    for user in (leyla, noam):
        await database_sync_to_async(chairs.set_ready)(playing.pk, user)
    await playing.arefresh_from_db()
    second = playing.match_id
    assert second is not None
    # Both nudges of a start were heard before either was answered.
    assert f'data-match="{second}"' in await show({"match": second, "whats": {"room"}})
    await database_sync_to_async(one_move)(second)
    assert await show({"match": second})
    assert added == [(second, False)]

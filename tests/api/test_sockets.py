"""A program's socket: the seat's view and nothing more, moves with answers, and how it ends."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.access.revocation import Why, revoke
from accounts.models import User
from accounts.sanctions.services import ban
from api import consumers, services
from api.models import Token
from api.routing import websocket_urlpatterns
from config.routing import application as whole_site
from games.live import close_codes
from games.models import Event, Match
from games.services import judging
from lobby.models import Table
from lobby.services import chairs
from tests.api.conftest import person, playing, program, rig, state_of
from tests.games.forty.tables import table as situation
from tests.lobby.test_sockets import all_threads_rest

pytestmark = pytest.mark.django_db(transaction=True)

application = URLRouter(websocket_urlpatterns)


class ProgramSocket:
    """One socket of one program."""

    def __init__(self, path: str, text: str = "", app: Any = application) -> None:
        headers = [(b"authorization", f"Bearer {text}".encode())] if text else []
        self.communicator = WebsocketCommunicator(app, path, headers=headers)
        self.heard: list[str] = []

    async def next(self, *keys: str) -> dict[str, Any]:
        """The next message that has one of these keys."""
        while True:
            frame = await self.communicator.receive_from(timeout=5)
            self.heard.append(frame)
            message: dict[str, Any] = json.loads(frame)
            if not keys or set(keys) & set(message):
                return message

    async def view(self, seq: int = -1) -> dict[str, Any]:
        """The view at this event or later."""
        while True:
            shown = await self.next("view")
            if shown["seq"] >= seq:
                return shown

    async def say(self, message: Any) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        await self.communicator.send_to(text_data=text)

    async def ask(self, message: Any) -> dict[str, Any]:
        await self.say(message)
        return await self.next("ack", "refused")

    async def end(self) -> int:
        while True:
            message = await self.communicator.receive_output(timeout=5)
            if message["type"] == "websocket.close":
                return int(message["code"])
            self.heard.append(message["text"])


OpenSocket = Callable[..., Awaitable[ProgramSocket]]


@pytest.fixture
async def open_socket() -> AsyncIterator[OpenSocket]:
    opened: list[ProgramSocket] = []

    async def open_one(
        path: str, user: User | None = None, *scopes: str, **kwargs: Any
    ) -> ProgramSocket:
        text = (await database_sync_to_async(program)(user, *scopes)).text if user else ""
        socket = ProgramSocket(path, text, **kwargs)
        assert (await socket.communicator.connect(timeout=5))[0]
        opened.append(socket)
        return socket

    yield open_one
    for socket in opened:
        await socket.communicator.disconnect()
    await all_threads_rest()


@pytest.fixture
def match(leyla: User, noam: User) -> Match:
    match = playing(leyla, noam)
    rig(match, situation(hands=["4H 10S 2D", "4C 9S 3D"], loose="6C", stock="8D 8C"))
    return match


def path_of(match: Match) -> str:
    return f"/api/v1/matches/{match.pk}/ws"


THROW = {"type": "throw", "handCard": "4H"}


async def test_the_seats_view_comes_at_the_start_and_at_each_change(
    open_socket: OpenSocket, match: Match, leyla: User, noam: User
) -> None:
    one, two = await open_socket(path_of(match), leyla), await open_socket(path_of(match), noam)
    first = await one.view()
    assert (first["seat"], first["view"]["hand"], first["seq"]) == (0, ["4H", "10S", "2D"], 0)
    assert first["legalMoves"] and first["deadline"] and first["leftMs"] > 0
    waiting = await two.view()
    assert (waiting["seat"], waiting["legalMoves"]) == (1, [])
    assert await one.ask({"id": "a", "move": THROW, "seen": 0}) == {
        "ack": "a",
        "seq": 1,
        "repeated": False,
    }
    changed = await two.view(1)
    assert "4H" in changed["view"]["table"]["loose"] and changed["legalMoves"]
    assert any("4♥" in line["text"] for line in changed["lines"])


async def test_a_bare_move_as_the_papers_print_it(
    open_socket: OpenSocket, match: Match, leyla: User
) -> None:
    one = await open_socket(path_of(match), leyla)
    printed = {
        "type": "build",
        "playerId": "p1",
        "handCard": "4H",
        "tableCard": "6C",
        "buildValue": 10,
    }
    assert await one.ask(printed) == {"ack": None, "seq": 1, "repeated": False}


async def test_a_repeat_is_answered_not_replayed(
    open_socket: OpenSocket, match: Match, leyla: User
) -> None:
    one = await open_socket(path_of(match), leyla)
    message = {"id": "once", "move": THROW, "seen": 0}
    answers = [await one.ask(message), await one.ask(message)]
    assert [answer["repeated"] for answer in answers] == [False, True]
    assert answers[1]["seq"] == answers[0]["seq"] == 1
    assert await Event.objects.filter(match=match).acount() == 2


REFUSED: dict[str, tuple[Any, Any, str]] = {
    "not json": ("{", None, "invalid-move"),
    "not an object": ([1], None, "invalid-move"),
    "a text": ('"hello"', None, "invalid-move"),
    "nothing in it": ({}, None, "invalid-move"),
    "no such move": ({"id": "1", "move": {"type": "dance"}}, "1", "invalid-move"),
    "a move that is none": ({"id": "1", "move": 7}, "1", "invalid-move"),
    "illegal": ({"id": "1", "move": {"type": "keep"}}, "1", "illegal-move"),
    "another's seat": (THROW | {"playerId": "p2"}, None, "not-your-seat"),
    "an id of the wrong kind": ({"id": [1], "move": THROW}, [1], "wrong-id"),
}


@pytest.mark.parametrize(("message", "name", "code"), REFUSED.values(), ids=REFUSED.keys())
async def test_a_refusal_names_the_move_and_says_why(
    open_socket: OpenSocket, match: Match, leyla: User, message: Any, name: Any, code: str
) -> None:
    one = await open_socket(path_of(match), leyla)
    answer = await one.ask(message)
    assert (answer["refused"], answer["code"]) == (name, code) and answer["sentence"]
    assert await Event.objects.filter(match=match).acount() == 1
    assert "ack" in await one.ask({"id": "then", "move": THROW, "seen": 0})


async def test_a_program_plays_no_rated_match(
    open_socket: OpenSocket, match: Match, leyla: User
) -> None:
    """Neither the room in memory nor the locked way takes the move."""
    await Match.objects.filter(pk=match.pk).aupdate(rated=True)
    one = await open_socket(path_of(match), leyla)
    answer = await one.ask({"id": "a", "move": THROW, "seen": 0})
    assert (answer["refused"], answer["code"]) == ("a", "programs-play-friendly")
    assert await Event.objects.filter(match=match).acount() == 1


async def test_it_answers_pings(open_socket: OpenSocket, match: Match, leyla: User) -> None:
    one = await open_socket(path_of(match), leyla)
    await one.say({"ping": 7})
    assert await one.next("pong") == {"pong": 7}


# ---- Secrets -----------------------------------------------------------------------------------


async def test_no_byte_of_anothers_hand_goes_down(
    open_socket: OpenSocket, match: Match, leyla: User, noam: User
) -> None:
    """Two seats and a spectator, through a whole match: each hears its own hand and no other."""
    stranger = await database_sync_to_async(person)("Samir")
    sockets = {user: await open_socket(path_of(match), user) for user in (leyla, noam, stranger)}
    people = [leyla, noam]
    secrets = {leyla: {"10S", "2D"}, noam: {"9S", "3D"}, None: {"8D", "8C"}}
    for user, socket in sockets.items():
        await socket.view()
        for holder, cards in secrets.items():
            for card in cards:
                assert (f'"{card}"' in socket.heard[-1]) == (user == holder), (user, card)
        assert match.commitment in socket.heard[-1]
        assert bytes(match.seed).hex() not in socket.heard[-1]
    assert json.loads(sockets[stranger].heard[-1])["seat"] is None
    refused = await sockets[stranger].ask({"id": "x", "move": THROW})
    assert refused["code"] == "not-seated"
    for _ in range(3):
        state = await database_sync_to_async(state_of)(match)
        mover = people[state.turn]
        card = state.hands[state.turn][0]
        answer = await sockets[mover].ask({"id": card, "move": {"type": "throw", "handCard": card}})
        after = await database_sync_to_async(state_of)(match)
        for user, socket in sockets.items():
            await socket.view(answer["seq"])
            for seat, hand in enumerate(after.hands):
                for held in hand:
                    known = user == people[seat]
                    assert (f'"{held}"' in socket.heard[-1]) == known, (user, held)


async def test_a_private_match_is_shown_to_nobody_else(
    open_socket: OpenSocket, leyla: User, noam: User
) -> None:
    private = await database_sync_to_async(playing)(leyla, noam, public=False)
    stranger = await database_sync_to_async(person)("Samir")
    socket = await open_socket(path_of(private), stranger)
    assert await socket.end() == close_codes.NO_SUCH_TABLE
    assert not any("view" in frame for frame in socket.heard)
    code = (await Table.objects.aget(match=private)).code
    socket = await open_socket(f"/api/v1/tables/{code}/ws", stranger)
    room = await socket.next("room")
    assert room["room"]["chairs"] == [] and room["room"]["match"] is None


# ---- Coming in ---------------------------------------------------------------------------------


async def test_the_token_may_come_in_the_first_message(
    open_socket: OpenSocket, match: Match, leyla: User
) -> None:
    text = (await database_sync_to_async(program)(leyla)).text
    socket = await open_socket(path_of(match))
    await socket.say({"token": text})
    assert (await socket.view())["seat"] == 0
    assert text not in "".join(socket.heard)


@pytest.mark.parametrize("first", [{"token": "cy_wrong"}, {"token": 7}, THROW, "{"])
async def test_whoever_shows_no_token_sees_nothing(
    open_socket: OpenSocket, match: Match, first: Any
) -> None:
    socket = await open_socket(path_of(match))
    await socket.say(first)
    assert await socket.end() == close_codes.SIGNED_OUT
    assert not any("view" in frame for frame in socket.heard)


async def test_nobody_waits_for_a_token_for_ever(
    open_socket: OpenSocket, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "PATIENCE", 0.05)
    socket = await open_socket(path_of(match))
    assert await socket.end() == close_codes.SIGNED_OUT


async def test_a_token_that_may_only_read_looks_on_at_its_own_seat(
    open_socket: OpenSocket, match: Match, leyla: User
) -> None:
    socket = await open_socket(path_of(match), leyla, "read")
    assert (await socket.view())["view"]["hand"]
    assert (await socket.ask({"id": "1", "move": THROW}))["code"] == "missing-scope"
    socket = await open_socket(path_of(match), leyla, "play")
    assert await socket.end() == close_codes.SIGNED_OUT


@pytest.mark.parametrize("path", ["matches/999999", f"matches/{2**70}", "tables/ZZZZZZ"])
async def test_there_is_no_such_place(open_socket: OpenSocket, leyla: User, path: str) -> None:
    socket = await open_socket(f"/api/v1/{path}/ws", leyla)
    assert await socket.end() == close_codes.NO_SUCH_TABLE


async def test_programs_need_no_origin_and_pages_still_do(
    open_socket: OpenSocket, match: Match, leyla: User
) -> None:
    socket = await open_socket(path_of(match), leyla, app=whole_site)
    await socket.view()
    page = WebsocketCommunicator(whole_site, "/ws/lobby/")
    assert (await page.connect(timeout=5))[0] is False


# ---- Being put out -----------------------------------------------------------------------------


async def test_a_revoked_token_closes_its_own_sockets_only(
    open_socket: OpenSocket, match: Match, leyla: User
) -> None:
    here, there = await open_socket(path_of(match), leyla), await open_socket(path_of(match), leyla)
    await here.view()
    await there.view()
    first = await Token.objects.order_by("pk").afirst()
    await database_sync_to_async(services.revoke_token)(first)
    assert await here.end() == close_codes.SIGNED_OUT
    assert "ack" in await there.ask({"id": "1", "move": THROW})


@pytest.mark.parametrize("whom", ["the player", "the owner of the bot"])
async def test_a_ban_closes_the_socket_and_says_why(
    open_socket: OpenSocket, leyla: User, noam: User, whom: str
) -> None:
    bot = await database_sync_to_async(services.make_bot)(leyla, "Clockwork")
    match = await database_sync_to_async(playing)(noam, bot)
    banned, player = (noam, noam) if whom == "the player" else (leyla, bot)
    socket = await open_socket(path_of(match), player)
    await socket.view()
    await database_sync_to_async(ban)(banned, None, "spoilt the game")
    bye = await socket.next("bye")
    assert bye["bye"] == close_codes.BANNED and "spoilt" in bye["why"]
    assert await socket.end() == close_codes.BANNED


async def test_a_revoked_token_plays_nothing_even_if_the_push_is_lost(
    open_socket: OpenSocket, match: Match, leyla: User
) -> None:
    socket = await open_socket(path_of(match), leyla)
    await socket.view()
    await Token.objects.aupdate(revoked_at="2020-01-01T00:00:00Z")
    answer = await socket.ask({"id": "1", "move": THROW})
    assert answer["code"] == "wrong-token"
    assert await socket.end() == close_codes.SIGNED_OUT
    assert await Event.objects.filter(match=match).acount() == 1


async def test_a_logout_ends_no_token(open_socket: OpenSocket, match: Match, leyla: User) -> None:
    socket = await open_socket(path_of(match), leyla)
    await socket.view()

    def sign_in_and_out() -> None:
        client = Client()
        client.force_login(leyla)
        client.post("/accounts/logout/")

    await database_sync_to_async(sign_in_and_out)()
    await database_sync_to_async(revoke)(leyla, Why.PASSWORD)
    assert "ack" in await socket.ask({"id": "1", "move": THROW})


async def test_too_many_messages_close_the_socket(
    open_socket: OpenSocket, match: Match, leyla: User
) -> None:
    socket = await open_socket(path_of(match), leyla)
    for _ in range(120):
        await socket.say({"ping": 1})
    assert await socket.end() == close_codes.TOO_MANY_MESSAGES


# ---- A table's socket --------------------------------------------------------------------------


async def test_a_tables_socket_follows_the_room_and_every_match(
    open_socket: OpenSocket, table: Table, leyla: User, noam: User
) -> None:
    socket = await open_socket(f"/api/v1/tables/{table.code}/ws", leyla)
    assert (await socket.next("room"))["room"]["free"] == 1
    assert (await socket.ask({"id": "1", "move": THROW}))["code"] == "no-such-match"
    await database_sync_to_async(chairs.sit)(table.pk, noam)
    while (await socket.next("room"))["room"]["free"]:
        pass
    for user in (leyla, noam):
        await database_sync_to_async(chairs.set_ready)(table.pk, user, nonce="ab" * 16)
    first = await socket.view()
    await database_sync_to_async(judging.abort_match)(first["match"], "test")
    while (await socket.view())["status"] == "running":
        pass
    for user in (leyla, noam):
        await database_sync_to_async(chairs.set_ready)(table.pk, user, nonce="cd" * 16)
    while (shown := await socket.view())["match"] == first["match"]:
        pass
    assert shown["status"] == "running" and shown["seq"] == 0

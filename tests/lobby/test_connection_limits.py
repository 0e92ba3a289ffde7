"""How many sockets an address or a person may have, how fast they are opened, and what is said."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import OperationalError

from accounts.access.rate_limit import RateLimit
from accounts.models import User
from games.live import close_codes, connection_limits
from lobby.notice_consumers import LONGEST, NoticeConsumer, marks_in
from tests.lobby.test_sockets import all_threads_rest, application, session_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def few(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SOCKETS_PER_ADDRESS = 2
    connection_limits._open.clear()
    monkeypatch.setattr(connection_limits, "PER_PERSON", 3)
    monkeypatch.setattr(connection_limits, "_opened", RateLimit("sockets", 100, 60))


@pytest.fixture(autouse=True)
async def rest() -> AsyncIterator[None]:
    yield
    await all_threads_rest()


@asynccontextmanager
async def socket(address: str, session: str = "", path: str = "/ws/lobby/") -> AsyncIterator[Any]:
    headers = [(b"cookie", f"sessionid={session}".encode())] if session else []
    line = WebsocketCommunicator(application, path, headers=headers)
    line.scope["client"] = (address, 4000)
    await line.connect(timeout=5)
    yield line
    await line.disconnect()


async def is_let_in(line: WebsocketCommunicator) -> bool:
    """Or is told why not, in a sentence, with the code that its page knows."""
    told = await line.receive_from(timeout=5)
    if not told.startswith('{"bye"'):
        return True
    bye = json.loads(told)
    assert bye["bye"] == close_codes.TOO_MANY_SOCKETS and "Close some" in bye["why"]
    assert (await line.receive_output(timeout=5))["code"] == close_codes.TOO_MANY_SOCKETS
    return False


async def test_visitors_are_counted_by_address_and_people_as_themselves(leyla: User) -> None:
    session = await database_sync_to_async(session_of)(leyla)
    home, away = "203.0.113.9", "203.0.113.10"
    for knocks in (
        [(home, "", True), (home, "", True), (home, "", False), (away, "", True)],
        [
            (home, session, True),
            (away, session, True),
            (away, session, True),
            (home, session, False),
        ],
        [("2001:db8::1", "", True), ("2001:db8::2", "", True), ("2001:db8::3", "", False)],
        [(home, "", True), (home, "", True)],  # those before are gone
    ):
        async with AsyncExitStack() as opened:
            for address, cookie, wanted in knocks:
                line = await opened.enter_async_context(socket(address, cookie))
                assert await is_let_in(line) is wanted, (address, cookie)
    assert not +connection_limits._open


async def test_who_opens_one_after_another_is_sent_away_before_anybody_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_limits, "_opened", RateLimit("sockets", 1, 600))
    asked: list[Any] = []
    async with socket("203.0.113.9"):
        pass
    monkeypatch.setattr("games.live.socket.in_thread", asked.append)
    async with socket("203.0.113.9") as line:
        assert (await line.receive_output(timeout=5))["code"] == close_codes.TOO_FAST
    assert asked == [] and close_codes.TOO_FAST >= 4500, "its page comes back by itself"


async def test_while_the_database_is_away_a_page_is_told_to_come_back(
    leyla: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await database_sync_to_async(session_of)(leyla)

    def away(key: str) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr("games.live.socket.sign_in_of", away)
    async with socket("203.0.113.9", session) as line:
        assert (await line.receive_output(timeout=5))["code"] == close_codes.TRY_AGAIN


def test_a_page_that_says_too_much_is_told_everything() -> None:
    assert marks_in(b"has=t-1.5,t-2.7") == (("t-1", "5"), ("t-2", "7"))
    assert marks_in(b"has=" + b"t-1.5," * LONGEST) == ()


@pytest.mark.parametrize(
    ("told", "rung"),
    [
        (b"bell.3-17", (3, 17)),
        (b"bell.3", (0, 0)),
        (b"bell.-", (0, 0)),
        (b"bell." + b"9" * 5000 + b"-1", (0, 0)),
        (b"bell.1-" + b"9" * 30, (0, 0)),
    ],
)
def test_a_bell_of_no_sense_is_none(told: bytes, rung: tuple[int, int]) -> None:
    socket = NoticeConsumer()
    socket.scope = {"query_string": b"has=" + told}
    socket.prepare()
    assert socket.rung == rung

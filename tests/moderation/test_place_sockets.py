"""Who is told what of a private table by a socket: the letters of `test_place_matrix.py`, for the
first thing that each socket says."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from channels.testing import WebsocketCommunicator

from api.routing import websocket_urlpatterns as programs
from lobby.routing import websocket_urlpatterns as pages
from tests.lobby.test_sockets import all_threads_rest
from tests.moderation.routes import path_of, walk
from tests.moderation.test_place_matrix import IN_A_PLACE, SAID, WHERE, WHO, World, build

pytestmark = pytest.mark.django_db(transaction=True)

application = CookieMiddleware(URLRouter([*programs, *pages]))

#                                          waiting playing over closed guessed
SOCKETS = """
ws/table/<str:code>/                       ttttt ootoo ootpo nnpnn nnnnn
ws/screen/<str:code>/                      ppppp oopoo ooppo nnonn nnnnn
api/v1/matches/<int:match_id>/ws           innnn inpnn innpn inpnn innnn
api/v1/tables/<str:code>/ws                ipppp iopoo ioppo inonn innnn
"""


def rows() -> dict[str, list[str]]:
    return {route: cells for route, *cells in map(str.split, SOCKETS.strip().splitlines())}


@pytest.fixture
async def world() -> AsyncIterator[World]:
    yield await database_sync_to_async(build)()
    await all_threads_rest()


async def knock(world: World, where: str, who: str, route: str) -> str:
    user = world.people[where].get(who)
    headers = []
    if user is not None and route.startswith("api/"):
        headers = [(b"authorization", f"Bearer {world.tokens[user.pk]}".encode())]
    elif user is not None:
        headers = [(b"cookie", f"sessionid={world.sessions[user.pk]}".encode())]
    line = WebsocketCommunicator(application, path_of(route, world.samples[where]), headers)
    await line.connect(timeout=5)
    if route.startswith("api/") and user is None:
        await line.send_to('{"token": "forged"}')
    told = await line.receive_from(timeout=5)
    await line.disconnect()
    if told.startswith('{"bye"'):
        return {"4404": "n", "4401": "i"}[told[8:12]]
    return "t" if SAID in told else "p" if world.owners[where] in told else "o"


def test_every_socket_with_a_place_has_a_row() -> None:
    routes = {route for route in walk([*programs, *pages]) if IN_A_PLACE.search(route)}
    assert routes == set(rows())


async def test_who_is_told(world: World) -> None:
    async def cell(route: str, where: str) -> str:
        return "".join([await knock(world, where, who, route) for who in WHO])

    got: dict[str, Any] = {
        route: await asyncio.gather(*(cell(route, where) for where in WHERE)) for route in rows()
    }
    assert got == rows()

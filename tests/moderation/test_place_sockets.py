"""Who is told what of a private table or a private night by a socket: the letters and columns of
`test_place_matrix.py` and `test_night_matrix.py`, for the first thing that each socket says."""

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
from series.routing import websocket_urlpatterns as of_series
from tests.lobby.test_sockets import all_threads_rest
from tests.moderation import test_night_matrix as nights
from tests.moderation import test_place_matrix as places
from tests.moderation.routes import path_of, walk
from tests.moderation.test_place_matrix import SAID, World

pytestmark = pytest.mark.django_db(transaction=True)

ROUTES = [*programs, *pages, *of_series]
application = CookieMiddleware(URLRouter(ROUTES))

#                                          waiting playing over closed guessed
SOCKETS = """
ws/table/<str:code>/                       ttttt ootoo ootpo nnpnn nnnnn
ws/screen/<str:code>/                      ppppp oopoo ooppo nnonn nnnnn
api/v1/matches/<int:match_id>/ws           innnn inpnn innpn inpnn innnn
api/v1/tables/<str:code>/ws                ipppp iopoo ioppo inonn innnn
"""


#                                          called playing over guessed
OF_NIGHTS = """
ws/table/<str:code>/                       tttttt tttttt pppppp nnnnnn
ws/screen/<str:code>/                      pppppp pppppp pppppp nnnnnn
ws/series/<str:series>/                    pppppp pppppp pppppp nnnnnn
ws/series/<str:series>/screen/             pppppp pppppp pppppp nnnnnn
api/v1/matches/<int:match_id>/ws           ininnn inipnn inipnn ininnn
api/v1/tables/<str:code>/ws                ipippp ipippp ioiooo ininnn
api/v1/series/<str:series>/ws              ipippp ipippp ipippp ininnn
"""

KINDS = {"table": (places, SOCKETS), "night": (nights, OF_NIGHTS)}


def rows(table: str) -> dict[str, list[str]]:
    return {route: cells for route, *cells in map(str.split, table.strip().splitlines())}


@pytest.fixture(params=KINDS)
async def kind(request: Any) -> AsyncIterator[tuple[Any, World, dict[str, list[str]]]]:
    matrix, table = KINDS[request.param]
    yield matrix, await database_sync_to_async(matrix.build)(), rows(table)
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
    for in_a_place, table in ((places.IN_A_PLACE, SOCKETS), (nights.IN_A_NIGHT, OF_NIGHTS)):
        assert {route for route in walk(ROUTES) if in_a_place.search(route)} == set(rows(table))


async def test_who_is_told(kind: tuple[Any, World, dict[str, list[str]]]) -> None:
    matrix, world, said = kind

    async def cell(route: str, where: str) -> str:
        return "".join([await knock(world, where, who, route) for who in matrix.WHO])

    got = {
        route: await asyncio.gather(*(cell(route, where) for where in matrix.WHERE))
        for route in said
    }
    assert got == said

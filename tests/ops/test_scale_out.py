"""Scale-out: several web processes play the same matches, sticky or not, and behind PgBouncer.

Each player has two sockets, a page's and a program's, and sends each move up one of them or by
POST; now and then the same move goes two ways at once. Every match comes to its end, every accepted
move is in its log once, and every log replays.
"""

import asyncio
import json
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from websockets.asyncio.client import ClientConnection, connect

from games.console.replaying import compare
from games.models import Event, Match
from lobby.models import Table
from lobby.services import chairs, tables
from ops.bench.users import BenchUser, create_users
from ops.desk.front import in_order
from ops.desk.ports import free_port
from ops.desk.site import Site
from tests.ops.pgbouncer import pgbouncer

pytestmark = pytest.mark.django_db(transaction=True)

MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    *[("forty", 3, {"rounds": 1})] * 4,
    *[("thirtyone", 5, {"hands": 10, "chips": 2})] * 4,
]
DOORS = ["page", "program", "post"]
PATIENCE = 30.0


@dataclass
class Player:
    """One person at one table: two sockets, and which of their moves were accepted."""

    person: BenchUser
    code: str
    match_id: int
    whim: random.Random
    urls: list[str]
    accepted: list[str] = field(default_factory=list)
    refused: int = 0
    links: dict[str, ClientConnection] = field(default_factory=dict)
    answers: dict[str, "asyncio.Future[bool]"] = field(default_factory=dict)
    views: "asyncio.Queue[dict[str, Any]]" = field(default_factory=asyncio.Queue)

    async def play(self) -> None:
        """From sitting down to the end of the match."""
        bearer = {"Authorization": f"Bearer {self.person.secret}"}
        cookie = {"Cookie": self.person.cookies}
        async with (
            self.link("program", f"/api/v1/tables/{self.code}/ws", bearer),
            self.link("page", f"/ws/table/{self.code}/", cookie),
        ):
            while (view := await self.newest_view())["status"] == "running":
                if view["legalMoves"]:
                    await self.move(self.whim.choice(view["legalMoves"]), view["seq"])

    async def newest_view(self) -> dict[str, Any]:
        view = await asyncio.wait_for(self.views.get(), PATIENCE)
        while not self.views.empty():
            view = self.views.get_nowait()
        return view

    @asynccontextmanager
    async def link(self, name: str, path: str, headers: dict[str, str]) -> AsyncIterator[None]:
        """A socket at any of the addresses, read as long as it is open."""
        url = self.whim.choice(self.urls)
        async with connect(
            url.replace("http", "ws", 1) + path,
            origin=url,  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=2**20,
            proxy=None,
            open_timeout=30,
        ) as link:
            self.links[name] = link
            reading = asyncio.create_task(self.read(link))
            yield
            reading.cancel()

    async def read(self, link: ClientConnection) -> None:
        """A page is shown HTML; what it says of its moves is JSON, and all that a program hears."""
        async for text in link:
            if link is self.links["program"] or str(text).startswith(('{"ack"', '{"refused"')):
                self.hear(json.loads(text))

    def hear(self, message: dict[str, Any]) -> None:
        if message.get("match") == self.match_id:
            self.views.put_nowait(message)
        asked = self.answers.get(message.get("ack") or message.get("refused") or "")
        if asked is not None and not asked.done():
            asked.set_result("ack" in message)

    async def move(self, move: Any, seen: int) -> None:
        """One move by one door, or by two at once."""
        name = str(uuid4())
        self.answers[name] = asyncio.get_running_loop().create_future()
        doors = self.whim.sample(DOORS, 2 if self.whim.random() < 0.2 else 1)
        results = await asyncio.gather(*(self.send(door, name, move, seen) for door in doors))
        assert len(set(results)) == 1, f"the same move was accepted and refused: {doors}"
        if results[0]:
            self.accepted.append(name)
        else:  # what it had seen was old: a newer view is on its way
            self.refused += 1

    async def send(self, door: str, name: str, move: Any, seen: int) -> bool:
        message = {"match": self.match_id, "move": move, "seen": seen}
        if door == "post":
            return await asyncio.to_thread(self.post, {**message, "moveId": name})
        await self.links[door].send(json.dumps({**message, "id": name}))
        return await asyncio.wait_for(asyncio.shield(self.answers[name]), PATIENCE)

    def post(self, message: dict[str, Any]) -> bool:
        line = HTTPConnection(urlsplit(self.whim.choice(self.urls)).netloc, timeout=PATIENCE)
        headers = {
            "Authorization": f"Bearer {self.person.secret}",
            "Content-Type": "application/json",
        }
        path = f"/api/v1/matches/{self.match_id}/moves"
        line.request("POST", path, json.dumps(message), headers)
        answer = line.getresponse()
        body = answer.read()
        line.close()
        assert answer.status in {200, 409, 422}, body
        return answer.status == 200


def seat_players(site: Site, seed: int) -> list[Player]:
    """People at friendly tables, all ready. Every other table is sticky: at one process."""
    players = []
    for number, (game, seats, options) in enumerate(MATCHES):
        people = create_users(seats)
        table = tables.open_table(people[0].user, game, options, seats=seats, rated=False)
        for each in people[1:]:
            chairs.sit(table.pk, each.user)
        for each in people:
            chairs.set_ready(table.pk, each.user, nonce="ab" * 16)
        match_id = Table.objects.values_list("match_id", flat=True).get(pk=table.pk)
        assert match_id
        home = site.ports.index(in_order(table.code, site.ports)[0])
        urls = site.urls if number % 2 else [site.urls[home]]
        for each in people:
            whim = random.Random(f"{seed} {number} {each.user.pk}")
            players.append(Player(each, table.code, match_id, whim, urls))
    return players


def own_url() -> str:
    """The database of the tests, as the site's processes reach it."""
    return (
        urlsplit(os.environ["DATABASE_URL"])
        ._replace(path=f"/{connection.settings_dict['NAME']}")
        .geturl()
    )


def open_site(folder: Path, url: str, *, webs: int, **env: str) -> Site:
    return Site(
        url,
        os.environ["REDIS_URL"],
        folder,
        ports=[free_port() for _ in range(webs)],
        env={"SECRET_KEY": settings.SECRET_KEY, "PLAIN_STATIC": "yes", **env},
    )


def play_all(site: Site) -> list[Player]:
    seed = random.randrange(10**6)
    print(f"the players' seed is {seed}")
    players = seat_players(site, seed)

    async def all_of_them() -> None:
        await asyncio.gather(*(player.play() for player in players))

    asyncio.run(all_of_them())
    return players


def check(players: list[Player]) -> None:
    """Every match is over, its log replays, and has every accepted move once, and no other."""
    cache.clear()
    for match in Match.objects.all():
        assert match.status == Match.Status.FINISHED
        assert compare(match) is None
        made = Event.objects.filter(match=match, by=Event.By.PLAYER).values_list(
            "move_id", flat=True
        )
        accepted = [name for one in players if one.match_id == match.pk for name in one.accepted]
        assert sorted(map(str, made)) == sorted(accepted)
    assert Match.objects.count() == len(MATCHES)


def test_two_web_processes(tmp_path: Path) -> None:
    with open_site(tmp_path, own_url(), webs=2) as site:
        check(play_all(site))


def test_four_web_processes_behind_pgbouncer(tmp_path: Path) -> None:
    with (
        pgbouncer(own_url()) as url,
        open_site(tmp_path, url, webs=4, DATABASE_PGBOUNCER="yes") as site,
    ):
        with psycopg.connect(url) as asked:
            assert asked.execute("SHOW lock_timeout").fetchone() == ("2s",)
        check(play_all(site))

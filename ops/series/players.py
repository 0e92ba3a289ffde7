"""API clients of a series: each listens for its next table, says ready there and plays."""

import asyncio
import json
import random
import secrets
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

GONE = (OSError, WebSocketException, TimeoutError, HTTPError, URLError)
BREATH = 0.12
"""Seconds between two moves of one client: it stays below the limit of messages."""

SILENCE = 20
"""Seconds without a word after which a client looks again: its server may be dead."""


class Player:
    """Knows nothing but its token, the series' code and the addresses of the web processes."""

    def __init__(self, secret: str, code: str, sites: list[str]) -> None:
        self.headers = {"Authorization": f"Bearer {secret}"}
        self.code, self.sites = code, sites
        self.random = random.Random(secret)
        self.moves = 0
        self.done = False

    def site(self) -> str:
        return self.random.choice(self.sites)

    async def run(self) -> None:
        """Until the series is over. Whatever breaks is tried again, at any web process."""
        while not self.done:
            try:
                self.done = await self.follow()
            except GONE:
                await asyncio.sleep(0.3)

    def link(self, path: str) -> connect:
        url = f"{self.site().replace('http', 'ws', 1)}/api/v1/{path}/ws"
        return connect(url, additional_headers=self.headers, open_timeout=30)

    async def follow(self) -> bool:
        async with self.link(f"series/{self.code}") as socket:
            while True:
                async with asyncio.timeout(SILENCE):
                    told = json.loads(await socket.recv())
                state = told.get("series")
                if state is None:
                    continue
                if state["status"] in ("over", "called-off"):
                    return True
                if state["table"]:
                    await self.play(state["table"])
                    return False  # and asks anew

    async def play(self, table: str) -> None:
        await asyncio.to_thread(
            self.post, f"tables/{table}/ready", {"nonce": secrets.token_hex(16)}
        )
        async with self.link(f"tables/{table}") as socket:
            answered = -1
            while True:
                async with asyncio.timeout(SILENCE):
                    told = json.loads(await socket.recv())
                if "bye" in told or told.get("room", {}).get("status") == "closed":
                    return
                if told.get("status") in ("finished", "aborted"):
                    return
                if told.get("legalMoves") and told["seq"] > answered:
                    answered = told["seq"]
                    await asyncio.sleep(BREATH)
                    move = self.random.choice(told["legalMoves"])
                    wish = {"id": secrets.token_hex(8), "move": move, "seen": answered}
                    await socket.send(json.dumps(wish))
                    self.moves += 1

    def post(self, path: str, body: dict[str, str]) -> None:
        """A refusal is an answer: the table has begun or is closed."""
        request = Request(
            f"{self.site()}/api/v1/{path}",
            json.dumps(body).encode(),
            {**self.headers, "Content-Type": "application/json"},
            method="POST",
        )
        try:
            urlopen(request, timeout=30).close()
        except HTTPError as error:
            if error.code >= 500:
                raise

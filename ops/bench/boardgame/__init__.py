"""boardgame.io beside us: its server in memory, its own small game, the same load as our JSON.

It is fetched from npm into a temporary folder for the run. Its clients speak engine.io 4 and
socket.io 5 over a WebSocket; the few messages of it that a game needs are written out here.
"""

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from ops.bench.harness import wait_for
from ops.bench.load import SHOWS_NOTHING, Lane, Result, closed_loop, under_load
from ops.bench.usage import usage_of
from ops.bench.websocket import WebSocket
from ops.desk.ports import free_port
from ops.desk.process import Process
from ops.node import search_path
from ops.operator_error import OperatorError, last_line

VERSION = "0.50.2"
PLAYERS = 4
NAMESPACE = "/cards"
INSTALL_SECONDS = 120

SERVER = Path(__file__).with_name("server.js")

OPEN = {"small pushes": 0, "pushes of 4 KB": 58}
"""Cards that lie open in its game. The aims beside it were set with pushes of 4 KB; ours are nearer
to the small ones."""


def most_moves(tables: int, seconds: float) -> dict[str, Result]:
    """What its server takes in a closed loop. An OperatorError says why it is not measured."""
    with tempfile.TemporaryDirectory(prefix="courtyard-boardgame-") as name:
        folder, env = Path(name), search_path()
        install(folder, env)
        return {what: played(folder, env, cards, tables, seconds) for what, cards in OPEN.items()}


def played(folder: Path, env: dict[str, str], cards: int, tables: int, seconds: float) -> Result:
    port = free_port()
    server = Process(
        "boardgame",
        ["node", str(SERVER), str(folder), str(port), str(cards)],
        run=folder / "run",
        log=folder / "log" / "boardgame.log",
        env={**env, "NODE_ENV": "production"},
    )
    server.start()
    try:
        wait_for(server, port)
        url = f"http://127.0.0.1:{port}"
        lanes = [Lane(Match(f"m{number}", url), PLAYERS) for number in range(tables)]
        loop = closed_loop(lanes, seconds, usage_of({"server": [server.pid]}))
        return asyncio.run(under_load(lanes, loop))
    finally:
        server.stop()


def install(folder: Path, env: dict[str, str]) -> None:
    (folder / "package.json").write_text('{"private": true}')
    npm = shutil.which("npm", path=env["PATH"]) or "npm"
    quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts"]
    try:
        done = subprocess.run(
            [npm, "install", *quiet, "--fetch-retries", "1", f"boardgame.io@{VERSION}"],
            cwd=folder,
            env=env,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=INSTALL_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise OperatorError("npm did not answer in time") from None
    if done.returncode != 0:
        raise OperatorError(f"npm failed: {last_line(done.stdout)}")


class Match:
    """A match of its four clients; each turn is one move, and turns go round."""

    moves = 10**9

    def __init__(self, name: str, url: str) -> None:
        self.name, self.url = name, url
        self.played = 0

    async def open(self, page: int, on_message: Callable[[bytes], None]) -> WebSocket:
        """The namespace is asked for, then the state; after that its updates come."""

        def heard(message: bytes) -> None:
            if message.startswith(b"42"):
                on_message(message)
            elif message == b"2":  # ping
                link.send(b"3")
            elif message.startswith(b"40"):
                link.send(self._event(f'"sync","{self.name}","{page}",null,{PLAYERS}'))

        link = await WebSocket.open(self.url, "/socket.io/?EIO=4&transport=websocket", {}, heard)
        link.send(b"40%s," % NAMESPACE.encode())
        return link

    def message(self, number: int) -> tuple[int, bytes]:
        player = (number - 1) % PLAYERS
        move = (
            f'{{"type":"MAKE_MOVE","payload":{{"type":"discard","args":[{number % 8}],'
            f'"playerID":"{player}","credentials":null}}}}'
        )
        return player, self._event(f'"update",{move},{number - 1},"{self.name}","{player}"')

    def number_in(self, message: bytes) -> int:
        """The first state in a message is the match's own."""
        at = message.find(b'"_stateID":')
        if at < 0:
            return SHOWS_NOTHING
        end = at = at + 11
        while message[end : end + 1].isdigit():
            end += 1
        return int(message[at:end])

    def _event(self, arguments: str) -> bytes:
        return f"42{NAMESPACE},[{arguments}]".encode()

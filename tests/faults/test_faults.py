"""A match goes on, whatever dies: real processes, killed while people play.

Two tables: at one, two players move without a pause; at the other nobody moves, so its clock shows
what an outage does to a deadline. Every fault lasts longer than what counts as an outage.
"""

import random
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import psycopg
import pytest

from ops.desk.servers import Servers
from ops.desk.site import Site
from tests.faults.client import Client

OUTAGE = 6.0  # seconds a part stays dead; five count as an outage of ours
RECOVERY = 10.0


@dataclass
class Scene:
    site: Site
    servers: Servers
    players: list[Client]
    sleepers: list[Client]

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.servers.database_url, autocommit=True) as connection:
            return connection.execute(sql.encode(), values).fetchall()

    def wait_until(self, true: Callable[[], bool], seconds: float, what: str) -> None:
        until = time.monotonic() + seconds
        while not true():
            for client in self.players + self.sleepers:
                assert client.trouble is None, client.trouble
            assert time.monotonic() < until, f"not within {seconds} s: {what}"
            time.sleep(0.05)

    # ---- Faults ----------------------------------------------------------------------------------

    def strike(self, part: str) -> None:
        match part:
            case "web":
                for name in ("web", "web-2"):
                    self.site.kill(name)
            case "redis":
                assert self.servers.valkey.process
                self.servers.valkey.process.kill()
                for kept in self.servers.valkey.data.glob("appendonly*"):
                    shutil.rmtree(kept)  # it comes back empty
            case "postgres":
                assert self.servers.postgres.process
                self.servers.postgres.process.kill()
            case worker:
                self.site.kill(worker)

    def mend(self, part: str) -> None:
        """What a supervisor does: whatever is dead is started again."""
        if part == "redis":
            self.servers.valkey.restart()
        if part == "postgres":
            self.servers.postgres.restart()
        for process in self.site.processes.values():
            if not process.alive:
                process.start()


class Watch(threading.Thread):
    """Notes the deadline of the idle match, again and again, beside the event it belongs to."""

    def __init__(self, scene: Scene, match: int) -> None:
        super().__init__(daemon=True)
        self.scene, self.match = scene, match
        self.deadlines: dict[int, datetime] = {}
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(0.1):
            with suppress(psycopg.Error):
                self.look()

    def look(self) -> tuple[datetime, datetime]:
        """The deadline, and what time it is."""
        [(seq, deadline, now)] = self.scene.rows(
            "SELECT seq, deadline, clock_timestamp() FROM games_match WHERE id = %s", self.match
        )
        self.deadlines[seq] = deadline
        return deadline, now


@pytest.fixture
def scene(open_site, site_servers: Servers) -> Iterator[Scene]:
    site = open_site(
        webs=2,
        TRUSTED_PROXIES="1",
        HEARTBEAT_SECONDS="1",
        LEASE_SECONDS="20",
        OUTAGE_ALLOWANCE="1",
        TURN_SECONDS_SCALE="0.8",
    )
    seed = secrets.randbelow(1_000_000)
    print(f"the players' seed is {seed}")
    people = [Client(site.urls, seed + number).sign_up() for number in range(4)]
    scene = Scene(site, site_servers, people[:2], people[2:])
    for pair, idle in ((scene.players, False), (scene.sleepers, True)):
        code = pair[0].open_table()
        pair[1].do(code, "sit")
        for client in pair:
            client.do(code, "ready")
        for client in pair:
            client.play(code, idle)
    yield scene
    for client in people:
        client.stop()


def test_no_move_is_lost_or_doubled_and_no_clock_runs_out_whatever_dies(scene):
    players, sleepers = scene.players, scene.sleepers
    scene.wait_until(lambda: all(c.match for c in players + sleepers), 20, "all see their match")
    watch = Watch(scene, sleepers[0].match)
    watch.start()
    whim = random.Random(players[0].name)

    for part in whim.sample(["web", "timers", "beat", "redis", "postgres"], 5):
        before = sum(len(client.journal.accepted) for client in players)
        scene.wait_until(
            lambda before=before: accepted(players) > before + 1, RECOVERY, f"play before {part}"
        )
        time.sleep(whim.uniform(0, 0.5))  # at no particular moment
        deadline, struck = watch.look()
        scene.strike(part)
        time.sleep(OUTAGE)
        scene.mend(part)
        scene.site.wait_ready(RECOVERY)
        before = accepted(players)
        scene.wait_until(
            lambda before=before: accepted(players) > before + 1, RECOVERY, f"play after {part}"
        )
        later, _ = watch.look()
        assert later - deadline >= timedelta(seconds=OUTAGE - 1), f"{part}: time given back"
        assert later - struck >= deadline - struck

    # All sessions of the database end at once; nobody should notice for long.
    before = accepted(players)
    scene.rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    scene.wait_until(lambda: accepted(players) > before + 1, RECOVERY, "play after the cut")

    # Now the clock of the idle table may run out, and is heard in time.
    last, now = watch.look()
    seq = max(watch.deadlines)
    scene.wait_until(
        lambda: watch.look()[0] != last and max(watch.deadlines) > seq,
        (last - now).total_seconds() + RECOVERY,
        "the due clock fires",
    )
    for client in players:
        client.pause()
    for client in players + sleepers:
        client.stop()
    watch.done.set()

    check_the_clock(scene, watch)
    check_the_log(scene)
    replay = scene.site.manage("replay_match", "--all", name="replay")
    replay.start()
    assert replay.wait(60) and replay.code == 0, replay.output()


def accepted(players: list[Client]) -> int:
    return sum(len(client.journal.accepted) for client in players)


def check_the_clock(scene: Scene, watch: Watch) -> None:
    """It never fires early, not for an outage, and not later than promised."""
    clocks = scene.rows(
        "SELECT seq, at, by FROM games_event WHERE match_id = %s AND seq > 0 ORDER BY seq",
        watch.match,
    )
    assert clocks and all(by == "clock" for _, _, by in clocks)
    for seq, at, _ in clocks:
        late = (at - watch.deadlines[seq - 1]).total_seconds()
        assert 0 <= late < RECOVERY, f"event {seq} came {late} s after its deadline"


def check_the_log(scene: Scene) -> None:
    """Every accepted move is one event, every event of a player was accepted, in one row."""
    match = scene.players[0].match
    events = scene.rows(
        "SELECT e.seq, e.by, e.move_id::text, u.username FROM games_event e"
        " LEFT JOIN games_seat s ON s.match_id = e.match_id AND s.index = e.seat"
        " LEFT JOIN accounts_user u ON u.id = s.user_id"
        " WHERE e.match_id = %s ORDER BY e.seq",
        match,
    )
    assert [seq for seq, *_ in events] == list(range(len(events)))
    assert {by for _, by, *_ in events} == {"house", "player"}, "no clock ran out on a player"
    assert sum(client.journal.repeated for client in scene.players) > 0, "answers were lost"
    by_socket = sum(client.journal.by_socket for client in scene.players)
    assert by_socket > accepted(scene.players) / 2, "most moves go up the socket"
    for client in scene.players:
        made = [move for _, _, move, name in events if name == client.name]
        assert made == client.journal.accepted

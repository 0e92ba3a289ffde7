"""The sweep over many running matches: CPU a second, and how late it plays a clock.

The matches are rows copied from one that was really started. One in ten plays itself, with bots in
all seats; of the others a clock runs out every tenth of a second. The workers are the site's own.
"""

import secrets
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import psutil
from django.db import connection

from accounts.models import User
from games.models import Match
from games.presence import outages
from games.services import clock, starting
from ops.bench.harness import Harness
from ops.bench.report import Row, percentile
from ops.bench.scripted_match import longest_options, measured_game
from ops.bench.workload import FULL, Workload
from ops.desk.site import Site

MATCHES = 5000
CLOCK_EVERY = 0.1
SEATS = 3
PATIENCE = 3.0
"""Seconds that are waited for the last clocks."""

COPY = """
INSERT INTO games_match (game, venue, options, rated, public, live, leaver, status, seq, state,
       acting, fresh, bots, clock, clock_seconds, deadline, bot_at, seed, commitment, key)
SELECT game, 'sweep.' || n, options, rated, public, live, leaver, status, seq, state, acting, fresh,
       CASE WHEN n %% 10 = 0 THEN %(bots)s::jsonb ELSE '{}' END, clock, clock_seconds,
       clock_timestamp() + interval '1 hour',
       CASE WHEN n %% 10 = 0 THEN clock_timestamp() + n * interval '1 millisecond' END,
       seed, commitment, key
  FROM games_match, generate_series(1, %(count)s) n WHERE id = %(id)s
"""

SEAT_ALL = """
INSERT INTO games_seat (match_id, index, user_id, name, role, nonce, holds_rated)
SELECT m.id, s.index, %(first)s + (row_number() OVER ()) - 1, '', '', '', false
  FROM games_match m JOIN games_seat s ON s.match_id = %(id)s WHERE m.venue LIKE 'sweep.%%'
"""

BE_THERE = """
INSERT INTO games_lease (connection, venue, expires_at, user_id)
SELECT gen_random_uuid(), m.venue, clock_timestamp() + interval '1 hour', s.user_id
  FROM games_seat s JOIN games_match m ON m.id = s.match_id
"""

RUN_OUT = """
WITH chosen AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM games_match
                 WHERE venue LIKE 'sweep.%%' AND bots = '{}' LIMIT %(count)s)
UPDATE games_match m
   SET deadline = clock_timestamp() + n * %(every)s * interval '1 second'
  FROM chosen WHERE chosen.id = m.id RETURNING m.id, m.deadline
"""

PLAYED = "SELECT match_id, min(at) FROM games_event WHERE by = 'clock' GROUP BY match_id"
BACKENDS = "SELECT pid FROM pg_stat_activity WHERE client_port = ANY(%(ports)s)"
BOTS_PLAYED = "SELECT count(*) FROM games_event WHERE by = 'bot'"


def measure(harness: Harness, workload: Workload) -> Iterator[Row]:
    share = min(1.0, workload.live_seconds / FULL.live_seconds)
    matches = max(100, int(MATCHES * share))
    harness.rest()  # its workers would sweep as well
    fill(matches)
    site = workers(harness)
    try:
        site.start()
        wait_for_sweep()
        yield from watch(site, matches, workload.live_seconds)
    finally:
        site.stop()
        Match.objects.filter(venue__startswith="sweep.").update(
            status=Match.Status.ABORTED, deadline=None, bot_at=None
        )


def fill(count: int) -> None:
    rules = measured_game()
    mark = secrets.token_hex(3)
    people = User.objects.bulk_create(
        User(username=f"S{mark}{n}", email=f"s{mark}{n}@example.org")
        for n in range((count + 1) * SEATS)
    )
    match_id = starting.start_match(
        rules.INFO.key,
        longest_options(rules, SEATS),
        [starting.Participant(user) for user in people[:SEATS]],
        venue="sweep",
        seed=secrets.token_bytes(32),
    )
    level = rules.INFO.levels[0]
    bots = "{" + ", ".join(f'"{seat}": "{level}"' for seat in range(SEATS)) + "}"
    execute(COPY, count=count, id=match_id, bots=bots)
    execute(SEAT_ALL, id=match_id, first=people[SEATS].pk)
    execute(BE_THERE)
    execute("VACUUM ANALYZE")


def workers(harness: Harness) -> Site:
    """As the site runs them, on clocks as they are; nobody needs a page."""
    env = {**harness.site.env, "TURN_SECONDS_SCALE": "1"}
    roles = ("timers", "bots", "beat")
    site = Site(env["DATABASE_URL"], env["REDIS_URL"], harness.folder, roles=roles, env=env)
    del site.processes["web"]
    return site


def wait_for_sweep() -> None:
    until = time.monotonic() + 60
    while (outages.age(outages.SWEEP) or 60) > 2 and time.monotonic() < until:
        outages.beat(outages.WEB)
        time.sleep(0.2)


def watch(site: Site, matches: int, seconds: float) -> Iterator[Row]:
    timers, bots = site.processes["timers"].pid, site.processes["bots"].pid
    due = dict(execute(RUN_OUT, count=int(seconds / CLOCK_EVERY), every=CLOCK_EVERY))
    before = cpu_of(timers), cpu_of(bots), execute(BOTS_PLAYED)[0][0]
    began = time.monotonic()
    stay_awake(seconds)
    sweep, thinking = cpu_of(timers) - before[0], cpu_of(bots) - before[1]
    moves = execute(BOTS_PLAYED)[0][0] - before[2]
    took = time.monotonic() - began
    stay_awake(clock.LAG + PATIENCE)
    late = lateness(due)
    yield Row(
        "sweep",
        f"{matches} running matches, {matches // 10} of bots only: timers and its backend",
        f"{sweep / took * 100:.0f} % of a core",
        aim="≤ 20 %",
        met=sweep / took <= 0.2,
    )
    yield Row(
        "sweep",
        f"clocks late, p50 / worst of {len(late)}",
        f"{percentile(late, 50):.2f} / {max(late):.2f} s",
        aim="≤ 1.5 s",
        met=max(late) <= 1.5,
    )
    yield Row(
        "sweep",
        "bots and their backend",
        f"{thinking / took * 100:.0f} % of a core, {moves / took:.0f} moves/s",
    )


def stay_awake(seconds: float) -> None:
    """Beats for the web process that is not there: without one no clock counts."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        outages.beat(outages.WEB)
        time.sleep(0.5)


def lateness(due: dict[int, datetime]) -> list[float]:
    """Of each clock: seconds from the moment it counts to its being played, or so far."""
    [[now]] = execute("SELECT clock_timestamp()")
    played = dict(execute(PLAYED))
    return [
        (played.get(match_id, now) - deadline).total_seconds() - clock.LAG
        for match_id, deadline in due.items()
    ]


def cpu_of(pid: int) -> float:
    """Of a worker, its children, and the database's backends that serve them."""
    worker = psutil.Process(pid)
    family = [worker, *worker.children(recursive=True)]
    ports = {link.laddr.port for each in family for link in each.net_connections("tcp")}
    backends = execute(
        "SELECT pid FROM pg_stat_activity WHERE client_port = ANY(%(p)s)", p=[*ports]
    )
    family += [psutil.Process(row[0]) for row in backends]
    return sum(each.cpu_times().user + each.cpu_times().system for each in family)


def execute(sql: str, **params: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params or None)
        return cursor.fetchall() if cursor.description else []

"""Sizing: what a number of people at once needs, by arithmetic over the measured costs."""

import math
from dataclasses import dataclass

from ops.capacity.costs import PAGES, Costs
from ops.capacity.simulation import Load, Result, simulate

# ---- Assumptions, each written in docs/capacity.md -----------------------------------------------
AT_TABLES, WATCHING = 0.70, 0.10
"""Of the people who are here; everybody else has the lobby or another page open."""
TABLE_SEATS = 3
MOVE_SECONDS = 4.0
"""Between two moves of a table."""
BUSY = 0.6
"""A web process is given so much of its time; the rest is for bursts and uneven hashes."""
DATABASE_BUSY = 0.5
WEB_CONNECTIONS = 21
"""Of a web process: twice ASGI_THREADS and 4 in its pool, and the committer's."""
WORKERS = 8
"""Connections of timers, default and beat."""
MOST_CONNECTIONS = 200
"""PostgreSQL's own, from which on PgBouncer stands before it."""
DAY = 6 * 3600
"""Seconds of the busiest load in a day's worth of play."""


@dataclass(frozen=True)
class Plan:
    people: int
    tables: int
    pages_a_table: float
    other_pages: int
    moves: float
    """A second."""
    web_cores: float
    webs: int
    memory_gib: float
    """Of all web processes."""
    database_cores: float
    wal_mb: float
    """A second."""
    kept_gb: float
    """A day."""
    down_mbit: float
    connections: int

    @property
    def pgbouncer(self) -> bool:
        return self.connections > MOST_CONNECTIONS - 10


def plan(people: int, costs: Costs) -> Plan:
    tables = round(people * AT_TABLES / TABLE_SEATS)
    pages = TABLE_SEATS + people * WATCHING / tables
    elsewhere = round(people * (1 - AT_TABLES - WATCHING))
    moves = tables / MOVE_SECONDS
    a_move = costs.move + costs.viewer * (pages - PAGES)
    web_cores = (moves * a_move + people * costs.idle) / 1000
    webs = max(2, math.ceil(web_cores / BUSY))
    # Moves that come together share a statement; counted here as if each had its own.
    database = moves * (costs.statement + costs.store) / 1000
    matches = moves / costs.match_moves
    kept = moves * costs.event_bytes + matches * costs.match_bytes
    return Plan(
        people=people,
        tables=tables,
        pages_a_table=pages,
        other_pages=elsewhere,
        moves=moves,
        web_cores=web_cores,
        webs=webs,
        memory_gib=(webs * costs.process_mib + people * costs.page_kib / 1024) / 1024,
        database_cores=database / DATABASE_BUSY,
        wal_mb=moves * costs.wal_bytes / 1e6,
        kept_gb=kept * DAY / 1e9,
        down_mbit=moves * pages * costs.push_bytes * 8 / 1e6,
        connections=webs * WEB_CONNECTIONS + WORKERS,
    )


def simulated(planned: Plan, costs: Costs, seconds: float) -> Result:
    """The plan under its own load, with a core for each web process and those of the database."""
    load = Load(
        tables=planned.tables,
        pace=MOVE_SECONDS,
        pages=planned.pages_a_table,
        idle_pages=planned.other_pages,
        webs=planned.webs,
        cores=planned.webs + max(2, math.ceil(planned.database_cores)),
        seconds=seconds,
    )
    return simulate(load, costs)

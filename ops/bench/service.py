"""Throughput of the service beside the bare transaction, in slices that take turns.

Both run in this process, over the same connections; whatever disturbs one disturbs the other.
"""

import itertools
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import selectors
from games.engine.contract import Rules
from games.live.room import after_move, working_copy
from games.models import Match
from games.services import ledger, moving, optimistic, starting
from games.services.optimistic import Proposal
from ops.bench.report import Row, percentile
from ops.bench.scripted_match import ScriptedMove, longest_options, measured_game, script_of
from ops.bench.users import create_users
from ops.bench.workload import Workload

AIM = 0.8
"""Of the bare transaction's rate, by the optimistic path."""

CROWD = 4
_places = itertools.count(1)

Work = Callable[[], None]


def measure(workload: Workload) -> Iterator[Row]:
    make_bare_tables()
    # One game stands for all: the way of a move is the same, and rules are the engine's part.
    rules = measured_game()
    people = [each.user for each in create_users(rules.INFO.players[-1])]
    for path, threads in [(Optimistic, 1), (Locked, 1), (Locked, CROWD)]:
        yield beside_the_bare_one(path, rules, people, threads, workload)
    yield queries(rules, people)


# ---- The service -------------------------------------------------------------------------------


class Played:
    """A match and the moves that are still to be made in it."""

    name = ""

    def __init__(self, rules: Rules, people: list[User]) -> None:
        options = longest_options(rules, len(people))
        self.people = people
        self.match_id = starting.start_match(
            rules.INFO.key,
            options,
            [starting.Participant(user) for user in people],
            venue=f"bench.{next(_places)}",
            seed=secrets.token_bytes(32),
        )
        key = bytes(Match.objects.get(pk=self.match_id).key)
        self.script = script_of(rules, len(people), options, key)
        self.next = 0

    @property
    def left(self) -> int:
        return len(self.script) - self.next - 1  # the last one may be more than a move: an end

    def move(self) -> None:
        scripted = self.script[self.next]
        self.next += 1
        self.play(self.people[scripted.seat], scripted)

    def play(self, user: User, scripted: ScriptedMove) -> None:
        raise NotImplementedError


class Locked(Played):
    """The path of POSTs, bots and clocks: read and judged under the row lock."""

    name = "locked"

    def play(self, user: User, scripted: ScriptedMove) -> None:
        moving.play_move(self.match_id, user, scripted.move, move_id=uuid4(), seen=scripted.seq - 1)


class Optimistic(Played):
    """The path of open sockets: judged against the room's memory, one move a statement."""

    name = "optimistic"

    def __init__(self, rules: Rules, people: list[User]) -> None:
        super().__init__(rules, people)
        shown = selectors.read(self.match_id)
        assert shown is not None
        self.shown = shown

    def play(self, user: User, scripted: ScriptedMove) -> None:
        run = working_copy(self.shown, user.pk)
        assert run.deadline is not None
        known = run.deadline
        moving.judge(run, scripted.move, uuid4(), scripted.seq - 1)
        with ledger.prepared() as cursor:
            cursor.execute(*optimistic.statement([Proposal(run, user.pk, known)]))
            [stored] = optimistic.stored(cursor.fetchall()).values()
        run.deadline = stored.deadline
        self.shown = after_move(self.shown, run, stored)


class Player:
    """One thread's work: moves, one after the other, with a new match where one ends."""

    def __init__(self, path: type[Played], rules: Rules, people: list[User]) -> None:
        self.path, self.rules, self.people = path, rules, people
        self.stock: list[Played] = []

    def prepare(self, moves: int) -> None:
        """Matches for this many moves; dealing them is not measured."""
        while sum(played.left for played in self.stock) < moves:
            self.stock.append(self.path(self.rules, self.people))

    def __call__(self) -> None:
        while self.stock and not self.stock[0].left:
            self.stock.pop(0)
        if not self.stock:  # on a faster machine than foreseen a deal falls into the measured time
            self.prepare(1)
        self.stock[0].move()


def queries(rules: Rules, people: list[User]) -> Row:
    """Statements of a move near the deal and near the end, under the lock."""
    played = Locked(rules, people)
    counts = []
    while played.left:
        with CaptureQueriesContext(connection) as captured:
            played.move()
        counts.append(sum(not _frames(query["sql"]) for query in captured))
    early, late = counts[:5], counts[-5:]
    return Row(
        "service",
        f"{rules.INFO.name}, queries a move, first 5 / last 5 of {len(counts)}",
        f"{max(early)} / {max(late)}",
        aim="bounded",
        met=max(late) <= max(early),
    )


def _frames(sql: str) -> bool:
    """Begin and end of the transaction are no queries of ours."""
    return sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))


# ---- The bare transaction ----------------------------------------------------------------------


def make_bare_tables() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE bare_match (id bigint PRIMARY KEY, seq integer, state jsonb);"
            "CREATE TABLE bare_event (match_id bigint, seq integer, facts jsonb,"
            " PRIMARY KEY (match_id, seq))"
        )


class BareTransaction:
    """Lock a row with a state of this size, write it back, append a line, commit."""

    def __init__(self, number: int, state: str, facts: str) -> None:
        self.id, self.state, self.facts = number, state, facts
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO bare_match VALUES (%s, 0, %s)", [number, state])

    def __call__(self) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT seq, state FROM bare_match WHERE id = %s FOR UPDATE", [self.id])
            seq = cursor.fetchone()[0] + 1
            cursor.execute(
                "UPDATE bare_match SET seq = %s, state = %s WHERE id = %s",
                [seq, self.state, self.id],
            )
            cursor.execute("INSERT INTO bare_event VALUES (%s, %s, %s)", [self.id, seq, self.facts])


_bare_ones = itertools.count(1)


def bare_like(played: Played) -> BareTransaction:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT state::text, (SELECT facts::text FROM games_event e"
            " WHERE e.match_id = m.id ORDER BY seq LIMIT 1) FROM games_match m WHERE id = %s",
            [played.match_id],
        )
        state, facts = cursor.fetchone()
    return BareTransaction(next(_bare_ones), state, facts)


# ---- Side by side ------------------------------------------------------------------------------

PLENTY = 3_000
"""Moves in stock for a second of one thread: more than any machine here gets through."""


def beside_the_bare_one(
    path: type[Played], rules: Rules, people: list[User], threads: int, workload: Workload
) -> Row:
    seconds = workload.slice_seconds
    players = [Player(path, rules, people) for _ in range(threads)]
    for player in players:
        player.prepare(1)
    bare_ones = [bare_like(player.stock[0]) for player in players]
    rates: list[tuple[float, float]] = []
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(warm_up, [*players, *bare_ones]))
        for _ in range(workload.slices):
            for player in players:
                player.prepare(int(PLENTY * seconds / threads))
            ours = slice_of(pool, players, seconds)
            theirs = slice_of(pool, bare_ones, seconds)
            rates.append((ours, theirs))
        list(pool.map(lambda _: connection.close(), range(threads)))
    # The middle slice of each: one hiccup of the disk spoils neither.
    ours, theirs = (percentile(column, 50) for column in zip(*rates, strict=True))
    return Row(
        "service",
        f"{rules.INFO.name}, {path.name} path, {threads} thread{'s' * (threads > 1)}",
        f"{ours:.0f} moves/s",
        f"{theirs:.0f} bare/s",
        ours / theirs,
        f"ratio ≥ {AIM}" if path is Optimistic else "",
        ours / theirs >= AIM if path is Optimistic else None,
    )


def warm_up(work: Work) -> None:
    """Opens the thread's connection before anything is timed."""
    for _ in range(5):
        work()


def slice_of(pool: ThreadPoolExecutor, works: Sequence[Work], seconds: float) -> float:
    """How many a second all threads got through together."""
    started = time.perf_counter()
    until = started + seconds
    done = sum(pool.map(lambda work: repeat(work, until), works))
    return done / (time.perf_counter() - started)


def repeat(work: Work, until: float) -> int:
    done = 0
    while time.perf_counter() < until:
        work()
        done += 1
    return done

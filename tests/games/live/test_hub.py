"""Moves by the hub: what a move is does not depend on the way it takes.

Each case is played by the locked way and by a room that knew the match before the case happened.
"""

import asyncio
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from channels.db import database_sync_to_async
from channels.layers import channel_layers
from django.db import connection
from django.db.models import F

from accounts.access.refusals import MayNotAct
from accounts.models import User
from accounts.sanctions.services import ban
from games.console.replaying import compare
from games.engine.errors import GameOver, IllegalMove, InvalidMove, NotYourTurn, StaleMove
from games.live import broadcast
from games.live import room as room_module
from games.live.committer import Committer
from games.live.hub import hub
from games.live.room import Room, working_copy
from games.models import Event, Match
from games.page import regions
from games.presence import outages
from games.services import judging, leaving, moving
from games.services.moving import Receipt
from games.services.optimistic import Guard, Proposal
from games.services.refusals import NotSeated
from tests.games.tables import a_legal_move, acting, match_for, person, state_of

pytestmark = pytest.mark.django_db(transaction=True)

in_thread = database_sync_to_async


Play = Callable[..., Any]


class Table:
    """A match with people, the move that is to be played, and who plays it."""

    def __init__(self) -> None:
        self.people = [person(), person()]
        self.match = match_for(*self.people)
        self.seat = acting(self.match)
        self.mover = self.people[self.seat]
        self.move: Any = a_legal_move(self.match)
        self.move_id: UUID | None = uuid4()
        self.seen = self.match.seq

    def somebody_else_moves(self) -> None:
        moving.play_move(self.match.pk, self.mover, self.move)

    def the_bell_rings(self) -> None:
        Match.objects.update(deadline=F("deadline") - timedelta(seconds=600))

    def time_is_given(self) -> None:
        Match.objects.update(deadline=F("deadline") + timedelta(seconds=600))


class Connection:
    """Somebody's open socket, as a room sees it."""

    guard: Guard | None = None

    def __init__(self, user: User) -> None:
        self.user_id: int | None = user.pk

    def admitted(self) -> User:
        assert self.user_id is not None
        return User.objects.get(pk=self.user_id)


def room_of(table: Table) -> Room:
    return Room(table.match.pk, hub().committer, hub().tell)


def nothing(table: Table) -> None:
    pass


def by_another(table: Table) -> None:
    table.mover = person()


def out_of_turn(table: Table) -> None:
    table.mover = table.people[1 - table.seat]


def nonsense(table: Table) -> None:
    table.move = {"type": "fly"}


def a_card_not_held(table: Table) -> None:
    other = state_of(table.match).hands[1 - table.seat][0]
    table.move = {"type": "throw", "handCard": other}


def banned(table: Table) -> None:
    ban(table.mover, None, "rude")


def left(table: Table) -> None:
    leaving.resign(table.match.pk, table.mover)


def played_before(table: Table) -> None:
    moving.play_move(table.match.pk, table.mover, table.move, move_id=table.move_id)


def from_an_old_page(table: Table) -> None:
    table.seen = -1


def called_off(table: Table) -> None:
    judging.abort_match(table.match.pk, "staff", "A mistake")


CASES: list[tuple[str, Callable[[Table], None], type[Exception] | None]] = [
    ("accepted", nothing, None),
    ("not seated", by_another, NotSeated),
    ("out of turn", out_of_turn, NotYourTurn),
    ("does not parse", nonsense, InvalidMove),
    ("not legal", a_card_not_held, IllegalMove),
    ("banned meanwhile", banned, MayNotAct),
    ("left meanwhile", left, GameOver),
    ("a repeat", played_before, None),
    ("stale", from_an_old_page, StaleMove),
    ("somebody moved meanwhile", Table.somebody_else_moves, NotYourTurn),
    ("the bell rang meanwhile", Table.the_bell_rings, NotYourTurn),
    ("time was given meanwhile", Table.time_is_given, None),
    ("called off meanwhile", called_off, GameOver),
]


async def locked(table: Table, happen: Callable[[Table], None]) -> Receipt:
    await in_thread(happen)(table)

    def play() -> Receipt:
        mover = type(table.mover).objects.get(pk=table.mover.pk)
        return moving.play_move(
            table.match.pk, mover, table.move, move_id=table.move_id, seen=table.seen
        )

    return await in_thread(play)()


async def by_the_hub(table: Table, happen: Callable[[Table], None]) -> Receipt:
    room = room_of(table)
    await room.ready()
    await in_thread(happen)(table)
    return await room.play(Connection(table.mover), table.move, table.move_id, table.seen)


@pytest.mark.parametrize("play", [locked, by_the_hub])
@pytest.mark.parametrize(("name", "happen", "refusal"), CASES, ids=[case[0] for case in CASES])
async def test_a_move_is_judged_alike(
    play: Play, name: str, happen: Callable[[Table], None], refusal: type[Exception] | None
) -> None:
    await in_thread(outages.beat)(outages.SWEEP)
    await in_thread(outages.beat)(outages.WEB)
    table = await in_thread(Table)()
    if refusal is None:
        receipt = await play(table, happen)
        assert (receipt.seq, receipt.repeated) == (1, happen is played_before)
        assert await Event.objects.filter(match=table.match, by="player").acount() == 1
    else:
        with pytest.raises(refusal):
            await play(table, happen)
        own = Event.objects.filter(match=table.match, move_id=table.move_id)
        assert not await own.aexists()
    match = await Match.objects.aget(pk=table.match.pk)
    assert await in_thread(compare)(match) is None


async def test_a_plain_move_asks_for_no_lock_and_leaves_the_room_as_a_read_would(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await in_thread(Table)()
    room = room_of(table)
    await room.ready()
    monkeypatch.setattr(Room, "_play_locked", lambda *_: pytest.fail("the locked way was taken"))
    await room.play(Connection(table.mover), table.move, table.move_id, table.seen)
    known = room.shown
    fresh = room_of(table)
    await fresh.ready()
    assert known is not None and fresh.shown is not None
    assert known.state == fresh.shown.state
    for name in ("seq", "acting", "fresh", "clock", "clock_seconds", "deadline", "bot_at"):
        assert getattr(known.match, name) == getattr(fresh.shown.match, name), name
    assert [(e.seq, e.seat, e.facts) for e in known.recent] == [
        (e.seq, e.seat, e.facts) for e in fresh.shown.recent
    ]


async def test_a_room_that_nobody_asks_keeps_the_match_and_nothing_made_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await in_thread(Table)()
    room = hub().enter(table.match.pk)
    shown = await room.ready()
    assert shown is not None
    before = await in_thread(regions.full)(shown, table.mover)
    assert shown.kept and shown.html
    hub().tidy()
    assert shown.kept and shown.html, "somebody has just asked"
    monkeypatch.setattr(room_module, "RESTS_AFTER", -1)
    hub().tidy()
    rested = room.shown
    assert rested is not None and not rested.kept and not rested.html
    assert await in_thread(regions.full)(rested, table.mover) == before
    hub().leave(room)


async def test_two_moves_of_one_match_do_not_go_together() -> None:
    """Else the statement would append both, fail, and take the moves of other matches with it."""
    table, other = await in_thread(Table)(), await in_thread(Table)()
    rooms = [room_of(table), room_of(table), room_of(other)]
    proposals = []
    for room, sat in zip(rooms, (table, table, other), strict=True):
        shown = await room.ready()
        assert shown is not None and shown.match.deadline is not None
        run = working_copy(shown, sat.mover.pk)
        moving.judge(run, sat.move, uuid4(), sat.seen)
        proposals.append(Proposal(run, sat.mover.pk, shown.match.deadline))
    # All are asked for before the committer's task begins, so they are one batch.
    answers = await asyncio.gather(*map(hub().committer.commit, proposals))
    assert [answer is not None for answer in answers] == [True, False, True]


async def test_the_committer_gets_over_a_lost_connection() -> None:
    table = await in_thread(Table)()
    room = room_of(table)
    await room.ready()
    await room.play(Connection(table.mover), table.move, table.move_id, table.seen)
    await in_thread(end_the_committers_connection)()
    for _ in range(3):  # the first of them finds the connection gone, and is played all the same
        match = await Match.objects.aget(pk=table.match.pk)
        await room.catch_up(match.seq)
        mover, move = table.people[match.acting[0]], await in_thread(a_legal_move)(match)
        receipt = await room.play(Connection(mover), move, uuid4(), match.seq)
        assert (receipt.seq, receipt.repeated) == (match.seq + 1, False)
    assert room.told == 4, "the last move went the short way again"


def end_the_committers_connection() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE '%%jsonb_to_recordset%%'"
            " AND pid <> pg_backend_pid()"
        )
        assert cursor.rowcount == 1


class Listener:
    """A socket that counts what it hears."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def dispatch(self, message: dict[str, Any]) -> None:
        self.want(message)

    def want(self, message: dict[str, Any]) -> None:
        self.heard.put_nowait(message)


async def test_the_hub_keeps_the_channel_layer_it_began_with() -> None:
    """When a process starts, two threads may each make a layer; the hub's must stay its own."""
    first, second = Listener(), Listener()
    await hub().join("venue.table.1", first)
    channel_layers.backends.clear()
    await hub().join("venue.table.2", second)
    for listener, group in ((first, "venue.table.1"), (second, "venue.table.2")):
        broadcast.send(group, {"type": "nudge"})
        async with asyncio.timeout(10):
            assert (await listener.heard.get())["group"] == group
        await hub().part(group, listener)


async def test_two_processes_play_the_same_matches_at_once(request: pytest.FixtureRequest) -> None:
    """Rooms and committers that never hear of each other, as processes without Redis: of all the
    moves, each sent to both at once, every one is stored once, and both are told the same."""
    processes, whim = [Committer(), Committer()], random.Random(7)
    played = 0
    while played < request.config.getoption("--moves"):
        tables = [await in_thread(Table)() for _ in range(10)]
        for done in await asyncio.gather(*(play_twice(each, processes, whim) for each in tables)):
            played += len(done)


async def play_twice(table: Table, processes: list[Committer], whim: random.Random) -> list[UUID]:
    """A match to its end, each move by both processes under one id; gives the ids."""
    rooms = [Room(table.match.pk, committer, hub().tell) for committer in processes]
    for room in rooms:
        await room.ready()
    done: list[UUID] = []
    while (match := await Match.objects.aget(pk=table.match.pk)).status == Match.Status.RUNNING:
        move = await in_thread(a_legal_move)(match)
        mover, move_id = table.people[match.acting[0]], uuid4()
        # As from a page that took the socket, and then HTTP, elsewhere.
        both = [room.play(Connection(mover), move, move_id, match.seq) for room in rooms]
        whim.shuffle(both)
        receipts = await asyncio.gather(*both)
        assert {receipt.seq for receipt in receipts} == {match.seq + 1}
        assert sorted(receipt.repeated for receipt in receipts) == [False, True]
        done.append(move_id)
    stored = Event.objects.filter(match_id=match.pk, by="player").order_by("seq")
    assert [event.move_id async for event in stored] == done
    assert await in_thread(compare)(match) is None
    return done

"""A state machine over the services of tables, matches and nights: whatever people do, any order.

Hypothesis makes up sequences of services with four people, a guest and a moderator. After each of
them the invariants of `invariants.py` hold, and nothing but a refusal was raised. Found sequences
are cut down to the shortest that still fails. `--sequences 2000` looks longer, and elsewhere each
time.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import TestCase
from hypothesis import HealthCheck, settings, strategies
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from accounts.people import guests
from accounts.people.closing import close_account
from accounts.sanctions import services as sanctions
from games.live import broadcast
from games.models import Event, Lease, Match
from games.models import Seat as SeatRow
from games.presence import leases, sweep, tasks
from games.services import judging, leaving, moving
from lobby.models import Chair, Table
from lobby.services import chairs, chores, tables
from refusals import Refusal
from series.models import Pod, Series
from series.services import advancing, entering, hosting, making
from tests.stress import invariants, scene

PEOPLE = ("ana", "ben", "cem", "dov", "gus")
"""Gus is a guest."""

people = strategies.sampled_from(PEOPLE)
number = strategies.integers(0, 3)


class House(RuleBasedStateMachine):
    """The rules take a person and the number of a table, counted from the newest."""

    last_move: ClassVar[int]
    """A match of two with one move left; others are brought to where it stands."""

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        with connection.cursor() as cursor:  # however long it takes to make up the next step
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")

    def teardown(self) -> None:
        """A sequence is a transaction of its own: in one for all, every statement would have to
        look past the rows of all sequences before."""
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)

    @initialize(night=strategies.booleans())
    def evening(self, night: bool) -> None:
        """Half of the sequences begin in a night whose tables are called: few would come so far."""
        if night:
            self.meet_for_a_night("ana", 2, begun=True)

    # ---- Tables ----------------------------------------------------------------------------------

    @rule(
        who=people,
        seats=strategies.integers(2, 3),
        kind=strategies.sampled_from(["rated", "friendly", "bot", "wait"]),
        slow=strategies.booleans(),
    )
    def open(self, who: str, seats: int, kind: str, slow: bool) -> None:
        leaver = kind if kind in ("bot", "wait") else "forfeit"
        options = scene.SLOW if slow else {}
        rated = kind == "rated"
        self.call(
            tables.open_table, user(who), scene.GAME, options,
            seats=seats, rated=rated, leaver=leaver,
        )  # fmt: skip

    @rule(who=people, at=number)
    def sit(self, who: str, at: int) -> None:
        self.at_table(at, lambda table: chairs.sit(table.pk, user(who)))

    @rule(who=people, at=number)
    def leave(self, who: str, at: int) -> None:
        self.at_table(at, lambda table: chairs.leave(table.pk, user(who)))

    @rule(who=people, at=number, index=strategies.integers(0, 2))
    def remove(self, who: str, at: int, index: int) -> None:
        self.at_table(at, lambda table: chairs.remove(table.pk, user(who), index))

    @rule(who=people, at=number)
    def add_bot(self, who: str, at: int) -> None:
        self.at_table(at, lambda table: chairs.add_bot(table.pk, user(who), "sharp"))

    @rule(who=people, at=number, ready=strategies.booleans())
    def say_ready(self, who: str, at: int, ready: bool) -> None:
        self.at_table(at, lambda table: chairs.set_ready(table.pk, user(who), ready))

    @rule(at=number)
    def everybody_is_ready(self, at: int) -> None:
        """All who sit here and whoever is needed besides: the start, or a rematch."""
        for who in PEOPLE:
            self.sit(who, at)
        for who in PEOPLE:
            self.say_ready(who, at, True)

    @rule(who=people, at=number)
    def reopen(self, who: str, at: int) -> None:
        self.at_table(at, lambda table: tables.reopen(table.pk, user(who)))

    @rule()
    def tidy(self) -> None:
        """Ten minutes later: the absent lose their chairs, and an empty table closes."""
        Chair.objects.update(joined_at=scene.LONG_AGO)
        Table.objects.update(waiting_since=scene.LONG_AGO, touched_at=scene.LONG_AGO)
        self.call(chores.tidy)

    # ---- Matches ---------------------------------------------------------------------------------

    @rule(at=number)
    def play(self, at: int) -> None:
        def move(match: int) -> None:
            if Match.objects.get(pk=match).acting:
                who, wish, _ends = scene.next_move(match)
                moving.play_move(match, who, wish)

        self.in_match(at, move)

    @rule(at=number)
    def play_to_the_last_move(self, at: int) -> None:
        self.in_match(at, lambda match: play_like(match, self.last_move))

    @rule(who=people, at=number)
    def resign(self, who: str, at: int) -> None:
        self.in_match(at, lambda match: leaving.resign(match, user(who)))

    @rule(who=people, at=number)
    def reclaim(self, who: str, at: int) -> None:
        self.in_match(at, lambda match: leaving.reclaim_seat(match, user(who)))

    @rule()
    def the_clock_runs_out(self) -> None:
        Match.objects.filter(status="running").update(deadline=scene.LONG_AGO)
        self.call(sweep.sweep)

    @rule()
    def bots_move(self) -> None:
        Match.objects.filter(bot_at__isnull=False).update(bot_at=scene.LONG_AGO)
        self.call(sweep.sweep_bots)

    @rule(who=people, at=number)
    def come(self, who: str, at: int) -> None:
        venue = lambda table: leases.arrive(uuid4(), user(who).pk, table.venue)  # noqa: E731
        self.at_table(at, venue)

    @rule()
    def all_connections_are_lost(self) -> None:
        """Whoever was away before is by now away for good."""
        Lease.objects.all().delete()
        SeatRow.objects.filter(absent_since__isnull=False).update(absent_since=scene.LONG_AGO)
        self.call(sweep.sweep)

    # ---- Nights ----------------------------------------------------------------------------------

    @rule(who=people, games=strategies.integers(1, 2), begun=strategies.booleans())
    def meet_for_a_night(self, who: str, games: int, begun: bool) -> None:
        programme = [{"game": scene.GAME, "size": 2 + game} for game in range(games)]
        self.call(making.make_night, user(who), programme, break_seconds=0)
        for other in PEOPLE:
            self.enter(other, 0, entering.join)
        if begun:
            self.host(0, hosting.begin)

    @rule(
        who=people,
        at=number,
        how=strategies.sampled_from([entering.join, entering.step_out, entering.withdraw]),
    )
    def enter(self, who: str, at: int, how: Callable[[int, User], Any]) -> None:
        self.at_night(at, lambda night: how(night.pk, user(who)))

    @rule(
        at=number,
        what=strategies.sampled_from(
            [hosting.begin, hosting.skip, hosting.repeat, hosting.next_game, hosting.pause,
             hosting.resume, hosting.end]
        ),
    )  # fmt: skip
    def host(self, at: int, what: Callable[[int, User], Any]) -> None:
        self.at_night(at, lambda night: what(night.pk, night.host))

    @rule(come=strategies.booleans())
    def nights_go_on(self, come: bool) -> None:
        """Who is called says ready, or has not come when their grace is over."""
        called = Pod.objects.filter(status="called")
        if not come:
            called.update(held_until=scene.LONG_AGO)
        waiting = Chair.objects.filter(table__series_pod__in=called, level="", ready=False)
        for chair in waiting if come else ():
            self.call(chairs.set_ready, chair.table_id, chair.user)
        for night in Series.objects.values_list("pk", flat=True):
            self.call(advancing.advance, night)
        gone = called.filter(table__status="closed", table__match=None)
        assert not gone.exists(), "a table that closed is waited for"

    # ---- Staff and people ------------------------------------------------------------------------

    @rule(at=number)
    def abort(self, at: int) -> None:
        self.in_match(at, lambda match: judging.abort_match(match, "called-off"))

    @rule(at=number, places=strategies.sampled_from([[1, 2], [1, 1], [2, 1, 3], [1, 3]]))
    def adjudicate(self, at: int, places: list[int]) -> None:
        self.in_match(at, lambda match: judging.adjudicate_match(match, places, "fair"))

    @rule(at=number)
    def give_time(self, at: int) -> None:
        self.in_match(at, lambda match: judging.give_time(match, 30, "sorry"))

    @rule(who=people)
    def ban(self, who: str) -> None:
        self.call(sanctions.ban, user(who), user("mia"), "Not fair.")

    @rule(who=people)
    def pardon(self, who: str) -> None:
        self.call(sanctions.lift_ban, user(who), user("mia"), "Fair.")

    @rule()
    def guest_signs_up(self) -> None:
        self.call(sign_up, user("gus"))

    @rule()
    def guests_day_ends(self) -> None:
        User.objects.filter(is_guest=True).update(date_joined=scene.LONG_AGO)
        self.call(guests.end_guests)

    @rule(who=people)
    @precondition(lambda self: User.objects.filter(deleted_at__isnull=False).count() < 2)
    def close(self, who: str) -> None:
        self.call(close_account, user(who))

    # ---- What always holds -----------------------------------------------------------------------

    @invariant()
    def nothing_is_broken(self) -> None:
        assert [what for _, what in invariants.broken()] == []

    def call(self, service: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """One service as a request calls it; what it does on commit is done."""
        with (
            suppress(Refusal),
            TestCase.captureOnCommitCallbacks(execute=True),
            transaction.atomic(),
        ):
            service(*args, **kwargs)

    def at_table(self, at: int, service: Callable[[Table], Any]) -> None:
        rows = Table.objects.order_by("-pk")
        if rows:
            self.call(service, rows[at % len(rows)])

    def at_night(self, at: int, service: Callable[[Series], Any]) -> None:
        rows = Series.objects.order_by("-pk")
        if rows:
            self.call(service, rows[at % len(rows)])

    def in_match(self, at: int, service: Callable[[int], Any]) -> None:
        rows = Table.objects.filter(match__isnull=False).order_by("-pk")
        if rows:
            self.call(service, rows[at % len(rows)].match_id)


def user(name: str) -> User:
    """Read anew, as a request reads them."""
    return User.objects.get(pk=IDS[name])


def sign_up(guest: User) -> None:
    """What remains of the guest when the form of the sign-up is saved."""
    guests.promote(guest)
    guest.email = f"{guest.username}@example.com"
    guest.save()


IDS: dict[str, int] = {}


def play_like(match_id: int, example: int) -> None:
    """A match of two that has just begun goes on as the example went, up to its last move."""
    match, played = Match.objects.get(pk=match_id), Match.objects.get(pk=example)
    if match.status != "running" or match.seq or len(match.fresh) != 2 or match.bots:
        return
    Event.objects.filter(match=match).delete()
    for event in played.events.order_by("seq"):
        event.pk, event.match = None, match
        event.save(force_insert=True)
    for name in ("seq", "state", "acting", "fresh", "clock", "key"):
        setattr(match, name, getattr(played, name))
    match.save()


@pytest.mark.django_db(transaction=True)
def test_whatever_people_do(request: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "send", lambda group, message: None)
    monkeypatch.setattr(tasks, "wake_bots", lambda match_id, pause: None)
    monkeypatch.setattr("accounts.access.rate_limit.RateLimit.wait", lambda *_: 0)
    monkeypatch.setattr(sweep.outages, "beat", lambda part: 1.0)
    IDS.update({who: scene.person(who).pk for who in PEOPLE[:-1]})
    IDS["gus"] = User.objects.create(username="gus", password="!", is_guest=True).pk
    IDS["mia"] = scene.person("mia", is_staff=True, is_superuser=True).pk
    House.last_move = scene.match_at_its_last_move()
    sequences = request.config.getoption("--sequences")
    run_state_machine_as_test(
        House,
        settings=settings(
            max_examples=sequences,
            stateful_step_count=10 if sequences <= 100 else 25,
            deadline=None,
            database=None,
            derandomize=sequences <= 100,
            suppress_health_check=list(HealthCheck),
        ),
    )

"""The lock order of the house at the tables: person, table, match; people by their ids."""

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import FOR_EVER, User
from accounts.notices import services as notices
from accounts.notices.models import Follow, Notice, Wishes
from accounts.people.closing import close_account
from api import services as programs
from api.models import Program, Token
from games import registry
from games.models import Seat
from games.services import judging, leaving
from lobby.models import Awaited, Chair, ChatLine, Invitation, Mute, Table
from lobby.services import chairs, tables, talk
from lobby.services.locking import lock_people
from refusals import Refusal
from tests.archive.matches import played
from tests.lobby.conftest import GAME, MakePerson

LEVEL = registry.rules_for(GAME).INFO.levels[0]
LOCKED = re.compile(
    r'FROM "?(accounts_user|lobby_table|games_match)\b.* FOR (?:NO KEY )?UPDATE', re.DOTALL
)

WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


def locked_by(service: Callable[..., Any], *args: Any) -> list[str]:
    """The tables of the database whose rows a service locks, in order and each once."""
    with CaptureQueriesContext(
        connection,
    ) as seen:
        service(*args)
    found = [match[1] for query in seen if (match := LOCKED.search(query["sql"]))]
    return list(dict.fromkeys(found))


@pytest.mark.django_db
def test_every_service_locks_the_person_before_the_table(
    table: Table, leyla: User, noam: User, samir: User
) -> None:
    order = ["accounts_user", "lobby_table"]
    assert locked_by(tables.open_table, samir, GAME) == ["accounts_user"]
    assert locked_by(chairs.sit, table.pk, noam) == order
    assert locked_by(chairs.leave, table.pk, noam) == order
    assert locked_by(chairs.set_ready, table.pk, leyla) == order
    assert locked_by(chairs.add_bot, table.pk, leyla, LEVEL) == order
    Chair.objects.all().delete()
    Table.objects.update(status=Table.Status.CLOSED)
    played_once(table, noam)
    assert locked_by(tables.reopen, table.pk, noam) == order


def played_once(table: Table, user: User) -> None:
    """Who has no match at a table to remember does not find it when it is closed."""
    seat = {"match": played(GAME, venue=table.venue), "index": 9, "user": user}
    Seat.objects.create(**seat)


@pytest.mark.django_db
def test_the_start_of_a_match_has_everybody_locked_already(
    table: Table, leyla: User, noam: User
) -> None:
    chairs.sit(table.pk, noam)
    chairs.set_ready(table.pk, noam)
    order = ["accounts_user", "lobby_table", "games_match"]
    assert locked_by(chairs.set_ready, table.pk, leyla) == order


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["open", "reopen", "sit"])
def test_who_takes_a_chair_does_one_thing_at_a_time(
    table: Table, leyla: User, noam: User, act: str
) -> None:
    """Otherwise two taps at once pass a limit that either would keep."""
    chairs.leave(table.pk, leyla)
    if act == "reopen":
        Table.objects.update(status=Table.Status.CLOSED)
        played_once(table, noam)
    acts: dict[str, Callable[[], object]] = {
        "open": lambda: tables.open_table(noam, GAME),
        "reopen": lambda: tables.reopen(table.pk, noam),
        "sit": lambda: chairs.sit(table.pk, noam),
    }

    def tap() -> None:
        acts[act]()
        connections.close_all()

    other = threading.Thread(target=tap)
    with transaction.atomic():
        lock_people([noam.pk])
        other.start()
        other.join(timeout=0.5)
        assert other.is_alive(), "it waits for what this person does elsewhere"
    other.join(timeout=5)
    assert Chair.objects.filter(user=noam).count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["open", "reopen", "sit", "ready"])
def test_who_is_banned_while_they_wait_for_the_lock_is_refused(
    table: Table, leyla: User, noam: User, act: str
) -> None:
    """What a request knew of the person when it began says nothing about the moment of sitting."""
    if act == "ready":
        chairs.sit(table.pk, noam)
    if act == "reopen":
        chairs.leave(table.pk, leyla)
        Table.objects.update(status=Table.Status.CLOSED)
        played_once(table, noam)
    acts: dict[str, Callable[[], object]] = {
        "open": lambda: tables.open_table(noam, GAME),
        "reopen": lambda: tables.reopen(table.pk, noam),
        "sit": lambda: chairs.sit(table.pk, noam),
        "ready": lambda: chairs.set_ready(table.pk, noam),
    }
    refused: list[str] = []

    def tap() -> None:
        try:
            acts[act]()
        except Refusal as refusal:
            refused.append(refusal.code)
        connections.close_all()

    other = threading.Thread(target=tap)
    with transaction.atomic():
        lock_people([noam.pk])
        other.start()
        other.join(timeout=0.5)
        User.objects.filter(pk=noam.pk).update(banned_until=FOR_EVER)
    other.join(timeout=5)
    assert refused == ["may-not-act"]
    assert not Chair.objects.filter(user=noam, ready=True).exists()
    assert act == "ready" or not Chair.objects.filter(user=noam).exists()


@pytest.mark.django_db
def test_who_was_banned_after_saying_ready_is_not_dealt_in(
    table: Table, leyla: User, noam: User
) -> None:
    chairs.sit(table.pk, noam)
    chairs.set_ready(table.pk, noam)
    User.objects.filter(pk=noam.pk).update(banned_until=FOR_EVER)
    chairs.set_ready(table.pk, leyla)
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    assert list(table.chairs.values_list("user__username", "ready")) == [
        ("Leyla", True),
        ("Noam", False),
    ]


@pytest.mark.django_db
def test_who_was_banned_in_a_match_does_not_sit_on_when_it_is_over(
    playing: Table, noam: User
) -> None:
    User.objects.filter(pk=noam.pk).update(banned_until=FOR_EVER)
    assert playing.match_id is not None
    judging.abort_match(playing.match_id, "called-off")
    assert list(playing.chairs.values_list("user__username", flat=True)) == ["Leyla"]


@pytest.mark.django_db
def test_who_closes_their_account_leaves_also_a_table_that_plays_on(
    leyla: User, noam: User, samir: User
) -> None:
    table = tables.open_table(leyla, GAME, seats=3)
    for user in (noam, samir):
        chairs.sit(table.pk, user)
    for user in (leyla, noam, samir):
        chairs.set_ready(table.pk, user)
    close_account(noam)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert not Chair.objects.filter(user=noam).exists()


@pytest.mark.django_db
def test_karma_is_locked_by_id_whoever_leaves(playing: Table, leyla: User, noam: User) -> None:
    """Two matches of the same two may end at once, one of them by a resignation."""
    assert playing.match_id is not None
    with CaptureQueriesContext(connection) as seen:
        leaving.resign(playing.match_id, max(leyla, noam, key=lambda user: user.pk))
    pattern = r'FROM "karma_karmascore" WHERE "karma_karmascore"."user_id" = (\d+).*FOR NO KEY'
    locked = [int(m[1]) for query in seen if (m := re.search(pattern, query["sql"]))]
    assert list(dict.fromkeys(locked)) == sorted([leyla.pk, noam.pk])


@pytest.mark.django_db(transaction=True)
def test_who_sits_down_while_the_locks_are_taken_is_locked_too(
    person: MakePerson, leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking who sits there and having the table, somebody can come."""
    samir = person("Samir")
    table = tables.open_table(leyla, GAME, seats=3, rated=False)
    chairs.sit(table.pk, noam)
    chairs.set_ready(table.pk, noam)
    held: list[list[int]] = []

    def somebody_comes(ids: list[int]) -> None:
        lock_people(ids)
        held.append(sorted(ids))
        if len(held) == 1:
            other = threading.Thread(target=come)
            other.start()
            other.join()

    def come() -> None:
        Chair.objects.create(table=table, index=2, user=samir, ready=True)
        connections.close_all()

    monkeypatch.setattr("lobby.services.locking.lock_people", somebody_comes)
    chairs.set_ready(table.pk, leyla)
    assert held == [[leyla.pk, noam.pk], [leyla.pk, noam.pk, samir.pk]]
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("act", "left_behind"),
    [
        ("say", ChatLine),
        ("await", Awaited),
        ("mute", Mute),
        ("are muted", Mute),
        ("invite", Invitation),
        ("are invited", Invitation),
        ("follow", Follow),
        ("are followed", Follow),
        ("wish", Wishes),
        ("make a token", Token),
        ("make a program", Program),
    ],
)
def test_who_leaves_for_good_meanwhile_leaves_nothing_behind(
    table: Table, leyla: User, noam: User, samir: User, act: str, left_behind: Any
) -> None:
    if act in ("say", "invite"):
        chairs.sit(table.pk, noam)
    acts: dict[str, Callable[[], object]] = {
        "say": lambda: talk.say(table.pk, noam, "hello"),
        "await": lambda: talk.await_start(table.pk, noam),
        "mute": lambda: talk.mute(noam, leyla.username),
        "are muted": lambda: talk.mute(leyla, noam.username),
        "invite": lambda: talk.invite(table.pk, noam, samir.username),
        "are invited": lambda: talk.invite(table.pk, leyla, noam.username),
        "follow": lambda: notices.follow(noam, leyla.username),
        "are followed": lambda: notices.follow(leyla, noam.username),
        "wish": lambda: notices.wish(noam, show_online=False, invites="nobody"),
        "make a token": lambda: programs.make_token(noam, "mine", ["read"]),
        "make a program": lambda: programs.make_bot(noam, "Machine"),
    }
    refused: list[str] = []

    def tap() -> None:
        try:
            acts[act]()
        except Refusal as refusal:
            refused.append(refusal.code)
        connections.close_all()

    other = threading.Thread(target=tap)
    with transaction.atomic():
        lock_people([noam.pk])
        other.start()
        other.join(timeout=0.5)
        close_account(User.objects.get(pk=noam.pk))
    other.join(timeout=5)
    assert refused, "it is refused"
    assert not left_behind.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_what_is_told_to_somebody_who_leaves_goes_with_them(leyla: User, noam: User) -> None:
    """Somebody else's transaction tells them something, and is not over when they leave."""

    def leave() -> None:
        close_account(User.objects.get(pk=noam.pk))
        connections.close_all()

    other = threading.Thread(target=leave)
    with transaction.atomic(), connection.cursor() as cursor:
        notices.notify(noam.pk, "karma", {"what": "So", "change": 1, "value": 76})
        other.start()
        waiting = 0
        while not waiting and other.is_alive():
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(WAITS)
            [waiting] = cursor.fetchone()
    other.join(timeout=10)
    notices.notify(noam.pk, "karma")
    assert not Notice.objects.filter(user=noam).exists()

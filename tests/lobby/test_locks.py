"""The lock order of the house at the tables: person, table, match; people by their ids."""

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import registry
from lobby.models import Chair, Table
from lobby.services import chairs, tables
from lobby.services.locking import lock_people
from tests.lobby.conftest import GAME, MakePerson

LEVEL = registry.rules_for(GAME).INFO.levels[0]
LOCKED = re.compile(
    r'FROM "?(accounts_user|lobby_table|games_match)\b.* FOR (?:NO KEY )?UPDATE', re.DOTALL
)


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
    assert locked_by(tables.reopen, table.pk, noam) == order


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

"""Closing an account at the tables: it waits for nobody in a circle, and what is over is over."""

import threading
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.karma import services as karma
from accounts.models import User
from accounts.people.closing import close_account
from games import receivers
from games.models import Match
from games.services import leaving
from games.services.transition import lock
from tests.games.tables import match_for, person


@pytest.mark.django_db(transaction=True)
def test_closing_an_account_and_ending_its_match_do_not_wait_for_each_other() -> None:
    """Whoever holds the match writes karma for the one who closes and holds the person."""
    leyla, noam = person(), person()
    match = match_for(leyla, noam)
    errors: list[Exception] = []

    def close() -> None:
        try:
            close_account(User.objects.get(pk=leyla.pk))
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=close)
    with transaction.atomic():
        lock(match.pk)
        thread.start()
        waits_for_a_lock()
        karma.record(leyla.pk, "finished", match_id=match.pk)
    thread.join(10)
    assert errors == [] and not thread.is_alive()
    assert User.objects.get(pk=leyla.pk).has_left
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def waits_for_a_lock() -> None:
    """Until somebody else waits in the database."""
    with connection.cursor() as cursor:
        for _ in range(1000):
            cursor.execute("SELECT count(*), pg_sleep(0.01) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
    raise AssertionError("nobody waits")


@pytest.mark.django_db
def test_a_match_that_ends_meanwhile_does_not_keep_anybody_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leyla, noam = person(), person()
    match = match_for(leyla, noam)
    resign = leaving.resign

    def too_late(match_id: int, user: Any) -> None:
        resign(match_id, noam)
        resign(match_id, user)

    monkeypatch.setattr(receivers.leaving, "resign", too_late)
    close_account(leyla)
    match.refresh_from_db()
    leyla.refresh_from_db()
    assert leyla.has_left and match.status == Match.Status.FINISHED

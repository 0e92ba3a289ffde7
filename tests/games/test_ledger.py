"""The ledger: plans are kept, logged statements can be read, and a mover is looked at last."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.access.refusals import MayNotAct
from accounts.models import FOR_EVER, User
from games.models import Match
from games.services import ledger, moving
from tests.games.tables import a_legal_move, acting, match_for, person


@pytest.mark.django_db
def test_a_plan_is_kept_and_a_logged_statement_has_its_text() -> None:
    with ledger.prepared() as cursor:
        cursor.execute("SELECT %s::int", [7])
        assert cursor.fetchone() == (7,)
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        assert ("SELECT $1::int",) in cursor.fetchall()
    with CaptureQueriesContext(connection) as captured, ledger.prepared() as cursor:
        cursor.execute("SELECT %s::int", [7])
    assert captured[0]["sql"] == "SELECT 7::int"


@pytest.mark.django_db
def test_behind_pgbouncer_no_plan_is_kept(settings: Settings) -> None:
    settings.PGBOUNCER = True
    with ledger.prepared() as cursor:
        cursor.execute("SELECT %s::int + 1", [7])
        assert cursor.fetchone() == (8,)
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        assert ("SELECT $1::int + 1",) not in cursor.fetchall()


@pytest.mark.django_db(transaction=True)
def test_a_move_that_waits_for_the_lock_while_its_player_is_banned_is_refused() -> None:
    """Whoever held the match has changed nothing, so nothing but the person tells it."""
    people = [person(), person()]
    match = match_for(*people)
    mover, wish = people[acting(match)], a_legal_move(match)

    def move() -> str:
        try:
            moving.play_move(match.pk, mover, wish)
        except MayNotAct as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "played"

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match.pk)
            answer = pool.submit(move)
            staff = connections["default"].copy()
            with closing(staff), staff.cursor() as cursor:
                while not cursor.rowcount > 0:  # as soon as the move waits
                    cursor.execute(
                        "UPDATE accounts_user SET banned_until = %s WHERE id = %s AND EXISTS"
                        " (SELECT 1 FROM pg_locks WHERE NOT granted)",
                        [FOR_EVER, mover.pk],
                    )
        assert answer.result(10) == "may-not-act"
    assert not match.events.filter(by="player").exists()
    assert User.objects.get(pk=mover.pk).is_banned

"""The ledger's cursor: plans are kept, and whoever logs queries still reads them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.services import ledger


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

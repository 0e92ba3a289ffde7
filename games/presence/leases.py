"""Leases: presence per connection, in Postgres, so that a lost Redis empties no table.

One of two tabs closing is no absence; a killed web process lets its leases run out. Nobody starts
counting here: the sweep does, and only while our own house is awake.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from games.models import Lease

RENEW = """
INSERT INTO games_lease (connection, user_id, venue, expires_at)
VALUES (%(connection)s, %(user)s, %(venue)s, clock_timestamp() + %(ttl)s * interval '1 second')
ON CONFLICT (connection) DO UPDATE SET expires_at = excluded.expires_at
"""

ARRIVE = """
WITH others AS (
  SELECT count(*) AS leases FROM games_lease
   WHERE venue = %(venue)s AND user_id = %(user)s AND expires_at > clock_timestamp()
), arrived AS (
  INSERT INTO games_lease (connection, user_id, venue, expires_at)
  SELECT %(connection)s, %(user)s, %(venue)s, clock_timestamp() + %(ttl)s * interval '1 second'
    FROM others WHERE leases < %(most)s
  ON CONFLICT (connection) DO UPDATE SET expires_at = excluded.expires_at
), welcomed AS (
  UPDATE games_seat s SET absent_since = NULL, timed_out = 0
    FROM games_match m, others
   WHERE m.id = s.match_id AND m.status = 'running' AND m.venue = %(venue)s
     AND s.user_id = %(user)s AND leases < %(most)s
     AND (s.absent_since IS NOT NULL OR s.timed_out > 0)
  RETURNING m.id
)
SELECT leases < %(most)s, EXISTS (SELECT 1 FROM welcomed) FROM others
"""

LEAVE_LAG = 4  # seconds: a reload is back before its lease is gone
TABS = 6  # connections of one person to one venue


class TooManyLeases(Exception):
    """This person has as many connections to the venue as one may have."""


def renew(link: UUID, user_id: int | None, venue: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(RENEW, _values(link, user_id, venue))


def arrive(link: UUID, user_id: int | None, venue: str, most: int = 2**31) -> bool:
    """A connection opens. True: it ends an absence, so the others should see it."""
    with connection.cursor() as cursor:
        cursor.execute(ARRIVE, _values(link, user_id, venue) | {"most": most})
        allowed, welcomed = cursor.fetchone()
    if not allowed:
        raise TooManyLeases
    return bool(welcomed)


def _values(link: UUID, user_id: int | None, venue: str) -> dict[str, Any]:
    return {"connection": link, "user": user_id, "venue": venue, "ttl": settings.LEASE_SECONDS}


def leave(link: UUID) -> None:
    """A connection closes cleanly: its lease ends in a moment, unless the page just reloads."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_lease SET expires_at = LEAST(expires_at, clock_timestamp()"
            " + %s * interval '1 second') WHERE connection = %s",
            [min(LEAVE_LAG, settings.LEASE_SECONDS), link],
        )


def present(venue: str) -> list[int | None]:
    """The people with a live connection to a venue; None is a visitor without an account."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT COALESCE(user_id, -1), CASE WHEN user_id IS NULL THEN connection END"
            " FROM games_lease WHERE venue = %s AND expires_at > clock_timestamp()",
            [venue],
        )
        return [None if row[0] == -1 else row[0] for row in cursor.fetchall()]


def was_present(user_id: int, venues: Collection[str], seconds: float) -> bool:
    """Whether this person had a connection to one of these venues within so many seconds."""
    return Lease.objects.filter(
        user=user_id, venue__in=venues, expires_at__gt=Now() - timedelta(seconds=seconds)
    ).exists()


def forget_old() -> int:
    """Leases that ran out a while ago are of no use to anybody."""
    return Lease.objects.extra(
        where=["expires_at < clock_timestamp() - interval '10 minutes'"]
    ).delete()[0]

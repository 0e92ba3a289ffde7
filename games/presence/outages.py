"""Outages: each part of the site leaves a heartbeat in Postgres; a long silence is credited back.

A deadline that passed while nobody could play, or while nobody watched the clock, was not missed:
the part that wakes up first pushes every running clock forward by the silence, and by a little
more, for the browsers need a moment to come back.
"""

import logging
import threading
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection, transaction

from games.services import clock

log = logging.getLogger("courtyard.outages")

WEB = "web"
SWEEP = "sweep"
CREDITED = "credited"  # until when silences have been given back
BEAT_SECONDS = 2.0


def beat(name: str) -> float:
    """Says that this part is alive. Gives the silence before it, in seconds.

    One moment ends the silence and is the new beat: what giving it back takes is lost to nobody.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('courtyard.outages'))")
        cursor.execute(
            "SELECT clock_timestamp(), name, at FROM (VALUES (1)) AS now"
            " LEFT JOIN games_heartbeat ON true"
        )
        rows = cursor.fetchall()
        now: datetime = rows[0][0]
        beats: dict[str, datetime] = {row[1]: row[2] for row in rows}
        silence = 0.0
        if name in beats:
            silence = (now - beats[name]).total_seconds()
            if silence > settings.OUTAGE_SECONDS:
                clock.credit_outage(name, _silent_since(beats, now), now)
                _set(cursor, CREDITED, now)
        _set(cursor, name, now)
    return silence


def _silent_since(beats: dict[str, datetime], now: datetime) -> datetime:
    """Since when not all of us were there, as far as it was not given back already.

    Another part may have fallen silent before the one that wakes up first.
    """
    longest = timedelta(seconds=settings.OUTAGE_SECONDS)
    parts = {name: at for name, at in beats.items() if name != CREDITED}
    since = min(at for at in parts.values() if now - at > longest)
    return max(since, beats.get(CREDITED, since))


def _set(cursor: object, name: str, at: datetime) -> None:
    cursor.execute(  # type: ignore[attr-defined]
        "INSERT INTO games_heartbeat (name, at) VALUES (%s, %s)"
        " ON CONFLICT (name) DO UPDATE SET at = excluded.at",
        [name, at],
    )


def age(name: str) -> float | None:
    """Seconds since this part was last alive, or None if it never was."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT extract(epoch FROM clock_timestamp() - at)"
            " FROM games_heartbeat WHERE name = %s",
            [name],
        )
        row = cursor.fetchone()
    return None if row is None else float(row[0])


def start_beating(name: str) -> None:
    """Keeps this process's heartbeat from a thread of its own."""
    threading.Thread(target=_keep_beating, args=(name,), name="heartbeat", daemon=True).start()


def _keep_beating(name: str) -> None:
    pause = threading.Event()
    while True:
        try:
            beat(name)
        except Exception as error:
            log.warning("heartbeat missed: %s", type(error).__name__)
        finally:
            connection.close()
        pause.wait(BEAT_SECONDS)

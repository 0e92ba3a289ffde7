"""Outages: each part of the site leaves a heartbeat in Postgres; a long silence is credited back.

A deadline that passed while nobody could play, or while nobody watched the clock, was not missed:
the part that wakes up first pushes every running clock forward by the silence, and by a little
more, for the browsers need a moment to come back.
"""

import logging
import threading
from datetime import datetime

from django.conf import settings
from django.db import connection, transaction

from games.services import clock

log = logging.getLogger("courtyard.outages")

WEB = "web"
SWEEP = "sweep"
CREDITED = "credited"  # until when silences have been given back
BEAT_SECONDS = 2.0


def beat(name: str) -> float:
    """Says that this part is alive. Gives the silence before it, in seconds."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('courtyard.outages'))")
        cursor.execute("SELECT name, at, clock_timestamp() FROM games_heartbeat")
        rows = cursor.fetchall()
        beats: dict[str, datetime] = {row[0]: row[1] for row in rows}
        silence = 0.0
        if name in beats:
            now = rows[0][2]
            silence = (now - beats[name]).total_seconds()
            if silence > settings.OUTAGE_SECONDS:
                since = max(beats[name], beats.get(CREDITED, beats[name]))
                clock.credit_outage(name, since, now)
                _set(cursor, CREDITED)
        _set(cursor, name)
    return silence


def _set(cursor: object, name: str) -> None:
    cursor.execute(  # type: ignore[attr-defined]
        "INSERT INTO games_heartbeat (name, at) VALUES (%s, clock_timestamp())"
        " ON CONFLICT (name) DO UPDATE SET at = excluded.at",
        [name],
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

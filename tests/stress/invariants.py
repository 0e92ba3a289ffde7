"""Invariants of the scenes after two services have met, each a query for what must not be.

Each gives rows of (copy, what is wrong). They are asked of all copies at once.
"""

from collections.abc import Iterator

from django.apps import apps
from django.db import connection
from django.db.models import CASCADE, ForeignKey

from accounts.models import User
from tests.stress.cloning import SPAN

OUTLASTS = {
    "django_admin_log": "a log",
    "games_lease": "ends by itself",
    "api_program": "marks the account as a program's",
    "karma_karmascore": "is made anew, to be locked, when a match ends that they have left",
    "ratings_ratingchange": "stands behind the ratings of others",
}

NOTHING_IS_KEPT = " UNION ALL ".join(
    f"SELECT u.id, '{model._meta.db_table}' FROM accounts_user u"
    f" JOIN {model._meta.db_table} k ON k.{field.column} = u.id WHERE u.deleted_at IS NOT NULL"
    for model in apps.get_models()
    for field in model._meta.concrete_fields
    if isinstance(field, ForeignKey) and field.remote_field.on_delete is CASCADE
    if field.related_model is User
    if model._meta.db_table not in OUTLASTS
)
"""Whatever would be deleted with a person's row is theirs."""

BROKEN = {
    "a table plays exactly while its match runs": """
        SELECT t.id, t.status || ' ' || m.status FROM lobby_table t JOIN games_match m
            ON m.id = t.match_id WHERE (t.status = 'playing') <> (m.status = 'running')""",
    "a match that is over has one end, and says when": """
        SELECT max(s.user_id), m.id || ' ' || m.status FROM games_match m
          JOIN games_seat s ON s.match_id = m.id
         GROUP BY m.id HAVING (m.status = 'running') <> (m.finished_at IS NULL)
            OR (m.status = 'running') <> (m.result IS NULL)
            OR (m.status <> 'running' AND (m.acting <> '{}' OR m.deadline IS NOT NULL))""",
    "the log has no gap and nothing after the end": """
        SELECT max(s.user_id), m.id || ': ' || m.seq FROM games_match m
          JOIN games_seat s ON s.match_id = m.id
         GROUP BY m.id
        HAVING (SELECT count(*) || ' ' || max(e.seq) FROM games_event e WHERE e.match_id = m.id)
               <> (m.seq + 1) || ' ' || m.seq""",
    "the end is the one that the log tells": """
        SELECT max(s.user_id), m.id || ' ' || (m.result ->> 'reason') FROM games_match m
          JOIN games_seat s ON s.match_id = m.id
         WHERE m.status <> 'running'
         GROUP BY m.id
        HAVING EXISTS (SELECT 1 FROM games_event e, jsonb_array_elements(e.facts) f
                WHERE e.match_id = m.id AND e.by = 'house' AND (
                   (f ->> 'type', m.status) IN (('aborted', 'finished'), ('adjudicated', 'aborted'))
                   OR (f ->> 'type' IN ('aborted', 'adjudicated') AND e.seq < m.seq)))""",
    "one rating entry a seat of a finished match, none of one called off": """
        SELECT max(c.user_id), m.id || ' ' || count(*) FROM games_match m
          JOIN ratings_ratingchange c ON c.match_id = m.id
         GROUP BY m.id HAVING m.status <> 'finished' OR NOT m.rated
            OR count(*) <> (SELECT count(*) FROM games_seat s
                             WHERE s.match_id = m.id AND s.place IS NOT NULL)""",
    "nobody plays two live matches": """
        SELECT s.user_id, count(*)::text FROM games_seat s JOIN games_match m ON m.id = s.match_id
          JOIN accounts_user u ON u.id = s.user_id
         WHERE m.status = 'running' AND m.live AND s.forfeited_at IS NULL AND NOT u.is_bot
         GROUP BY s.user_id HAVING count(*) > 1""",
    "nobody waits in two rated chairs at live tables": """
        SELECT c.user_id, count(*)::text FROM lobby_chair c JOIN lobby_table t ON t.id = c.table_id
         WHERE t.status = 'open' AND t.rated AND (t.options ->> 'turnSeconds')::int < 3600
         GROUP BY c.user_id HAVING count(*) > 1""",
    "who sits in a running match has not been dealt in twice": """
        SELECT c.user_id, t.id::text FROM lobby_chair c JOIN lobby_table t ON t.id = c.table_id
         WHERE t.status = 'playing' AND NOT EXISTS (SELECT 1 FROM games_seat s
               WHERE s.match_id = t.match_id AND s.user_id = c.user_id)""",
    "a table belongs to somebody who sits there": """
        SELECT t.id, 'owner ' || t.owner_id FROM lobby_table t WHERE t.owner_id IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM lobby_chair c
                            WHERE c.table_id = t.id AND c.user_id = t.owner_id)""",
    "a closed table is empty": """
        SELECT t.id, 'closed' FROM lobby_table t JOIN lobby_chair c ON c.table_id = t.id
         WHERE t.status = 'closed'""",
    "who was banned or shut out waits at no table": """
        SELECT u.id, u.username FROM accounts_user u JOIN lobby_chair c ON c.user_id = u.id
          JOIN lobby_table t ON t.id = c.table_id
         WHERE t.status = 'open' AND (u.banned_until > now() OR NOT u.is_active)""",
    "who left for good has left everything": """
        SELECT u.id, u.username FROM accounts_user u WHERE u.deleted_at IS NOT NULL AND (
               EXISTS (SELECT 1 FROM lobby_chair c WHERE c.user_id = u.id)
            OR EXISTS (SELECT 1 FROM lobby_chatline c WHERE c.user_id = u.id)
            OR EXISTS (SELECT 1 FROM series_member p JOIN series_entrant e ON e.id = p.entrant_id
                         JOIN series_series s ON s.id = p.series_id
                        WHERE p.user_id = u.id AND e.status IN ('in', 'away', 'forming')
                          AND s.status IN ('planned', 'running', 'paused'))
            OR EXISTS (SELECT 1 FROM api_program p JOIN accounts_user b ON b.id = p.user_id
                        WHERE p.owner_id = u.id AND b.deleted_at IS NULL)
            OR EXISTS (SELECT 1 FROM games_seat s JOIN games_match m ON m.id = s.match_id
                        WHERE s.user_id = u.id AND m.status = 'running'
                          AND s.forfeited_at IS NULL))""",
    "of who left for good nothing is kept": NOTHING_IS_KEPT,
    "a pod plays a match, or played none": """
        SELECT p.table_id, p.status FROM series_pod p
         WHERE p.status IN ('playing', 'over') AND p.match_id IS NULL""",
    "nobody is in two open pods, and none is open in a series that is over": """
        SELECT m.user_id, count(*)::text FROM series_podseat s
          JOIN series_member m ON m.entrant_id = s.entrant_id
          JOIN series_series r ON r.id = m.series_id WHERE s.open
         GROUP BY m.user_id, r.id, r.status
        HAVING count(*) > 1 OR r.status IN ('over', 'called-off')""",
    "a series that is over says when, and has no clock": """
        SELECT r.host_id, r.status FROM series_series r
         WHERE (r.status IN ('over', 'called-off')) <> (r.ended_at IS NOT NULL)
            OR (r.status IN ('over', 'called-off') AND r.deadline IS NOT NULL)""",
    "who signed up is no guest, and no guest's day is over": """
        SELECT u.id, u.username FROM accounts_user u
         WHERE u.is_guest AND u.email <> '' AND u.deleted_at IS NULL""",
    "karma is the start and all changes": """
        SELECT k.user_id, k.value::text FROM karma_karmascore k
         WHERE k.value <> 75 + (SELECT coalesce(sum(e.change), 0) FROM karma_entry e
                                 WHERE e.user_id = k.user_id)""",
    "a report is answered once, and one person is banned once": """
        SELECT s.user_id, s.kind FROM sanctions_sanction s
         WHERE s.lifted_at IS NULL AND s.kind = 'ban'
         GROUP BY s.user_id, s.kind HAVING count(*) > 1""",
}


EVERY = " UNION ALL ".join(
    f"SELECT law.key, law.what, {number} FROM ({query}) AS law (key, what)"
    for number, query in enumerate(BROKEN.values())
)


def broken() -> Iterator[tuple[int, str]]:
    """What is wrong, by the number of the copy."""
    laws = list(BROKEN)
    with connection.cursor() as cursor:
        cursor.execute(EVERY)
        for key, what, law in cursor.fetchall():
            yield (key - 1_000_000) // SPAN, f"{laws[law]}: {what}"

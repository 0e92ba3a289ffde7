"""Chores: the absent lose their chairs, empty tables close, who left for good is forgotten."""

from django.db import connection, transaction
from django.db.models import Count, Q

from accounts.models import User
from games.engine.options import LIVE_BELOW
from games.models import Match
from lobby import selectors
from lobby.models import Awaited, ChatLine, Invitation, Mute, Table, TableDefaults
from lobby.services.chairs import get_up
from lobby.services.starting import match_over
from lobby.services.tables import close_if_empty

ABSENCE = 60
"""Seconds without a connection after which a waiting person loses the chair."""

SLOW_ABSENCE = 24 * 3600
"""The same at a table with a long clock, where nobody is expected to sit and wait."""

EMPTY = 600
"""Seconds after which an open table without people closes."""

ABSENT = """
SELECT c.table_id, c.user_id
  FROM lobby_chair c JOIN lobby_table t ON t.id = c.table_id
 WHERE t.status = 'open' AND c.level = '' AND t.reserved_for = ''
   AND c.joined_at < clock_timestamp() - %(absence)s * interval '1 second'
   AND t.waiting_since < clock_timestamp() - %(absence)s * interval '1 second'
   AND (COALESCE((t.options ->> 'turnSeconds')::int, 0) >= %(slow)s) = %(is_slow)s
   AND NOT EXISTS (SELECT 1 FROM games_lease l
                    WHERE l.user_id = c.user_id
                      AND (c.ready OR l.venue = 'table.' || t.id)
                      AND l.expires_at > clock_timestamp() - %(absence)s * interval '1 second')
"""


def tidy() -> None:
    """Chairs of people who are not there become free; a table without people closes. Whoever is
    ready is there on any page of the site: they are called when the match starts.

    Nobody loses a chair for a silence of ours: while no web process is alive, nobody could come.
    """
    if not selectors.no_recent_outage(ABSENCE):
        return
    for absence, is_slow in ((ABSENCE, False), (SLOW_ABSENCE, True)):
        for table_id, user_id in _absent(absence, is_slow):
            get_up(table_id, User.objects.get(pk=user_id))
    _open_after_matches()
    empty = Table.objects.filter(status=Table.Status.OPEN).annotate(
        people=Count("chairs", filter=Q(chairs__level=""))
    )
    for table_id in list(
        empty.filter(people=0, touched_at__lt=selectors.seconds_ago(EMPTY)).values_list(
            "pk", flat=True
        )
    ):
        close_if_empty(table_id)


def _open_after_matches() -> None:
    """Tables that still play a match that is over: its end found none that played it."""
    over = Match.objects.exclude(status=Match.Status.RUNNING)
    rows = Table.objects.filter(status=Table.Status.PLAYING, match__in=over)
    for match_id in rows.values_list("match_id", flat=True):
        with transaction.atomic():
            match_over(match_id)


def _absent(absence: int, is_slow: bool) -> list[tuple[int, int]]:
    with connection.cursor() as cursor:
        cursor.execute(ABSENT, {"absence": absence, "slow": LIVE_BELOW, "is_slow": is_slow})
        return cursor.fetchall()


def forget(user: User) -> None:
    """Somebody left for good: nothing stays of what they wrote."""
    ChatLine.objects.filter(user=user).delete()
    Mute.objects.filter(Q(user=user) | Q(muted=user)).delete()
    Invitation.objects.filter(Q(user=user) | Q(by=user)).delete()
    Awaited.objects.filter(user=user).delete()
    TableDefaults.objects.filter(user=user).delete()

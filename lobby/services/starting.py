"""The start of a match at a table, its rematch, and what its end means there."""

import logging
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.ratings import eligibility
from games import selectors as matches
from games.engine import chance
from games.live import broadcast
from games.models import Match, Seat
from games.services.judging import abort_match
from games.services.starting import Participant, start_match
from lobby import notices
from lobby.models import Chair, Table
from lobby.services import checks
from lobby.services.locking import tell_change, update, vacate
from lobby.services.talk import announce

log = logging.getLogger("courtyard.lobby")


def start_if_all_are_ready(table: Table, user: User | None) -> None:
    """Deals when every chair is taken and ready. Chairs move up by one from match to match.

    Called with the table and everybody who sits there locked, so that starts are made one after
    another for each person and nobody is dealt into two matches at once.

    The others hear of it wherever they are; `user`, who did the last that was missing, sees it.
    Without one the house started it. Whoever practised meanwhile is called off that.
    """
    chairs = list(table.chairs.select_related("user").order_by("index"))
    if len(chairs) < table.seats or not all(chair.ready for chair in chairs):
        return
    people = [chair.user_id for chair in chairs if not chair.level]
    if table.rated and table.rules.why_unrated(table.choices) is not None:
        make_friendly(table, "always-friendly")  # it was opened before that was a rule
        return
    if _unready(table, kept_from_playing(table, people)):
        return
    if table.live:
        for match_id in matches.practice_of(people):
            abort_match(match_id, "gave-way")
    players = table.player_chairs
    # Whom a host judges stays where the thumb knows them.
    turn = 0 if table.has_host else table.round_no % players
    table.match_id = start_match(
        table.game,
        table.choices,
        [
            Participant(c.user, c.level, c.nonce, c.name)
            for c in chairs[turn:players] + chairs[:turn] + chairs[players:]
        ],
        venue=table.venue,
        seed=bytes(table.seed),
        rated=table.rated,
        public=table.public,
        leaver=table.leaver,
    )
    update(
        table,
        status=Table.Status.PLAYING,
        match_id=table.match_id,
        round_no=table.round_no + 1,
        bots_at=None,
        **new_seal(),
    )
    table.chairs.filter(level="").update(ready=False, nonce="")
    waiting = list(table.awaited.values_list("user_id", flat=True))
    table.awaited.all().delete()
    notices.match_starts(table, {*people, *waiting} - {user.pk if user else 0})
    log.info("table %s: match %d starts", table.code, table.match_id)
    if not Match.objects.filter(pk=table.match_id, status=Match.Status.RUNNING).exists():
        match_over(table.match_id)  # the deal has ended it, before this table was known to play it


def kept_from_playing(table: Table, people: list[int]) -> set[int]:
    """Who said that they are ready and may not play now: they were banned, play at another live
    table or at too many, or were kept from rated ones meanwhile."""
    kept = set(_banned(table).values_list("user_id", flat=True))
    kept |= checks.with_their_share(people)
    if table.live:
        kept |= matches.with_live_running(people)
    if table.rated:
        kept |= eligibility.ineligible(people)
    return kept


def _banned(table: Table) -> QuerySet[Chair]:
    """The chairs of those who may not act any more; they are about to get up."""
    shut_out = Q(user__is_active=False) | Q(user__banned_until__gt=Now())
    return table.chairs.filter(shut_out)


def _unready(table: Table, people: set[int]) -> bool:
    rows = table.chairs.filter(user__in=people, level="")
    return bool(people) and bool(rows.update(ready=False, nonce=""))


def make_friendly(table: Table, why: str) -> None:
    """Nothing counts here any more, and all are asked again; `why` is what the house says."""
    update(table, rated=False)
    table.chairs.filter(level="").update(ready=False, nonce="")
    announce(table, why)


def new_seal() -> dict[str, Any]:
    """The secret seed of the next match, and the seal that is shown for it."""
    seed = chance.new_seed()
    return {"seed": seed, "commitment": chance.commitment(seed)}


def close_reserved(table: Table) -> None:
    """A reserved table plays one match. Everybody gets up; whoever looks at it sees the result."""
    table.chairs.all().delete()
    table.awaited.all().delete()
    update(table, status=Table.Status.CLOSED)
    tell_change(table)


def match_over(match_id: int) -> None:
    """The match at a table ended. Those who gave it up have left those who stayed; where nobody
    stayed, nobody was left, and everybody may go on."""
    rows = Table.objects.select_for_update(of=("self",), no_key=True)
    table = rows.filter(match_id=match_id, status=Table.Status.PLAYING).first()
    if table is None:
        return
    if table.reserved_for:
        close_reserved(table)
        return
    update(table, status=Table.Status.OPEN, waiting_since=Now())
    gave_up = Seat.objects.filter(match_id=match_id, forfeited_at__isnull=False)
    gone = list(table.chairs.filter(user__in=gave_up.values("user")))
    stayed = table.chairs.filter(level="").exclude(pk__in=[chair.pk for chair in gone]).exists()
    notices.match_over(table)
    vacate(table, [*(gone if stayed else []), *_banned(table)])
    # What the watchers said is for everybody now.
    broadcast.venue_changed(table.venue, "chat")

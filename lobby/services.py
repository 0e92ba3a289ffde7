"""The only writer of tables, chairs and talk.

Each function is one transaction that first locks the table's row, looks again at what it was called
for, and nudges the table and the lobby on commit. A refusal is raised, and then nothing of it has
happened. Locks are taken in one order: a table, then people by id, then a new match.
"""

import logging
import re
import secrets
from contextlib import suppress
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Count, Q
from django.db.models.functions import Now

from accounts.access import permissions
from accounts.karma import selectors as karma
from accounts.models import User
from accounts.notices import selectors as friends
from accounts.people.bots import bots_at
from accounts.sanctions.selectors import suspended
from games import registry
from games import selectors as matches
from games.engine import chance, codec
from games.engine.contract import Rules
from games.engine.play import start
from games.live import broadcast
from games.models import Match
from games.models import Seat as MatchSeat
from games.services.starting import Participant, start_match, supplied
from lobby import limits, notices, refusals, selectors
from lobby.codes import new_code
from lobby.company import INVITED_AGAIN
from lobby.models import Awaited, Chair, ChatLine, Invitation, Mute, Table
from lobby.phrases import PHRASES
from lobby.roles import has_host, players_at, roles_at
from lobby.spans import words_for
from lobby.words import LONGEST, clean

log = logging.getLogger("courtyard.lobby")

OPEN_TABLES = 3
"""Tables that one person keeps open at a time."""

ABSENCE = 60
"""Seconds without a connection after which a waiting person loses the chair."""

SLOW_ABSENCE = 24 * 3600
"""The same at a table with a long clock, where nobody is expected to sit and wait."""

EMPTY = 600
"""Seconds after which an open table without people closes."""

NONCE = re.compile(r"[0-9a-f]{16,64}")


# ---- A table ------------------------------------------------------------------------------------


def open_table(
    user: User,
    game: str,
    options: dict[str, Any] | None = None,
    *,
    seats: int | None = None,
    public: bool = True,
    rated: bool = True,
    leaver: str = Match.Leaver.FORFEIT,
    min_karma: int = 0,
) -> Table:
    """Opens a table and seats its owner. The seal of its first match is made here."""
    admit(user)
    rules = game_called(game)
    seats = rules.INFO.players[0] if seats is None else seats
    chosen = codec.load_options(rules, options or {})
    if seats not in rules.INFO.players:
        raise refusals.WrongNumber
    if leaver not in Match.Leaver.values:
        raise refusals.NoSuchLeaver
    if rated and leaver != Match.Leaver.FORFEIT:
        raise refusals.RatedMeansForfeit
    if not 0 <= min_karma <= 100:
        raise refusals.NoSuchFloor
    if min_karma and min_karma > (yours := karma.value_of(user.pk)):
        raise refusals.AsksTooMuch(min_karma, yours)
    # A trial deal: the game itself says whether these options go with so many players.
    roles = rules.extra_seats(chosen)
    start(rules, seats + len(roles), chosen, bytes(32))
    limits.TABLES.take(user.pk)
    get_up_from_finished(user)
    with transaction.atomic():
        _lock_people([user.pk])
        if Table.objects.filter(owner=user, status=Table.Status.OPEN).count() >= OPEN_TABLES:
            raise refusals.TooManyTables
        table = Table(
            game=game,
            options=codec.part_options(rules, chosen)[0],
            seats=seats + len(roles),
            public=public,
            rated=rated,
            leaver=leaver,
            min_karma=min_karma,
            owner=user,
            **_new_seal(),
        )
        _check_free(user, table)
        _save_with_new_code(table)
        Chair.objects.create(table=table, index=first_chair(table), user=user)
        _changed(table)
    return table


def first_chair(table: Table) -> int:
    """Who opens a table with a host is the host, and sits in the last chair."""
    return players_at(table) if has_host(table) else 0


def _save_with_new_code(table: Table) -> None:
    for _attempt in range(20):
        table.code = new_code()
        try:
            with transaction.atomic():
                table.save()
            return
        except IntegrityError:
            if not Table.objects.filter(code=table.code).exists():
                raise
    raise RuntimeError("no free table code")


def reopen(table_id: int, user: User) -> None:
    """Anybody who has the link may open a closed table again, and owns it then."""
    admit(user)
    get_up_from_finished(user)
    with transaction.atomic():
        table = _lock(table_id)
        if table.status != Table.Status.CLOSED:
            raise refusals.TableOpen
        if Table.objects.filter(owner=user, status=Table.Status.OPEN).count() >= OPEN_TABLES:
            raise refusals.TooManyTables
        _check_karma(user, table)
        _check_free(user, table)
        table.chairs.all().delete()
        _update(table, status=Table.Status.OPEN, owner=user, waiting_since=Now())
        Chair.objects.create(table=table, index=first_chair(table), user=user)
        _changed(table)


def play_now(user: User, game: str) -> Table:
    """The fullest table that fits and still has a chair; if there is none, a new one."""
    admit(user)
    game_called(game)
    get_up_from_finished(user)
    _check_not_playing(user)
    waiting = selectors.waiting_table_of(user, game)
    if waiting is not None:
        return waiting
    may_rate = (
        not user.is_bot
        and not suspended([user.pk])
        and selectors.rated_chair_of(user) is None
        and karma.cool_down_of(user.pk) is None
    )
    for table in selectors.fitting_tables(user, game, rated=None if may_rate else False):
        if roles_at(table):
            continue  # with a host or a referee it is for those who chose it
        try:
            sit(table.pk, user)
        except refusals.Refusal:
            continue  # somebody was faster
        return table
    return open_table(user, game, rated=may_rate)


def practise(user: User, game: str, level: str) -> Table:
    """A friendly table with bots in all other chairs. The last such table is used again."""
    admit(user)
    rules = game_called(game)
    if level not in rules.INFO.levels:
        raise refusals.NoSuchLevel
    _check_not_playing(user)
    table = selectors.practice_table_of(user, game, level)
    if table is None:
        table = open_table(user, game, public=False, rated=False, leaver=Match.Leaver.WAIT)
        while selectors.free_chairs(table):
            add_bot(table.pk, user, level)
    return table


# ---- Chairs -------------------------------------------------------------------------------------


def sit(table_id: int, user: User, index: int | None = None) -> None:
    """Takes a chair, or the first free one. Knowing the table's link is enough."""
    admit(user)
    get_up_from_finished(user, besides=table_id)
    with transaction.atomic():
        table = _lock(table_id)
        taken = {chair.index: chair for chair in table.chairs.all()}
        if any(chair.user_id == user.pk for chair in taken.values()):
            return
        if table.status == Table.Status.CLOSED:
            raise refusals.TableClosed
        if table.status == Table.Status.PLAYING:
            raise refusals.MatchRunning
        _check_karma(user, table)
        _check_free(user, table)
        free = [index for index in range(table.seats) if index not in taken]
        if not free:
            raise refusals.TableFull
        if index is not None and index not in free:
            raise refusals.ChairTaken
        Chair.objects.create(table=table, index=free[0] if index is None else index, user=user)
        _update(table, owner=table.owner or user)
        _changed(table)


def leave(table_id: int, user: User) -> None:
    """Gets up. In a running match only who has given it up may."""
    with transaction.atomic():
        table = _lock(table_id)
        chair = table.chairs.filter(user=user).first()
        if chair is None:
            return
        if table.status == Table.Status.PLAYING and _still_plays(table, user):
            raise refusals.StillPlaying
        _vacate(table, [chair])


def remove(table_id: int, user: User, index: int) -> None:
    """The owner sends a person or a bot away from the table."""
    admit(user)
    with transaction.atomic():
        table = _lock(table_id)
        _check_owner(table, user)
        _check_waiting(table)
        chair = table.chairs.filter(index=index).first()
        if chair is None:
            raise refusals.EmptyChair
        if chair.user_id == user.pk:
            raise refusals.NotYourself
        _vacate(table, [chair])


def add_bot(table_id: int, user: User, level: str) -> None:
    """A bot takes a free chair. At a rated table that makes it friendly, and all are asked again.

    The owner may at any time; whoever else waits there may after a while, so that nobody waits
    for an owner who sleeps.
    """
    admit(user)
    with transaction.atomic():
        table = _lock(table_id)
        if not table.chairs.filter(user=user).exists():
            raise refusals.NotAtThisTable
        if not selectors.bot_is_offered(table):
            _check_owner(table, user)
        _check_waiting(table)
        if level not in table.rules.INFO.levels:
            raise refusals.NoSuchLevel
        if has_host(table):
            raise refusals.NoBotsHere
        taken = {chair.index: chair for chair in table.chairs.all()}
        free = [index for index in range(players_at(table)) if index not in taken]
        if not free:
            raise refusals.TableFull
        bots = bots_at(level, {chair.user_id for chair in taken.values()})
        Chair.objects.create(
            table=table, index=free[0], user=secrets.choice(bots[:6]), level=level, ready=True
        )
        if table.rated:
            _update(table, rated=False)
            table.chairs.filter(level="").update(ready=False, nonce="")
            _house_says(table, "friendly")
        _start_if_all_are_ready(table, user)
        _changed(table)


def set_ready(table_id: int, user: User, ready: bool = True, nonce: str = "") -> None:
    """Says that one is ready, with the browser's part of the chance. All ready: the match starts.

    After a match this is the wish for another.
    """
    admit(user)
    with transaction.atomic():
        table = _lock(table_id)
        chair = table.chairs.filter(user=user).first()
        if chair is None:
            raise refusals.NotAtThisTable
        if table.status == Table.Status.PLAYING and ready:
            return  # it has started already: the second tap of an eager finger
        _check_waiting(table)
        if ready:
            _check_free(user, table)
            if has_host(table) and chair.index == players_at(table):
                # A host who has nothing to ask hears it now, and not whoever is ready last.
                supplied(table.game, table.choices, user)
        if chair.ready != ready:
            chair.ready = ready
            chair.nonce = _good_nonce(nonce) if ready else ""
            chair.save(update_fields=["ready", "nonce"])
        _start_if_all_are_ready(table, user)
        _changed(table)


def _good_nonce(nonce: str) -> str:
    """A browser without script gives none; then the server's own dice stand in."""
    return nonce if NONCE.fullmatch(nonce) else secrets.token_hex(16)


def get_up_from_finished(user: User, besides: int | None = None) -> None:
    """Whoever goes on to another table gives up the chair at one where the match is over."""
    rows = Chair.objects.filter(
        user=user, ready=False, table__status=Table.Status.OPEN, table__match__isnull=False
    )
    for table_id in list(rows.exclude(table=besides).values_list("table_id", flat=True)):
        leave(table_id, user)


def get_up_everywhere(user: User) -> None:
    """Somebody was banned or leaves for good: no waiting room waits for them."""
    rows = Chair.objects.filter(user=user).exclude(table__status=Table.Status.PLAYING)
    for table_id in list(rows.values_list("table_id", flat=True)):
        _get_up(table_id, user)


def get_up_from_rated(user: User) -> None:
    """Somebody may not play rated matches any more: no rated table waits for them."""
    rows = Chair.objects.filter(user=user, table__rated=True, table__status=Table.Status.OPEN)
    for table_id in list(rows.values_list("table_id", flat=True)):
        _get_up(table_id, user)


def forget(user: User) -> None:
    """Somebody leaves for good: no chair, and nothing of what they wrote."""
    get_up_everywhere(user)
    ChatLine.objects.filter(user=user).delete()
    Mute.objects.filter(Q(user=user) | Q(muted=user)).delete()
    Invitation.objects.filter(Q(user=user) | Q(by=user)).delete()
    Awaited.objects.filter(user=user).delete()


def _get_up(table_id: int, user: User) -> None:
    """Leaves on somebody's behalf; if the match has started meanwhile, they stay."""
    with suppress(refusals.StillPlaying):
        leave(table_id, user)


# ---- From the waiting room to the match and back ------------------------------------------------


def _start_if_all_are_ready(table: Table, user: User) -> None:
    """Deals when every chair is taken and ready. Chairs move up by one from match to match.

    The others hear of it wherever they are; `user`, who did the last that was missing, sees it.
    """
    chairs = list(table.chairs.select_related("user").order_by("index"))
    if len(chairs) < table.seats or not all(chair.ready for chair in chairs):
        return
    people = [chair.user_id for chair in chairs if not chair.level]
    if table.live and _unready_the_busy(table, people):
        return
    if table.rated and _unready_the_suspended(table, people):
        return
    players = players_at(table)
    turn = table.round_no % players
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
    _update(
        table,
        status=Table.Status.PLAYING,
        match_id=table.match_id,
        round_no=table.round_no + 1,
        **_new_seal(),
    )
    table.chairs.filter(level="").update(ready=False, nonce="")
    waiting = list(table.awaited.values_list("user_id", flat=True))
    table.awaited.all().delete()
    notices.match_starts(table, [who for who in {*people, *waiting} if who != user.pk])
    log.info("table %s: match %d starts", table.code, table.match_id)


def _unready_the_busy(table: Table, people: list[int]) -> bool:
    """Who meanwhile plays at another table is not ready here. Starts are made one after another
    for each person, so that nobody is dealt into two matches at once."""
    _lock_people(people)
    busy = MatchSeat.objects.filter(
        user__in=people,
        match__status=Match.Status.RUNNING,
        match__live=True,
        forfeited_at__isnull=True,
    ).values_list("user_id", flat=True)
    return bool(table.chairs.filter(user__in=list(busy)).update(ready=False, nonce=""))


def _unready_the_suspended(table: Table, people: list[int]) -> bool:
    """Who was kept from rated tables after saying that they are ready is not ready any more."""
    _lock_people(people)
    kept = suspended(people)
    return bool(kept) and bool(table.chairs.filter(user__in=kept).update(ready=False, nonce=""))


def match_over(match_id: int) -> None:
    """The match at a table ended. Those who gave it up have left those who stayed; where nobody
    stayed, nobody was left, and everybody may go on."""
    rows = Table.objects.select_for_update(of=("self",), no_key=True)
    table = rows.filter(match_id=match_id, status=Table.Status.PLAYING).first()
    if table is None:
        return
    _update(table, status=Table.Status.OPEN, waiting_since=Now())
    gave_up = MatchSeat.objects.filter(match_id=match_id, forfeited_at__isnull=False)
    gone = list(table.chairs.filter(user__in=gave_up.values("user")))
    stayed = table.chairs.filter(level="").exclude(pk__in=[chair.pk for chair in gone]).exists()
    notices.match_over(table)
    _vacate(table, gone if stayed else [])
    # What the watchers said is for everybody now.
    broadcast.venue_changed(table.venue, "chat")


def call_to_table(match_id: int, venue: str, seq: int, seats: list[int]) -> None:
    """At a table with a long clock it is somebody's turn. They hear of it once per turn."""
    table = Table.objects.filter(pk=selectors.number_of(venue)).first()
    if table is not None:
        rows = MatchSeat.objects.filter(match_id=match_id, index__in=seats, user__is_bot=False)
        notices.turn_came(table, match_id, seq, list(rows.values_list("user_id", flat=True)))


# ---- Talk ---------------------------------------------------------------------------------------


def say(
    table_id: int, user: User, text: str = "", phrase: str = "", *, watching: bool = False
) -> None:
    """A quick phrase or a line of one's own. Those who sit at the table talk; watchers read.

    `watching`: among those who watch. The players read it when the match is over.
    """
    admit(user)
    permissions.check_may_talk(user)
    text = "" if phrase else clean(text[: LONGEST * 4])
    if phrase not in PHRASES and not text:
        raise refusals.NothingSaid
    if len(text) > LONGEST:
        raise refusals.TooLong
    with transaction.atomic():
        table = Table.objects.get(pk=table_id)
        if watching:
            _check_watches(table, user)
        elif not selectors.sits_at(table, user):
            raise refusals.NotAtThisTable
        limits.CHAT.take(user.pk)
        ChatLine.objects.create(
            table=table,
            user=user,
            text=text,
            phrase=phrase if phrase in PHRASES else "",
            watched_id=table.match_id if watching else None,
        )
        broadcast.venue_changed(table.venue, "chat")


def _check_watches(table: Table, user: User) -> None:
    if not table.public:
        raise refusals.NobodyWatches
    if selectors.sits_at(table, user):
        raise refusals.PlayersDoNotWatch
    if table.status != Table.Status.PLAYING:
        raise refusals.NothingToWatch


def _house_says(table: Table, key: str) -> None:
    ChatLine.objects.create(table=table, phrase=key)
    broadcast.venue_changed(table.venue, "chat")


def mute(user: User, name: str, muted: bool = True) -> None:
    """For oneself: the other one's lines are not shown here any more, and nobody is told."""
    other = User.objects.filter(username=name, is_bot=False).exclude(pk=user.pk).first()
    if other is None:
        raise refusals.NobodyToMute
    if muted:
        Mute.objects.get_or_create(user=user, muted=other)
    else:
        Mute.objects.filter(user=user, muted=other).delete()


# ---- Company ------------------------------------------------------------------------------------


def invite(table_id: int, user: User, name: str) -> User:
    """Asks somebody to come to the table where one sits. They hear of it wherever they are."""
    admit(user)
    rows = User.objects.filter(username__iexact=name.strip(), is_bot=False, is_active=True)
    other = rows.exclude(pk=user.pk).first()
    if other is None:
        raise refusals.NobodyToInvite
    with transaction.atomic():
        table = _lock(table_id)
        if not selectors.sits_at(table, user):
            raise refusals.NotAtThisTable
        if table.chairs.filter(user=other).exists():
            raise refusals.SitsHereAlready(other.username)
        _check_waiting(table)
        if not selectors.free_chairs(table):
            raise refusals.TableFull
        if limits.INVITATIONS.wait(user.pk):
            raise refusals.TooManyInvitations
        # Whom somebody has muted learns nothing of it: the sentence is the same.
        muted = Mute.objects.filter(user=other, muted=user).exists()
        if muted or not friends.takes_invitations(other.pk, user.pk):
            raise refusals.TakesNoInvitations(other.username)
        recent = selectors.seconds_ago(INVITED_AGAIN)
        if table.invitations.filter(user=other, at__gt=recent).exists():
            raise refusals.InvitedAlready(other.username)
        Invitation.objects.update_or_create(
            table=table, user=other, defaults={"by": user, "at": Now()}
        )
        notices.invited(table, user, other)
        broadcast.venue_changed(table.venue, "room")
    return other


def await_start(table_id: int, user: User, wanted: bool = True) -> None:
    """Somebody who does not sit here wants to hear when the next match starts, or no longer."""
    admit(user)
    with transaction.atomic():
        table = _lock(table_id)
        if wanted and table.public and not selectors.sits_at(table, user):
            Awaited.objects.get_or_create(table=table, user=user)
        else:
            Awaited.objects.filter(table=table, user=user).delete()
        broadcast.venue_changed(table.venue, "room")


# ---- Chores -------------------------------------------------------------------------------------

ABSENT = """
SELECT c.table_id, c.user_id
  FROM lobby_chair c JOIN lobby_table t ON t.id = c.table_id
 WHERE t.status = 'open' AND c.level = ''
   AND c.joined_at < clock_timestamp() - %(absence)s * interval '1 second'
   AND t.waiting_since < clock_timestamp() - %(absence)s * interval '1 second'
   AND (COALESCE((t.options ->> 'turnSeconds')::int, 0) >= %(slow)s) = %(is_slow)s
   AND NOT EXISTS (SELECT 1 FROM games_lease l
                    WHERE l.venue = 'table.' || t.id AND l.user_id = c.user_id
                      AND l.expires_at > clock_timestamp() - %(absence)s * interval '1 second')
"""


def tidy() -> None:
    """Chairs of people who are not there become free; a table without people closes.

    Nobody loses a chair for a silence of ours: while no web process is alive, nobody could come.
    """
    if not selectors.house_is_awake(ABSENCE):
        return
    for absence, is_slow in ((ABSENCE, False), (SLOW_ABSENCE, True)):
        for table_id, user_id in _absent(absence, is_slow):
            _get_up(table_id, User.objects.get(pk=user_id))
    empty = Table.objects.filter(status=Table.Status.OPEN).annotate(
        people=Count("chairs", filter=Q(chairs__level=""))
    )
    for table_id in list(
        empty.filter(people=0, touched_at__lt=selectors.seconds_ago(EMPTY)).values_list(
            "pk", flat=True
        )
    ):
        _close_if_empty(table_id)


def _absent(absence: int, is_slow: bool) -> list[tuple[int, int]]:
    from games.engine.options import LIVE_BELOW

    with connection.cursor() as cursor:
        cursor.execute(ABSENT, {"absence": absence, "slow": LIVE_BELOW, "is_slow": is_slow})
        return cursor.fetchall()


def _close_if_empty(table_id: int) -> None:
    with transaction.atomic():
        table = _lock(table_id)
        if table.status == Table.Status.OPEN and not table.chairs.filter(level="").exists():
            table.chairs.all().delete()
            table.invitations.all().delete()
            table.awaited.all().delete()
            _update(table, status=Table.Status.CLOSED, owner=None)
            _changed(table)


# ---- What they share ----------------------------------------------------------------------------


def admit(user: User) -> None:
    permissions.check_may_act(user)


def game_called(key: str) -> Rules:
    try:
        return registry.rules_for(key)
    except LookupError:
        raise refusals.NoSuchGame from None


def _lock(table_id: int) -> Table:
    table = (
        Table.objects.select_for_update(of=("self",), no_key=True)
        .select_related("owner")
        .filter(pk=table_id)
        .first()
    )
    if table is None:
        raise refusals.NoSuchTable
    return table


def _lock_people(ids: list[int]) -> None:
    rows = User.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=ids)
    list(rows.order_by("pk").values_list("pk", flat=True))


def _new_seal() -> dict[str, Any]:
    """The secret seed of the next match, and the seal that is shown for it."""
    seed = chance.new_seed()
    return {"seed": seed, "commitment": chance.commitment(seed)}


def _check_not_playing(user: User, besides: int | None = None) -> None:
    match = matches.running_match_of(user)
    if match is not None and match.pk != besides:
        code = selectors.code_of(match.venue)
        if code:
            raise refusals.PlayingElsewhere(code)


def _check_free(user: User, table: Table) -> None:
    """At a live table sits only who plays nowhere else; and everybody has one rated seat.

    A program plays friendly matches only, for it does not get tired.
    """
    if table.rated and user.is_bot:
        raise refusals.FriendlyOnly
    if table.rated:
        _check_may_rate(user)
        _check_cool_down(user)
    if not table.live:
        return
    _check_not_playing(user, besides=table.match_id)
    if table.rated:
        other = selectors.rated_chair_of(user, besides=table.pk)
        if other is not None:
            raise refusals.SeatedElsewhere(other.code)


def _check_may_rate(user: User) -> None:
    """Whoever is kept from rated tables is refused here, whatever their page still shows."""
    permissions.check_may_play_rated(user)


def _check_cool_down(user: User) -> None:
    """Whoever left too often plays friendly matches for a while."""
    pause = karma.cool_down_of(user.pk)
    if pause is not None:
        raise refusals.CoolingDown(pause.left, words_for(pause.wait))


def _check_karma(user: User, table: Table) -> None:
    """What the owner asked for holds for whoever sits down."""
    if table.min_karma and table.min_karma > (yours := karma.value_of(user.pk)):
        raise refusals.KarmaTooLow(table.min_karma, yours)


def _check_owner(table: Table, user: User) -> None:
    if table.owner_id != user.pk:
        raise refusals.OwnerOnly


def _check_waiting(table: Table) -> None:
    if table.status == Table.Status.CLOSED:
        raise refusals.TableClosed
    if table.status == Table.Status.PLAYING:
        raise refusals.MatchRunning


def _still_plays(table: Table, user: User) -> bool:
    return MatchSeat.objects.filter(
        match=table.match, user=user, forfeited_at__isnull=True
    ).exists()


def _vacate(table: Table, chairs: list[Chair]) -> None:
    """Chairs become free. The longest sitter inherits the table; bots do not wait for nobody."""
    Chair.objects.filter(pk__in=[chair.pk for chair in chairs]).delete()
    people = list(table.chairs.filter(level="").order_by("joined_at", "pk"))
    if table.owner_id not in {chair.user_id for chair in people}:
        _update(table, owner=people[0].user if people else None)
    if not people and table.status == Table.Status.OPEN:
        table.chairs.all().delete()
    _update(table, waiting_since=Now())
    _changed(table)


def _update(table: Table, **fields: Any) -> None:
    Table.objects.filter(pk=table.pk).update(touched_at=Now(), **fields)
    for name, value in fields.items():
        if not hasattr(value, "resolve_expression"):
            setattr(table, name, value)


def _changed(table: Table) -> None:
    broadcast.venue_changed(table.venue, "room")
    broadcast.lobby_changed()

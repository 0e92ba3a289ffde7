"""Tables: open one, open it again, close it."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from accounts.karma import selectors as karma
from accounts.models import User
from accounts.people.locking import lock_person
from games.engine import codec
from games.engine.play import start
from games.models import Match
from games.services import match_rating
from lobby import limits, refusals, selectors
from lobby.finding.codes import new_code
from lobby.models import Chair, Table
from lobby.services.chairs import get_up_from_finished
from lobby.services.checks import (
    admit,
    check_free,
    check_karma,
    check_owner,
    check_unreserved,
    game_called,
)
from lobby.services.locking import (
    lock_person_and_table,
    lock_table,
    tell_change,
    update,
)
from lobby.services.starting import new_seal

OPEN_TABLES = 3
"""Tables that one person keeps open at a time."""


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
    allows_guests: bool = True,
    beginners: bool = False,
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
    if rated:
        match_rating.check_terms(rules, chosen, public)
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
        lock_person(user.pk)
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
            allows_guests=allows_guests,
            beginners=beginners,
            owner=user,
            **new_seal(),
        )
        check_free(user, table)
        save_with_new_code(table)
        Chair.objects.create(table=table, index=_first_chair(table), user=user)
        tell_change(table)
    return table


def _first_chair(table: Table) -> int:
    """Who opens a table with a host is the host, and sits in the last chair."""
    return table.player_chairs if table.has_host else 0


def save_with_new_code(table: Table) -> None:
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
    """Whoever played there may open a closed table again, and owns it then. What was said there
    before stays behind."""
    admit(user)
    get_up_from_finished(user)
    with transaction.atomic():
        table = lock_person_and_table(user, table_id)
        if table.status != Table.Status.CLOSED:
            raise refusals.TableOpen
        if not selectors.played_at(table, user):
            raise refusals.NoSuchTable
        check_unreserved(table)
        if Table.objects.filter(owner=user, status=Table.Status.OPEN).count() >= OPEN_TABLES:
            raise refusals.TooManyTables
        check_karma(user, table)
        check_free(user, table)
        table.chairs.all().delete()
        update(table, status=Table.Status.OPEN, owner=user, opened_at=Now(), waiting_since=Now())
        Chair.objects.create(table=table, index=_first_chair(table), user=user)
        tell_change(table)


def allow_guests(table_id: int, user: User, allowed: bool) -> None:
    """The owner lets guests sit down, or no more. Who sits there already stays, or is removed."""
    admit(user)
    with transaction.atomic():
        table = lock_table(table_id)
        check_owner(table, user)
        update(table, allows_guests=allowed)
        tell_change(table)


def close_if_empty(table_id: int) -> None:
    """It gives up its code and its talk. Only who played there finds it by its link, and may open
    it again."""
    with transaction.atomic():
        table = lock_table(table_id)
        if table.status == Table.Status.OPEN and not table.chairs.filter(level="").exists():
            table.chairs.all().delete()
            table.invitations.all().delete()
            table.awaited.all().delete()
            update(table, status=Table.Status.CLOSED, owner=None, bots_at=None)
            tell_change(table)

"""Reserved tables: whoever plans who plays whom gives out the chairs, such as a tournament.

Nobody else sits down, nobody owns the table, and it plays one match. Everybody in a chair says
ready as anywhere; whoever has not when the planner's patience ends loses the chair to a bot.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import User
from accounts.people.bots import bots_at
from accounts.people.locking import lock_people
from games.engine.options import LIVE_BELOW
from games.models import Match
from lobby import refusals
from lobby.models import Chair, Table
from lobby.services.checks import check_free
from lobby.services.locking import lock_everybody_and_table, lock_table, tell_change, update, vacate
from lobby.services.starting import close_reserved, new_seal, start_if_all_are_ready
from lobby.services.tables import save_with_new_code
from lobby.services.talk import announce

_clocks: list[Callable[[Table], int | None]] = []


def register(held_ms: Callable[[Table], int | None]) -> None:
    """A planner says how much longer the chairs of its tables are held."""
    _clocks.append(held_ms)


def held_ms(table: Table) -> int | None:
    """Until bots take the chairs of whoever is not ready. None: no such clock runs."""
    if not table.reserved_for or table.status != Table.Status.OPEN:
        return None
    return next((left for clock in _clocks if (left := clock(table)) is not None), None)


def take_from_waiting(people: Collection[int]) -> list[User]:
    """These people get up from the live tables where they wait: they are called elsewhere.

    Locks them, and then those tables, and gives them as they are now. Who plays sits on.
    """
    locked = lock_people(people)
    rows = Table.objects.filter(
        chairs__user__in=people, chairs__level="", status=Table.Status.OPEN
    ).filter(options__turnSeconds__lt=LIVE_BELOW, reserved_for="")
    for table_id in sorted(set(rows.values_list("pk", flat=True))):
        table = lock_table(table_id)
        if table.status == Table.Status.OPEN:
            vacate(table, list(table.chairs.filter(user__in=people, level="")))
    return locked


def reserve(
    game: str,
    options: dict[str, Any],
    chairs: Sequence[User | None],
    *,
    reserved_for: str,
    public: bool,
    rated: bool,
) -> Table:
    """A table with these people in its chairs, in this order; None is a bot's chair."""
    table = Table(
        game=game,
        options=options,
        seats=len(chairs),
        public=public,
        rated=rated,
        leaver=Match.Leaver.FORFEIT,
        reserved_for=reserved_for,
        **new_seal(),
    )
    save_with_new_code(table)
    for index, user in enumerate(chairs):
        if user is not None:
            Chair.objects.create(table=table, index=index, user=user)
    _seat_bots(table, [index for index, user in enumerate(chairs) if user is None])
    tell_change(table)
    return table


def start_with_who_came(table_id: int) -> None:
    """Bots take the chairs of all who are not ready, and the match starts. Nobody is: it closes.

    A match with a bot is friendly. Whoever turns out to be playing elsewhere did not come either.
    """
    with transaction.atomic():
        table = lock_everybody_and_table(None, table_id)
        while table.status == Table.Status.OPEN:
            table.chairs.filter(level="", ready=False).delete()
            if not table.chairs.filter(level="").exists():
                close_reserved(table)
                return
            taken = set(table.chairs.values_list("index", flat=True))
            free = [index for index in range(table.seats) if index not in taken]
            if free and table.rated:
                update(table, rated=False)
                announce(table, "bot-sat-down")
            _seat_bots(table, free)
            start_if_all_are_ready(table, None)
        tell_change(table)


def call_off(table_id: int) -> bool:
    """Nobody plays here: the planner changed the plan. False: a match has started and goes on."""
    with transaction.atomic():
        table = lock_table(table_id)
        if table.status != Table.Status.OPEN:
            return False
        close_reserved(table)
        return True


def hand_over(table_id: int, guest: User, user: User) -> None:
    """The guest who is called here has signed in as this person: the chair is theirs, unless they
    play elsewhere. Called with both of them locked."""
    with suppress(refusals.Refusal), transaction.atomic():
        take_from_waiting([user.pk])
        table = lock_table(table_id)
        if table.status == Table.Status.OPEN and not table.chairs.filter(user=user).exists():
            check_free(user, table)
            table.chairs.filter(user=guest).update(user=user, joined_at=Now())
            tell_change(table)


def _seat_bots(table: Table, chairs: Sequence[int]) -> None:
    level = table.rules.INFO.levels[-1]
    taken = set(table.chairs.values_list("user_id", flat=True))
    bots = bots_at(level, taken) if chairs else []
    for index, bot in zip(chairs, bots, strict=False):
        Chair.objects.create(table=table, index=index, user=bot, level=level, ready=True)

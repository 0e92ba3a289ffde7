"""Tables in one room, for people who sit together: one phone keeps the score for all.

The host types the names; nobody else needs an account. Such a table is friendly and listed nowhere;
whoever has the link may look on, for a television is one who looks.
"""

from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.people.bots import LOCAL, local_player
from games.engine import codec
from games.engine.sanitize import clean
from lobby import refusals
from lobby.models import Chair, Table
from lobby.services import checks, tables

LONGEST_NAME = 20


def open_in_one_room(
    user: User, game: str, names: list[str], options: dict[str, Any] | None = None
) -> Table:
    """Seats the local players in their chairs and the one who asks in the host's."""
    rules = checks.game_called(game)
    terms = rules.ONE_ROOM
    if terms is None:
        raise refusals.NotInOneRoom
    players = good_names(names)
    shown, _secret = codec.part_options(rules, terms)
    with transaction.atomic():
        table = tables.open_table(
            user, game, shown | (options or {}), seats=len(players), public=False, rated=False
        )
        Chair.objects.bulk_create(
            Chair(
                table=table,
                index=index,
                user=local_player(index + 1),
                name=name,
                level=LOCAL,
                ready=True,
            )
            for index, name in enumerate(players)
        )
    return table


def good_names(names: list[str]) -> list[str]:
    """As typed, made harmless. No two alike, for the host must tell them apart."""
    players = [name for typed in names if (name := clean(typed[:200]))]
    if any(len(name) > LONGEST_NAME for name in players):
        raise refusals.NameTooLong
    if len({name.casefold() for name in players}) < len(players):
        raise refusals.NamesAlike
    return players

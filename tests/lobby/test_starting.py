"""The start of a match at a table, where the deal itself ends it."""

from itertools import count

import pytest

from accounts.models import User
from games.engine import chance
from games.engine.play import start
from games.models import Match
from lobby.models import Table
from lobby.services import chairs, chores, tables

pytestmark = pytest.mark.django_db

NONCE = "ab" * 16


def seed_that_ends_at_once(table: Table) -> bytes:
    """Sudden death, and somebody is dealt the best hand there is."""
    seeds = (number.to_bytes(32, "big") for number in count())
    keys = ((seed, chance.match_key(seed, [NONCE] * table.seats)) for seed in seeds)
    rules = table.rules
    return next(
        seed
        for seed, key in keys
        if rules.outcome(start(rules, table.seats, table.choices, key).state)
    )


def test_a_match_that_its_deal_ends_leaves_the_room_open(
    leyla: User, noam: User, samir: User
) -> None:
    people = [leyla, noam, samir]
    table = tables.open_table(leyla, "thirtyone", {"chips": 2}, rated=False)
    Table.objects.filter(pk=table.pk).update(seed=seed_that_ends_at_once(table))
    for user in people[1:]:
        chairs.sit(table.pk, user)
    for user in people:
        chairs.set_ready(table.pk, user, nonce=NONCE)
    table.refresh_from_db()
    assert table.match is not None and table.match.status == Match.Status.FINISHED
    assert table.status == Table.Status.OPEN

    Table.objects.update(status=Table.Status.PLAYING)  # of a time when it did not
    chores.tidy()
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN

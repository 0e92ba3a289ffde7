"""The television of a table: every game has one, and it shows what everybody may see."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games import registry
from games.engine.intermission import BETWEEN, RoundOptions
from games.models import Match
from games.presence import outages
from games.services import clock
from lobby.finding import quick_play
from lobby.models import Table
from lobby.services import chairs
from tests.lobby.conftest import signed_in

pytestmark = pytest.mark.django_db


def playing(owner: User, game: str) -> Table:
    table = quick_play.practise(owner, game, registry.rules_for(game).INFO.levels[0])
    chairs.set_ready(table.pk, owner, True)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("game", registry.game_keys())
def test_every_game_has_one(leyla: User, game: str) -> None:
    table = playing(leyla, game)
    address = f"/t/{table.code}/screen/"
    shown = signed_in(leyla).get(address).content.decode()
    assert leyla.username in shown and f'data-match="{table.match_id}"' in shown
    assert "is private" in Client().get(address).content.decode()


WITH_ROUNDS = [
    key for key in registry.game_keys() if issubclass(registry.rules_for(key).Options, RoundOptions)
]


@pytest.mark.parametrize("game", WITH_ROUNDS)
def test_after_a_round_it_shows_what_counted_and_at_the_end_who_won(leyla: User, game: str) -> None:
    table = playing(leyla, game)
    match = Match.objects.get(venue=table.venue)
    for part in (outages.WEB, outages.SWEEP):
        outages.beat(part)
    while match.state["phase"] not in (BETWEEN, "over"):
        Match.objects.filter(pk=match.pk).update(deadline=match.started_at - timedelta(hours=1))
        assert clock.expire_timer(match.pk)
        match.refresh_from_db()
    shown = signed_in(leyla).get(f"/t/{table.code}/screen/").content.decode()
    assert ("tv-round" if match.state["phase"] == BETWEEN else "tv-places") in shown

"""People, tables, and matches played to the end."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import registry
from games.engine import codec
from games.engine.contract import Seat
from games.models import Match
from games.models import Seat as MatchSeat
from games.services import moving
from lobby import services
from lobby.models import Table
from tests.people import GAME, MakePerson, calm, leyla, noam, person, playing, samir, table


def play_out(match_id: int) -> None:
    """Plays a running match to its end; every seat makes the first move it may make."""
    while Match.objects.get(pk=match_id).status == Match.Status.RUNNING:
        one_move(match_id)


def one_move(match_id: int) -> None:
    match = Match.objects.get(pk=match_id)
    rules = registry.rules_for(match.game)
    state = codec.load(match.state, rules.State)
    seat = Seat(match.acting[0])
    move = rules.legal_moves(state, seat)[0]
    user = MatchSeat.objects.select_related("user").get(match=match, index=seat).user
    moving.play_move(match_id, user, codec.dump(move))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def order_of(match: Any) -> list[str]:
    return list(match.seats.order_by("index").values_list("user__username", flat=True))

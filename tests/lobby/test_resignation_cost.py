"""Giving up: what the dialog says beforehand is what it then costs, and one sees the result."""

import pytest

from accounts.karma.models import START, Entry, KarmaScore
from accounts.models import User
from accounts.ratings.models import RatingChange
from games.engine.errors import GameOver
from games.models import Seat
from games.services import leaving
from games.services.refusals import NotSeated
from games.services.resignation_cost import resignation_cost
from lobby import selectors
from lobby.models import Table
from lobby.room.stage import stage_of
from lobby.services import chairs, tables
from tests.lobby.conftest import GAME, one_move, signed_in

pytestmark = pytest.mark.django_db


def table_of(*people: User, rated: bool, moves: int = 0) -> Table:
    """A table with these people, in a match after so many moves."""
    table = tables.open_table(people[0], GAME, seats=len(people), rated=rated)
    for other in people[1:]:
        chairs.sit(table.pk, other)
    for each in people:
        chairs.set_ready(table.pk, each)
    table.refresh_from_db()
    assert table.match_id is not None
    for _ in range(moves):
        one_move(table.match_id)
    return table


def karma(user: User) -> int:
    score = KarmaScore.objects.filter(user=user).first()
    return score.value if score else START


def test_between_two_the_range_is_one_number_and_it_is_the_one(leyla: User, noam: User) -> None:
    table = table_of(leyla, noam, rated=True, moves=16)
    assert table.match_id
    cost = resignation_cost(table.match_id, leyla)
    assert (cost.end, cost.karma) == ("lost", 0), "a match of two may be conceded"
    page = signed_in(leyla).get(f"/t/{table.code}/resign/cost/").content.decode()
    assert f"Your rating falls by {cost.most}." in page and "Your karma stays" in page
    leaving.resign(table.match_id, leyla)
    change = RatingChange.objects.get(match_id=table.match_id, user=leyla)
    assert cost.rating == (change.gain, change.gain) and change.gain < 0
    assert karma(leyla) == START


def test_before_a_minimum_of_play_it_costs_karma_alone(leyla: User, noam: User) -> None:
    table = table_of(leyla, noam, rated=True)
    assert table.match_id
    cost = resignation_cost(table.match_id, leyla)
    assert (cost.end, cost.rating, cost.karma) == ("lost", None, -10)
    page = signed_in(leyla).get(f"/t/{table.code}/resign/cost/").content.decode()
    assert "Your rating stays" in page and "Your karma falls by 10." in page
    leaving.resign(table.match_id, leyla)
    assert not RatingChange.objects.exists() and karma(leyla) == START - 10


def test_of_three_the_others_decide_how_much(leyla: User, noam: User, samir: User) -> None:
    table = table_of(leyla, noam, samir, rated=True, moves=24)
    assert table.match_id
    cost = resignation_cost(table.match_id, leyla)
    assert cost.end == "last" and cost.rating is not None
    assert cost.rating[0] < cost.rating[1]
    leaving.resign(table.match_id, leyla)
    leaving.resign(table.match_id, samir)
    change = RatingChange.objects.get(match_id=table.match_id, user=leyla)
    assert cost.rating[0] <= change.gain <= cost.rating[1] < 0


@pytest.mark.parametrize("people", [2, 3])
def test_at_a_friendly_table_it_costs_nothing(
    people: int, leyla: User, noam: User, samir: User
) -> None:
    table = table_of(*(leyla, noam, samir)[:people], rated=False)
    assert table.match_id
    cost = resignation_cost(table.match_id, leyla)
    assert (cost.rating, cost.karma) == (None, 0)
    page = signed_in(leyla).get(f"/t/{table.code}/resign/cost/").content.decode()
    assert "The table is friendly" in page and "falls" not in page
    leaving.resign(table.match_id, leyla)
    assert not Entry.objects.filter(user=leyla).exists()
    assert not RatingChange.objects.exists()


def test_who_gave_up_sees_the_result_and_may_sit_down_again(leyla: User, noam: User) -> None:
    table = table_of(leyla, noam, rated=False)
    assert table.match_id
    leaving.resign(table.match_id, leyla)
    table.refresh_from_db()
    seats = selectors.chairs_of(table)
    assert stage_of(table, leyla, seats) == f"match.{table.match_id}"
    page = signed_in(leyla).get(table.get_absolute_url()).content.decode()
    assert 'class="places"' in page and "Sit down here" in page
    chairs.sit(table.pk, leyla)
    assert stage_of(table, leyla, selectors.chairs_of(table)) == f"match.{table.match_id}"


def test_only_who_plays_has_something_to_lose(leyla: User, noam: User, samir: User) -> None:
    table = table_of(leyla, noam, rated=True)
    assert table.match_id
    with pytest.raises(NotSeated):
        resignation_cost(table.match_id, samir)
    leaving.resign(table.match_id, leyla)
    with pytest.raises(GameOver):
        resignation_cost(table.match_id, noam)


def test_asking_changes_nothing(leyla: User, noam: User) -> None:
    table = table_of(leyla, noam, rated=True)
    assert table.match_id
    before = list(Seat.objects.filter(match=table.match_id).order_by("index").values())
    resignation_cost(table.match_id, leyla)
    assert before == list(Seat.objects.filter(match=table.match_id).order_by("index").values())

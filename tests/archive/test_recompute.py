"""All finished matches replayed in their order give the same numbers, to the last digit."""

import random
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from accounts.ratings.models import Rating, RatingChange, Tally
from games.models import Match
from games.services import leaving
from tests.games.tables import match_for, person, play_one

pytestmark = pytest.mark.django_db


def snapshot() -> list[Any]:
    ratings = Rating.objects.order_by("user_id", "game", "season").values_list(
        "user_id",
        "game",
        "season",
        "mu",
        "sigma",
        "shown",
        "matches",
        "wins",
        "streak",
        "best_streak",
        "last_played",
    )
    changes = RatingChange.objects.order_by("match_id", "user_id").values_list(
        "match_id",
        "user_id",
        "season",
        "number",
        "place",
        "at",
        "weight",
        "mu_before",
        "sigma_before",
        "mu",
        "sigma",
        "shown_before",
        "shown",
        "season_shown",
    )
    tallies = Tally.objects.exclude(people=0).order_by("game", "season", "measure", "value")
    counted = tallies.values_list("game", "season", "measure", "value", "people")
    return [list(ratings), list(changes), list(counted)]


@pytest.fixture
def past() -> list[Any]:
    """Sixteen matches of two or three people, each given up by all but one; some are friendly, one
    is too short, one began under the old rules, and some meet too often."""
    chance = random.Random(3)
    people = [person() for _ in range(4)]
    for number in range(16):
        seated = chance.sample(people, chance.choice([2, 3]))
        match = match_for(*seated, rated=number % 7 != 0)
        for _ in range(0 if number == 5 else 3 * len(seated)):
            play_one(match, seated)
        if number == 9:
            Match.objects.filter(pk=match.pk).update(rating_rules=0)
        for loser in seated[1:]:
            leaving.resign(match.pk, loser)
    return people


def recompute(*words: str) -> str:
    out = StringIO()
    call_command("recompute_ratings", *words, stdout=out)
    return out.getvalue()


def test_replaying_gives_the_same_numbers(past: list[Any]) -> None:
    before = snapshot()
    assert {row[6] for row in before[1]} == {1.0, 0.5, 0.25, 0.0}, "they met again and again"
    assert "12 matches replayed; differ: 0 changes, 0 ratings, 0 tallies" in recompute("--check")
    Rating.objects.all().delete()
    RatingChange.objects.all().delete()
    Tally.objects.all().delete()
    recompute()
    after = snapshot()
    # When a match was counted is forgotten with the line; it is taken for the moment it ended.
    assert [row[:-1] for row in after[0]] == [row[:-1] for row in before[0]]
    assert [row[:5] + row[6:] for row in after[1]] == [row[:5] + row[6:] for row in before[1]]
    assert after[2] == before[2]
    assert "corrected: 0 changes, 0 ratings, 0 tallies" in recompute()


def test_a_wrong_number_is_found_and_put_right(past: list[Any]) -> None:
    before = snapshot()
    rating, line, tally = (
        Rating.objects.all()[0],
        RatingChange.objects.all()[0],
        Tally.objects.filter(people=0)[0],  # a place that nobody has any more
    )
    Rating.objects.filter(pk=rating.pk).update(mu=99)
    RatingChange.objects.filter(pk=line.pk).update(shown=7)
    Tally.objects.filter(pk=tally.pk).update(people=77)
    line.pk, line.match_id = None, 10**9
    line.save()
    with pytest.raises(SystemExit):
        recompute("--check")
    assert snapshot() != before, "looking changes nothing"
    assert "corrected: 2 changes, 1 ratings, 1 tallies" in recompute()
    assert snapshot() == before

"""What is written when a match ends: once, in order, and never in a circle."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from accounts.people import closing, data_export
from accounts.ratings import selectors, services
from accounts.ratings.models import Rating, RatingChange, Tally
from accounts.ratings.repeats import DAY
from accounts.ratings.seasons import ALL_TIME
from accounts.ratings.skill import Side
from tests.accounts.conftest import MakePerson

AT = datetime(2026, 5, 5, 12, tzinfo=UTC)
GAME = "somegame"


def sides(*people: User) -> list[Side]:
    """Each alone, in this order."""
    return [Side(place, (person.pk,)) for place, person in enumerate(people, 1)]


def standing(person: User, season: int = ALL_TIME) -> Rating:
    return Rating.objects.get(user=person, game=GAME, season=season)


def counted() -> dict[tuple[int, str, int], int]:
    """What the tallies should say, counted from the ratings."""
    found: dict[tuple[int, str, int], int] = {}
    for row in Rating.objects.all():
        for measure in Tally.Measure.values:
            key = (row.season, measure, getattr(row, measure))
            found[key] = found.get(key, 0) + 1
    return found


def tallied() -> dict[tuple[int, str, int], int]:
    rows = Tally.objects.exclude(people=0)
    return {(row.season, row.measure, row.value): row.people for row in rows}


@pytest.fixture
def noam(make_person: MakePerson) -> User:
    return make_person("Noam")


def test_a_match_is_counted_for_all_time_and_for_its_season(leyla: User, noam: User) -> None:
    assert services.apply(17, GAME, sides(leyla, noam), AT)
    for season in (ALL_TIME, 20262):
        winner, loser = standing(leyla, season), standing(noam, season)
        assert winner.shown > 1000 > loser.shown
        assert (winner.matches, winner.wins, winner.best_streak) == (1, 1, 1)
        assert (loser.matches, loser.wins, loser.streak) == (1, 0, 0)
        assert winner.provisional
    change = RatingChange.objects.get(user=leyla)
    assert (change.match_id, change.place, change.number, change.season) == (17, 1, 1, 20262)
    assert change.shown_before == 1000 and change.shown == standing(leyla).shown
    assert change.gain == change.shown - 1000 and change.at == AT
    assert tallied() == counted()


def test_a_second_time_changes_nothing(leyla: User, noam: User) -> None:
    services.apply(17, GAME, sides(leyla, noam), AT)
    before = list(Rating.objects.order_by("pk").values())
    assert not services.apply(17, GAME, sides(noam, leyla), AT)
    assert list(Rating.objects.order_by("pk").values()) == before
    assert RatingChange.objects.count() == 2 and tallied() == counted()


def test_a_new_season_starts_anew_and_all_time_goes_on(leyla: User, noam: User) -> None:
    services.apply(1, GAME, sides(leyla, noam), AT)
    services.apply(2, GAME, sides(leyla, noam), AT.replace(month=8))
    assert standing(leyla).matches == 2
    assert standing(leyla, 20262).matches == standing(leyla, 20263).matches == 1
    assert standing(leyla, 20263).mu == standing(leyla, 20262).mu
    assert tallied() == counted()


def test_one_side_alone_is_no_match(leyla: User) -> None:
    assert not services.apply(17, GAME, sides(leyla), AT)
    assert not Rating.objects.exists()


def test_provisional_until_ten_matches(leyla: User, noam: User) -> None:
    for number in range(1, 11):
        assert number == 1 or selectors.marks(GAME, [leyla.pk])[leyla.pk].provisional
        services.apply(number, GAME, sides(leyla, noam), AT + number * DAY)
    assert not selectors.marks(GAME, [leyla.pk])[leyla.pk].provisional
    assert not standing(leyla).provisional
    last = RatingChange.objects.get(user=leyla, match_id=10)
    assert not last.provisional


def test_marks_are_one_query(leyla: User, noam: User, django_assert_num_queries: Any) -> None:
    services.apply(1, GAME, sides(leyla, noam), AT)
    with django_assert_num_queries(1):
        assert set(selectors.marks(GAME, [leyla.pk, noam.pk, 0])) == {leyla.pk, noam.pk}
    with django_assert_num_queries(0):
        assert selectors.marks(GAME, []) == {}


def test_curves_are_the_latest_matches_oldest_first(
    leyla: User, noam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "POINTS", 3)
    for number in range(1, 6):
        services.apply(number, GAME, sides(leyla, noam), AT + number * DAY)
        services.apply(100 + number, "other", sides(noam, leyla), AT + number * DAY)
    curves = selectors.curves_of(leyla.pk, [GAME, "other", "unplayed"])
    assert [row.number for row in curves[GAME]] == [3, 4, 5]
    assert [row.match_id for row in curves["other"]] == [103, 104, 105]
    assert curves["unplayed"] == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repeats", [6])
def test_ending_at_the_same_moment_counts_once(make_person: MakePerson, repeats: int) -> None:
    """Many threads end the same match; and others end matches of the same people, named in any
    order. Nothing is counted twice, nothing is lost, nobody waits in a circle."""
    people = [make_person(name) for name in ("Leyla", "Noam", "Samir")]

    def end(number: int) -> bool:
        order = people if number % 2 else people[::-1]
        try:
            return services.apply(number // repeats, GAME, sides(*order), AT, discounted=False)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(end, range(8 * repeats)))
    assert sum(done) == 8
    assert {standing(person).matches for person in people} == {8}
    assert RatingChange.objects.count() == 24
    assert tallied() == counted()
    for person in people:
        rows = RatingChange.objects.filter(user=person).order_by("number")
        assert [row.number for row in rows] == list(range(1, 9))
        steps = list(rows.values_list("mu_before", "mu"))
        assert all(one[1] == two[0] for one, two in itertools.pairwise(steps))


def test_who_leaves_the_house_leaves_the_boards(
    leyla: User, noam: User, django_capture_on_commit_callbacks: Any
) -> None:
    services.apply(1, GAME, sides(leyla, noam), AT)
    with django_capture_on_commit_callbacks(execute=True):
        closing.close_account(noam)
    assert not Rating.objects.filter(user=noam).exists()
    assert RatingChange.objects.filter(user=noam).exists(), "what it did to others stands"
    assert tallied() == counted()


def test_the_export_holds_ratings(leyla: User, noam: User) -> None:
    services.apply(1, GAME, sides(leyla, noam), AT)
    part = data_export.collect_all(leyla)["ratings"]
    assert {row["season"] for row in part["standing"]} == {0, 20262}
    assert part["changes"][0]["match_id"] == 1

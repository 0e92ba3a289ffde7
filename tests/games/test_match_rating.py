"""Which matches count, who stood against whom, and that the end of a match counts it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from accounts.people.bots import bot_player
from accounts.ratings.models import Rating, RatingChange
from games import registry, selectors, services
from games.engine import defaults
from games.models import Match, Seat
from games.page import regions
from games.services import judging, leaving
from games.services.match_rating import sides_of
from refusals import Refusal
from tests.games.tables import match_for, person, play_one, play_to_the_end

# ---- Who stood against whom --------------------------------------------------------------------


@dataclass
class Sat:
    """A seat of the past; its person has the same number."""

    index: int
    place: int | None
    left: bool = False
    bot: bool = False
    name: str = ""
    user: Any = field(init=False)

    def __post_init__(self) -> None:
        self.user = SimpleNamespace(is_bot=self.bot)
        self.user_id = self.index
        self.forfeited_at = "then" if self.left else None


def sides(*seats: Sat, teams: tuple[int, ...] | None = None) -> Any:
    rules: Any = SimpleNamespace(teams=lambda count, options: teams)
    rows: Any = list(seats)
    return {(side.place, side.people) for side in sides_of(rules, None, rows)}


@pytest.mark.parametrize(
    ("seats", "teams", "expected"),
    [
        pytest.param(
            [Sat(0, 2), Sat(1, 1)], None, {(2, (0,)), (1, (1,))}, id="everybody for themselves"
        ),
        pytest.param(
            [Sat(0, 1), Sat(1, 1), Sat(2, 3)],
            None,
            {(1, (0,)), (1, (1,)), (3, (2,))},
            id="a tie shares a place",
        ),
        pytest.param(
            [Sat(0, 1), Sat(1, 3), Sat(2, 1), Sat(3, 3)],
            (0, 1, 0, 1),
            {(1, (0, 2)), (3, (1, 3))},
            id="teams are sides",
        ),
        pytest.param(
            [Sat(0, 1), Sat(1, 2), Sat(2, None)],
            None,
            {(1, (0,)), (2, (1,))},
            id="a host is no side",
        ),
        pytest.param(
            [Sat(0, 1), Sat(1, 4, left=True), Sat(2, 1), Sat(3, 3)],
            (0, 1, 0, 1),
            {(1, (0, 2)), (4, (1,)), (3, (3,))},
            id="who left a team is last and alone",
        ),
        pytest.param(
            [Sat(0, 1), Sat(1, 2, left=True), Sat(2, 2, left=True)],
            None,
            {(1, (0,)), (2, (1,)), (2, (2,))},
            id="those who left share the last place",
        ),
        pytest.param([Sat(0, 1), Sat(1, 2, bot=True)], None, set(), id="a bot unrates"),
        pytest.param([Sat(0, 1), Sat(1, 2, name="Dana")], None, set(), id="a local player unrates"),
        pytest.param([Sat(0, 1), Sat(1, None)], None, set(), id="one side alone is no match"),
        pytest.param(
            [Sat(0, 1), Sat(1, 1)], (0, 0), set(), id="a team without an opponent is no match"
        ),
    ],
)
def test_who_stood_against_whom(seats: list[Sat], teams: Any, expected: Any) -> None:
    assert sides(*seats, teams=teams) == expected


def test_a_game_without_teams_has_none() -> None:
    assert defaults.teams(4, None) is None


@pytest.mark.parametrize("key", registry.game_keys())
def test_a_games_teams_cover_its_seats(key: str) -> None:
    """Whatever its options say, a game names a team for each seat or none at all."""
    rules = registry.rules_for(key)
    for seats in rules.INFO.players:
        teams = rules.teams(seats, rules.Options())
        assert teams is None or len(teams) == seats


# ---- The end of a match ------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


def numbers(match: Match) -> dict[int, int]:
    """What each person won or lost by a match."""
    return {row.user_id: row.gain for row in RatingChange.objects.filter(match_id=match.pk)}


def test_the_end_of_a_rated_match_counts_it() -> None:
    people = [person(), person()]
    match = match_for(*people, rated=True)
    assert not RatingChange.objects.exists()
    play_to_the_end(match, people)
    places = dict(Seat.objects.filter(match=match).values_list("user_id", "place"))
    gained = numbers(match)
    assert set(gained) == {one.pk for one in people}
    for who, place in places.items():
        assert (gained[who] > 0) == (place == 1)


@pytest.mark.parametrize("why", ["friendly", "a bot plays", "called off"])
def test_what_does_not_count(why: str) -> None:
    people = [person(), bot_player("Nar", "gentle") if why == "a bot plays" else person()]
    levels = {1: "gentle"} if why == "a bot plays" else {}
    match = match_for(*people, rated=why != "friendly", levels=levels)
    if why == "called off":
        judging.abort_match(match.pk, "a test")
    else:
        leaving.resign(match.pk, people[0])
    assert Match.objects.get(pk=match.pk).status != Match.Status.RUNNING
    assert not RatingChange.objects.exists() and not Rating.objects.exists()


def some_play(match: Match, people: list[Any], rounds: int = 3) -> None:
    """Three moves of each are a minimum."""
    for _ in range(rounds * len(people)):
        play_one(match, people)


def test_who_leaves_is_last_and_a_bot_in_their_chair_does_not_unrate() -> None:
    people = [person(), person(), person()]
    match = match_for(*people, rated=True)
    some_play(match, people)
    leaving.resign(match.pk, people[0])
    leaving.resign(match.pk, people[1])
    gained = numbers(match)
    assert gained[people[2].pk] > 0
    assert gained[people[0].pk] == gained[people[1].pk] < 0


def test_the_sheet_and_the_seats_show_ratings(django_assert_num_queries: Any) -> None:
    people = [person(), person(), person()]
    for _ in range(2):
        match = match_for(*people, rated=True)
        shown = selectors.read(match.pk)
        assert shown is not None
        seats = regions.render("seats", regions.personal(shown, people[0]))
        some_play(match, people)
        leaving.resign(match.pk, people[0])
        leaving.resign(match.pk, people[1])
    assert seats.count('class="rate num"') == 2, "those who have a rating show it"
    over = selectors.read(match.pk)
    assert over is not None
    with django_assert_num_queries(1):
        sheet = regions.render("sheet", regions.personal(over, people[2]))
        regions.personal(over, people[1])
    assert sheet.count("place-rating") == 3
    change = RatingChange.objects.get(user=people[2], match_id=match.pk)
    words = sheet.split()
    assert any(str(change.shown) in word for word in words) and f"+{change.gain}" in sheet


@pytest.mark.django_db(transaction=True)
def test_ending_twice_at_the_same_moment_counts_once() -> None:
    """Two people give up at once: one of them ends the match, and it is counted once."""
    people = [person(), person()]
    match = match_for(*people, rated=True)
    some_play(match, people)

    def leave(who: Any) -> None:
        try:
            leaving.resign(match.pk, who)
        except Refusal:
            pass
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(leave, people))
    assert RatingChange.objects.filter(match_id=match.pk).count() == 2
    assert {row.matches for row in Rating.objects.all()} == {1}


def test_a_refused_end_leaves_no_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings are written in the transaction that ends the match: with it or not at all."""
    people = [person(), person()]
    match = match_for(*people, rated=True)

    def broken(*args: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(services.ledger, "save", broken)
    with pytest.raises(RuntimeError):
        leaving.resign(match.pk, people[0])
    assert Match.objects.get(pk=match.pk).status == Match.Status.RUNNING
    assert not RatingChange.objects.exists()

"""The model's promises: ties, teams, no inflation, and no bad surprise for a winner."""

import itertools
import random
from datetime import UTC, datetime

import pytest

from accounts.ratings.record import Record, after_match
from accounts.ratings.seasons import before, began, season_of, words
from accounts.ratings.skill import NEWCOMER, STEP, ZERO, Side, Skill, rate

NOW = datetime(2026, 5, 5, tzinfo=UTC)


def alone(*places: int) -> list[Side]:
    """People 0, 1, 2 … each for themselves."""
    return [Side(place, (who,)) for who, place in enumerate(places)]


def somebody(chance: random.Random) -> Skill:
    return Skill(chance.uniform(5, 45), chance.uniform(0.8, NEWCOMER.sigma))


def test_a_newcomer_is_shown_the_round_number() -> None:
    assert NEWCOMER.shown == ZERO == 1000


@pytest.mark.parametrize("skill", [Skill(-900, 8), Skill(0, 400)])
def test_the_number_is_never_below_nought(skill: Skill) -> None:
    assert skill.shown == 0


@pytest.mark.parametrize(
    ("places", "order"),
    [
        ((1, 2), "0>1"),
        ((2, 1), "1>0"),
        ((1, 1), "0=1"),
        ((1, 2, 3), "0>1>2"),
        ((1, 1, 3), "0=1>2"),
        ((1, 2, 2), "0>1=2"),
        ((2, 2, 1, 2), "2>0=1=3"),
        ((1, 1, 1, 1), "0=1=2=3"),
    ],
)
def test_equals_end_in_the_order_of_their_places(places: tuple[int, ...], order: str) -> None:
    after = rate(alone(*places), {})
    told = ""
    for who, _ in sorted(after.items(), key=lambda item: (-item[1].mu, item[0])):
        if told:
            told += "=" if after[who] == after[int(told[-1])] else ">"
        told += str(who)
    # Equal in place, equal in what they get; the sigma of a sole place may differ.
    assert told == order


@pytest.mark.parametrize("places", [(1, 1, 2), (1, 2, 2), (1, 1, 1, 1), (2, 2, 1, 2), (1, 2, 2, 4)])
def test_permuting_tied_players_changes_nothing(places: tuple[int, ...]) -> None:
    """Not even in the last digit, whatever they brought, whatever the order they are named in."""
    chance = random.Random(4)
    for _ in range(30):
        skills = {who: somebody(chance) for who in range(len(places))}
        sides = alone(*places)
        first = rate(sides, skills)
        for named in itertools.permutations(sides):
            assert rate(named, skills) == first


def test_tied_players_who_change_seats_change_results_with_them() -> None:
    """What somebody gets depends on who they are, not on their number."""
    strong, weak, third = Skill(31, 3), Skill(22, 5), Skill(26, 4)
    one = rate(alone(1, 1, 2), {0: strong, 1: weak, 2: third})
    other = rate(alone(1, 1, 2), {0: weak, 1: strong, 2: third})
    assert one[0].mu == pytest.approx(other[1].mu, abs=1e-12)
    assert one[1].mu == pytest.approx(other[0].mu, abs=1e-12)


def test_a_draw_among_equals_moves_nobody() -> None:
    after = rate(alone(1, 1, 1), {})
    assert {skill.mu for skill in after.values()} == {NEWCOMER.mu}


def test_mates_win_and_lose_together() -> None:
    after = rate([Side(1, (7, 3)), Side(2, (5, 9))], {})
    assert after[7] == after[3] and after[5] == after[9]
    assert after[7].mu > NEWCOMER.mu > after[5].mu


def test_the_order_in_which_mates_are_named_means_nothing() -> None:
    skills = {1: Skill(30, 2), 2: Skill(20, 6), 3: Skill(25, 3), 4: Skill(28, 8)}
    one = rate([Side(1, (1, 2)), Side(2, (3, 4))], skills)
    assert one == rate([Side(2, (4, 3)), Side(1, (2, 1))], skills)


def test_beating_the_strong_brings_more() -> None:
    strong, weak = Skill(35, 2), Skill(15, 2)
    upset = rate(alone(1, 2), {0: weak, 1: strong})[0].mu - weak.mu
    expected = rate(alone(1, 2), {0: strong, 1: weak})[0].mu - strong.mu
    assert upset > 10 * expected > 0


def test_a_sole_winner_never_falls_and_a_sole_loser_never_rises() -> None:
    chance = random.Random(11)
    for _ in range(3000):
        people = chance.choice([2, 2, 3, 4, 6])
        skills = {who: somebody(chance) for who in range(people)}
        after = rate(alone(*range(1, people + 1)), skills)
        assert after[0].shown >= skills[0].shown
        assert after[people - 1].shown <= skills[people - 1].shown


@pytest.mark.parametrize(("people", "seats"), [(8, 2), (12, 3), (12, 4)])
def test_a_closed_group_does_not_inflate(people: int, seats: int) -> None:
    """People who only ever play each other stay where they began, on average.

    The mean guess stays within one unit of the newcomer's. The careful numbers do rise while the
    house becomes surer, but never to more than that same guess without any doubt.
    """
    chance = random.Random(people * seats)
    strength = [chance.gauss(0, 4) for _ in range(people)]
    skills = dict.fromkeys(range(people), NEWCOMER)
    ceiling = ZERO + STEP * (NEWCOMER.mu + 1)
    late = []
    for played in range(2400):
        who = chance.sample(range(people), seats)
        who.sort(key=lambda one: -strength[one] - chance.gauss(0, 4))
        sides = [Side(place, (one,)) for place, one in enumerate(who, 1)]
        skills |= rate(sides, skills)
        if played % 100 == 99:
            mean = sum(skill.mu for skill in skills.values()) / people
            assert abs(mean - NEWCOMER.mu) < 1
            shown = sum(skill.shown for skill in skills.values()) / people
            assert shown < ceiling
            late.append(shown)
    # It settles: the second half of all that play moves the mean number by a few points only.
    assert abs(late[-1] - late[len(late) // 2]) < 60


# ---- Record --------------------------------------------------------------------------------------


def after(record: Record, *places: int) -> Record:
    """The first one's record after a match with newcomers."""
    return after_match(alone(*places), {0: record}, NOW, dict.fromkeys(range(len(places)), 1.0))[0]


def test_streaks_wins_and_matches() -> None:
    record = Record()
    for places in [(1, 2), (1, 2, 3), (1, 1), (1, 1, 3), (2, 1), (1, 2)]:
        record = after(record, *places)
    assert (record.matches, record.wins) == (6, 4), "sharing the first place before others is a win"
    assert (record.streak, record.best_streak) == (1, 3), (
        "a draw neither lengthens nor ends a streak"
    )
    assert record.last_played == NOW


def test_last_is_last_whatever_the_numbers_of_the_places() -> None:
    assert after(Record(), 2, 5).wins == 1


# ---- Seasons -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "season"),
    [
        (datetime(2026, 1, 1, tzinfo=UTC), 20261),
        (datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC), 20261),
        (datetime(2026, 4, 1, tzinfo=UTC), 20262),
        (datetime(2026, 9, 30, tzinfo=UTC), 20263),
        (datetime(2026, 12, 31, tzinfo=UTC), 20264),
    ],
)
def test_a_season_is_a_quarter(moment: datetime, season: int) -> None:
    assert season_of(moment) == season
    assert season_of(began(season)) == season


def test_the_season_before() -> None:
    assert before(20262) == 20261
    assert before(20261) == 20254
    assert words(20264) == "October – December 2026"

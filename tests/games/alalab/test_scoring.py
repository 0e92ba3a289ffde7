"""Every row of the rules' table, every example of the seed, and random stories told twice."""

import random

import pytest

from games.alalab import scoring
from games.alalab.scoring import Scoreboard, after, no_points
from games.engine.contract import Seat
from tests.games.alalab.slow import Story


def at(*scores: int, death: scoring.Death | None = None) -> Scoreboard:
    return Scoreboard(scores=scores, cards=((),) * len(scores), death=death)


def test_worth() -> None:
    assert scoring.WORTH == {"right": 1, "wrong": -1, "yellow": -1, "red": -3}


def test_there_is_no_floor() -> None:
    standing = no_points(2)
    for act in ("wrong", "yellow", "red"):
        standing = after(standing, Seat(0), act)
    assert standing.scores == (-5, 0)
    assert standing.cards == (("yellow", "red"), ())


ROWS = [
    # before, phase before, who, act, scores after, phase after, winner
    ("ten to eight wins", (9, 8), None, 0, "right", (10, 8), None, 0),
    ("ten to nine: no winner", (9, 9), 1, 0, "right", (10, 9), 1, None),
    ("eleven to nine wins", (10, 9), 1, 0, "right", (11, 9), 1, 0),
    ("eleven to ten: no winner", (10, 10), 1, 0, "right", (11, 10), 1, None),
    ("twelve to ten: no winner", (11, 10), 1, 0, "right", (12, 10), 1, None),
    ("thirteen to nine: no winner", (12, 9), 1, 0, "right", (13, 9), 1, None),
    ("twelve all: phase 2", (12, 11), 1, 1, "right", (12, 12), 2, None),
    ("thirteen to twelve: phase 2, no winner", (12, 12), 2, 0, "right", (13, 12), 2, None),
    ("fourteen to thirteen in phase 2", (13, 13), 2, 0, "right", (14, 13), 2, 0),
    ("fourteen already when phase 2 begins", (14, 11), 1, 1, "right", (14, 12), 2, 0),
    ("twelve to nine, second gets yellow", (12, 9), 1, 1, "yellow", (12, 8), None, 0),
    ("nine all, second gets red", (9, 9), 1, 1, "red", (9, 6), None, None),
    ("a card may decide", (11, 10), 1, 1, "yellow", (11, 9), 1, 0),
    ("a lead that was there wins nothing", (12, 9), 1, 0, "wrong", (11, 9), 1, None),
    ("nor with a card for the leader", (12, 9), 1, 0, "yellow", (11, 9), 1, None),
    ("then the second loses: Sudden Death is off", (11, 9), 1, 1, "wrong", (11, 8), None, 0),
    ("the third climbs to nine: Sudden Death", (8, 9), None, 0, "right", (9, 9), 1, None),
    ("below twelve phase 2 stays", (13, 12), 2, 1, "wrong", (13, 11), 2, None),
    ("and fourteen still wins", (13, 11), 2, 0, "right", (14, 11), 2, 0),
    ("a lead wins nothing in phase 2", (12, 12), 2, 1, "red", (12, 9), 2, None),
    ("falling out of phase 2", (13, 9), 2, 1, "wrong", (13, 8), None, 0),
    ("equal at the top with fourteen: nobody", (14, 13), 1, 1, "right", (14, 14), 2, None),
    ("a point separates them", (14, 14), 2, 1, "right", (14, 15), 2, 1),
    ("or a point lost", (14, 14), 2, 1, "wrong", (14, 13), 2, 0),
    ("three: the third below nine counts nothing", (10, 9, 8), 1, 0, "right", (11, 9, 8), 1, 0),
    ("three: the next highest is ten", (10, 10, 9), 1, 0, "right", (11, 10, 9), 1, None),
    ("three: the next highest loses", (11, 10, 9), 1, 1, "yellow", (11, 9, 9), 1, 0),
    ("three: a red card to the next highest", (11, 10, 9), 1, 1, "red", (11, 7, 9), 1, 0),
    ("three: one of two next highest loses", (11, 9, 9), 1, 2, "wrong", (11, 9, 8), 1, None),
    ("three: the leader of twelve falls behind", (11, 12, 8), 1, 1, "red", (11, 9, 8), 1, 0),
    ("three: phase 2 needs all of them", (12, 12, 9), 1, 0, "right", (13, 12, 9), 1, None),
    ("three: the lowest drops out", (12, 12, 9), 1, 2, "wrong", (12, 12, 8), 2, None),
    ("three: a third climbs into phase 2", (13, 12, 8), 2, 2, "right", (13, 12, 9), 2, None),
    ("three: it ends for two, one is at ten", (10, 9, 4), 1, 1, "wrong", (10, 8, 4), None, 0),
]


@pytest.mark.parametrize(
    ("before", "phase", "who", "act", "scores", "death", "winner"),
    [row[1:] for row in ROWS],
    ids=[row[0] for row in ROWS],
)
def test_what_a_change_decides(before, phase, who, act, scores, death, winner) -> None:
    now = after(at(*before, death=phase), Seat(who), act)
    assert (now.scores, now.death, now.winner) == (scores, death, winner)


def test_the_story_of_twelve_to_nine() -> None:
    """The leader's mistake wins nothing; the second's mistake then does."""
    standing = after(at(12, 9, death=1), Seat(0), "wrong")
    assert standing.winner is None
    standing = after(standing, Seat(1), "wrong")
    assert (standing.death, standing.winner) == (None, 0)


@pytest.mark.parametrize("players", [2, 3])
def test_random_stories_end_as_the_slow_reading_says(players: int) -> None:
    """Many stories, most of them in the country around nine to fourteen."""
    whim = random.Random(players)
    phases: list[int | None] = []
    wins = 0
    for _ in range(1500):
        standing, story = no_points(players), Story(players)
        for _ in range(200):
            # Whoever is behind gains more often, so that most stories come close at the end.
            behind = standing.scores.index(min(standing.scores))
            who = behind if whim.random() < 0.5 else whim.randrange(players)
            kinds = ["right"] * 12 + ["wrong"] * 3 + ["yellow"] * 2 + ["red"]
            act = whim.choice(kinds)
            standing = after(standing, Seat(who), act)  # type: ignore[arg-type]
            story.add(who, act)
            assert standing.scores == tuple(story.rows[-1])
            assert standing.death == story.phase(), story.rows[-3:]
            assert standing.winner == story.winner(), story.rows[-3:]
            phases.append(standing.death)
            if standing.winner is not None:
                wins += 1
                break
    # Enough of every kind, or nothing was compared.
    assert wins > 1000
    assert phases.count(1) > 1000 and phases.count(2) > 100

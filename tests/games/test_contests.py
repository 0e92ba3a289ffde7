"""Each strength of a bot beats the one below, as often as its game asks. No game is named here."""

from dataclasses import replace

import pytest

from games import registry
from tests.games.contests import Contest, contests_of, is_won

CONTESTS = [
    pytest.param(contest, id=f"{key}: {contest}")
    for key in registry.game_keys()
    for contest in contests_of(key)
]


@pytest.mark.parametrize("contest", CONTESTS)
def test_the_stronger_wins(contest: Contest) -> None:
    assert is_won(contest)


@pytest.mark.parametrize("contest", CONTESTS[:1])
def test_who_plays_no_better_is_found_out(contest: Contest) -> None:
    assert not is_won(replace(contest, player=contest.other))

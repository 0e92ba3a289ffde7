"""Coach lines: something true in every game, of what the seat sees, and only in gentle practice."""

import pytest

from games import registry
from games.engine import defaults
from games.engine.chance import chance_for
from games.engine.contract import Seat
from games.engine.self_play import key_of, play_match
from games.page import regions
from games.page.advice import is_coached
from games.selectors import read
from tests.games.tables import match_for, person

CASES = [
    ("one person among gentle bots", {"1": "gentle", "2": "gentle"}, False, "running", True),
    ("a bot that is not gentle", {"1": "gentle", "2": "sharp"}, False, "running", False),
    ("two people", {"2": "gentle"}, False, "running", False),
    ("a rated match", {"1": "gentle", "2": "gentle"}, True, "running", False),
    ("it is over", {"1": "gentle", "2": "gentle"}, False, "finished", True),
    ("it was called off", {"1": "gentle", "2": "gentle"}, False, "aborted", False),
    ("a bot plays on for them", dict.fromkeys("012", "gentle"), False, "running", False),
]


@pytest.mark.parametrize("key", registry.game_keys())
def test_a_coach_speaks_of_what_the_seat_sees_and_may_do(key: str) -> None:
    game = registry.game(key)
    if game.advise is defaults.advise:
        pytest.skip("it has no coach")
    rules, imagine = game.rules, game.kit.imagine
    said = set()
    for seed in range(6):
        for moment in play_match(rules, rules.INFO.players[0], rules.Options(), seed).moments:
            if moment.seat < 0:
                continue
            view, moves = (
                rules.view(moment.state, moment.seat),
                rules.legal_moves(moment.state, moment.seat),
            )
            told = game.advise(view, moves)
            other = imagine(moment.state, moment.seat, chance_for(key_of(seed), 0))
            assert game.advise(rules.view(other, moment.seat), moves) == told
            if told is not None:
                assert "%(" not in str(told)
                said.add(told.text)
        assert game.advise(view, ()) is None, "who may not move is left alone"
    assert len(said) > 1, said


@pytest.mark.django_db
@pytest.mark.parametrize("case, bots, rated, status, coached", CASES, ids=[c[0] for c in CASES])
def test_only_gentle_practice_is_coached(
    case: str, bots: dict[str, str], rated: bool, status: str, coached: bool
) -> None:
    people = [person() for _ in range(3)]
    shown = read(match_for(*people).pk)
    assert shown is not None
    shown.match.bots, shown.match.rated, shown.match.status = bots, rated, status
    assert is_coached(shown, Seat(0)) is coached, case
    assert not is_coached(shown, None), "who watches is told nothing"
    hidden = ' hidden hx-swap-oob="morph"' in regions.rendered(shown, people[0], None)["coach"]
    assert hidden is not coached

"""What a bot says in practice: something in every game, and nothing that only its seat knows."""

import pytest

from games import registry
from games.engine import defaults
from games.engine.chance import chance_for
from games.engine.play import bot_move
from games.engine.self_play import key_of, play_match


@pytest.mark.parametrize("key", registry.game_keys())
def test_a_thought_gives_nothing_away(key: str) -> None:
    game = registry.game(key)
    rules, imagine = game.rules, game.kit.imagine
    level = rules.INFO.levels[-1]
    said = set()
    for seed in range(6):
        chance = chance_for(key_of(seed), 0)
        for moment in play_match(rules, rules.INFO.players[0], rules.Options(), seed).moments:
            if moment.seat < 0:
                continue
            view, move = bot_move(rules, moment.state, moment.seat, level, chance)
            why = game.explain(view, move)
            other = imagine(moment.state, None, chance)
            shown = rules.bot_view(other, moment.seat, level)
            again = rules.view(other, moment.seat) if shown is None else shown
            assert game.explain(again, move) == why, f"{move} of {view}"
            if why is not None:
                assert "%(" not in str(why)
                said.add(why.text)
    assert game.explain is not defaults.explain
    assert len(said) > 1, said

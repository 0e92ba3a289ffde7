"""Options of old matches: what comes into a game later is unset by default.

A match keeps its options in its state, and its log must replay to that state for ever: an option
with another default, or a new one that is not unset, would make every older match another one.
"""

import json

import pytest

from games import registry
from games.engine import codec

WIRE = {
    "alalab": '{"turnSeconds": 45, "mode": "open", "referee": false, "source": "bank",'
    ' "answerSeconds": 20, "maxQuestions": 60, "questions": {"categories": [], "difficulty": null,'
    ' "language": "en"}, "bank": null}',
    "forty": '{"turnSeconds": 45, "rounds": 1}',
    "otzarot": '{"turnSeconds": 45, "target": 8000}',
    "telefon": '{"turnSeconds": 45, "target": 365, "hand": "default", "teams": false}',
    "thirtyone": '{"turnSeconds": 45, "hands": 10, "chips": 20, "turns": "total"}',
}


@pytest.mark.parametrize("key", registry.game_keys())
def test_the_default_options_are_what_they_were(key: str) -> None:
    assert codec.dump(registry.rules_for(key).Options()) == json.loads(WIRE[key])

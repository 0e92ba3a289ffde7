"""The games are found by their folders, and can be played by programs that know no Django."""

import subprocess
import sys

import pytest

from games import registry
from ops import ROOT

PLAIN = """
import sys
from games import registry
assert registry.all_games()
assert "django" not in sys.modules, "finding a game needs no Django"
"""


def test_a_game_is_found_without_django_settings_or_a_secret() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN], cwd=ROOT, env={}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("key", ["engine", "migrations", "", "nothing"])
def test_what_is_no_game_is_refused(key: str) -> None:
    with pytest.raises(LookupError):
        registry.rules_for(key)

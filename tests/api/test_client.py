"""The example client against a living site: it plays matches to their end."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games import registry
from tests.end_to_end.running_site import RunningSite, open_site

ROOT = Path(__file__).parent.parent.parent
CLIENT = ROOT / "examples" / "client.py"
SECONDS = 120
GAMES = ("forty", "thirtyone")  # a short one of each kind; any other only takes longer

# In the site's own environment: for each game a person with a bot account and its token.
MAKE_BOTS = """
from accounts.models import User
from api import services
for number, game in enumerate({games!r}):
    owner = User.objects.create_user(f"Owner{{number}}x", f"o{{number}}@example.org")
    bot = services.make_bot(owner, f"Clockwork{{number}}x")
    print("token", game, services.make_token(bot, "client", ["read", "play", "tables"])[1])
"""


def tokens(house: RunningSite) -> dict[str, str]:
    """By game, the token of a bot account."""
    made = house.site.manage("shell", "-c", MAKE_BOTS.format(games=GAMES))
    made.start()
    assert made.wait(120) and made.code == 0, made.output()
    told = [line.split() for line in made.output().splitlines() if line.startswith("token ")]
    return {game: text for _token, game, text in told}


def test_it_is_short_and_needs_little() -> None:
    text = CLIENT.read_text()
    assert len(text.splitlines()) <= 60
    modules = {
        (node.module or "").split(".")[0]
        if isinstance(node, ast.ImportFrom)
        else node.names[0].name.split(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert modules - set(sys.stdlib_module_names) == {"websockets"}
    assert not [game for game in registry.game_keys() if game in text]


def test_it_plays_to_the_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("programs")
    with open_site(folder, BOT_PAUSE="0.02", TURN_SECONDS_SCALE="0.1") as house:
        known = tokens(house)
        running = {
            game: subprocess.Popen(
                [sys.executable, str(CLIENT), house.urls[0], game],
                env=os.environ | {"COURTYARD_TOKEN": known[game]},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            for game in GAMES
        }
        try:
            told = {game: each.communicate(timeout=SECONDS)[0] for game, each in running.items()}
        finally:
            for each in running.values():
                each.kill()
        for game, each in running.items():
            assert each.returncode == 0, f"{game}: {told[game]}"
            assert "at table" in told[game] and len(told[game].splitlines()) >= 2, told[game]
        ended = dict(house.rows("SELECT game, status FROM games_match"))
        assert ended == dict.fromkeys(GAMES, "finished")
        played = house.rows("SELECT count(*) FROM games_event WHERE by = 'player'")[0][0]
        assert played > len(running) * 5

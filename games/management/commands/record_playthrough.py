"""`manage.py record_playthrough [game …]`: writes `tests/games/<game>/playthrough.txt` anew.

    python manage.py record_playthrough
    python manage.py record_playthrough <game> --seed 2 --option rounds=1

Each is made from the recipe at its top, or from the one that is given. Nothing is asked of a
database or of Redis.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games import registry
from games.console.playthrough import Recipe, recipe_of, record
from games.management.commands.table import option


class Command(BaseCommand):
    help = "Records one short match of a game as text, for the tests to compare with."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "games", nargs="*", metavar="game", help="all of them, if none is given"
        )
        parser.add_argument("--players", type=int)
        parser.add_argument("--level")
        parser.add_argument("--seed")
        parser.add_argument("--option", action="append", metavar="NAME=VALUE")

    def handle(self, *args: Any, **asked: Any) -> None:
        for key in asked["games"] or registry.game_keys():
            path = file_of(key)
            before = recipe_of(path.read_text()) if path.exists() else plain_recipe(key)
            recipe = Recipe(
                game=key,
                players=asked["players"] or before.players,
                options=dict(map(option, asked["option"])) if asked["option"] else before.options,
                level=asked["level"] or before.level,
                seed=asked["seed"] or before.seed,
            )
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(record(recipe))
            self.stdout.write(str(path.relative_to(settings.BASE_DIR)))


def file_of(key: str) -> Path:
    return Path(settings.BASE_DIR) / "tests" / "games" / key / "playthrough.txt"


def plain_recipe(key: str) -> Recipe:
    info = registry.rules_for(key).INFO
    return Recipe(key, info.players[0], {}, info.levels[-1], "1")

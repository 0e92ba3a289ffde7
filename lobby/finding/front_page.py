"""The context of the front page: one's own games, people at tables, the games to choose from."""

from typing import Any

from accounts.models import User
from games import registry
from games.engine.contract import Info
from games.page.introduction import players_line
from lobby.finding import lists, mine


def context(user: User | None) -> dict[str, Any]:
    return lists.front() | mine.context(user) | {"heroes": [hero(info) for info in infos()]}


def infos() -> list[Info]:
    return [rules.INFO for rules in registry.all_games()]


def hero(info: Info) -> dict[str, Any]:
    """A game as the lobby invites to it."""
    game = registry.game(info.key)
    return {
        "info": info,
        "players": players_line(info),
        "one_room": game.rules.ONE_ROOM is not None,
        "teaches": game.lesson is not None,
    }

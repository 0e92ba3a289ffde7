"""What Forty's bots have to win."""

from games.forty import rules
from games.forty.rules import Options
from tests.games.contests import Contest


def contest(level: str, other: str, games: int, least: float) -> Contest:
    what = f"{level} against {other}"
    return Contest(what, rules, Options(), level, other, games, least, ties="left out")


CONTESTS = [
    contest("sharp", "gentle", 300, 0.70),
    contest("sharp", "random", 300, 0.92),
    contest("gentle", "random", 300, 0.85),
    # A third would be its share.
    Contest(
        "sharp against two gentle",
        rules,
        Options(),
        "sharp",
        "gentle",
        240,
        0.5,
        seats=3,
        ties="shared",
    ),
]

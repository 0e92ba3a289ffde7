"""Terms of a programme: which table sizes a game allows, who sits together, and what is refused."""

from collections.abc import Sequence
from typing import Any

from games.engine import codec
from games.engine.errors import InvalidOptions
from games.engine.play import start
from games.services import match_rating
from lobby.services.checks import game_called
from series import refusals
from series.models import Item

LONGEST = 20
"""Games of one night."""


def check_length(games: Sequence[Any]) -> None:
    if not 1 <= len(games) <= LONGEST:
        raise refusals.EmptyProgramme(most=LONGEST)


def good_item(game: str, options: dict[str, Any] | None, size: int | None, rated: bool) -> Item:
    """A game of the programme as it is stored, or the refusal that says what is wrong with it."""
    rules = game_called(game)
    chosen = codec.load_options(rules, options or {})
    if not chosen.live:
        raise refusals.LiveClockOnly
    if rules.extra_seats(chosen):
        raise refusals.NoHostedGames
    if rated:
        match_rating.check_terms(rules, chosen, public=True)
    item = Item(game, codec.part_options(rules, chosen)[0], size or 0)
    sizes = seats_by_size(item)
    if not sizes:
        raise refusals.WrongSize
    item = Item(game, item.options, size or max(sizes))
    if item.size not in sizes:
        raise refusals.WrongSize
    return item


def seats_by_size(item: Item) -> dict[int, int]:
    """How many seats so many entrants take at a table; only what a trial deal accepts."""
    options = codec.load(item.options, item.rules.Options)
    found = {}
    for seats in item.info.players:
        try:
            start(item.rules, seats, options, bytes(32))
        except InvalidOptions:
            continue
        teams = item.rules.teams(seats, options)
        found[len(set(teams)) if teams else seats] = seats
    return found


def in_teams(item: Item) -> bool:
    """Whether an entrant is a team of two."""
    return any(seats == 2 * size for size, seats in seats_by_size(item).items())


def chairs(item: Item, entrants: Sequence[Sequence[Any]], bots: int = 0) -> list[Any]:
    """The people of these entrants in the order of the chairs; mates sit as the game says.

    After them come the bots, as None.
    """
    entrants = [*entrants, *([None] for _ in range(bots))]
    seats = seats_by_size(item)[len(entrants)]
    options = codec.load(item.options, item.rules.Options)
    teams = item.rules.teams(seats, options) or tuple(range(seats))
    order = list(dict.fromkeys(teams))
    waiting = {team: list(people) for team, people in zip(order, entrants, strict=True)}
    return [waiting[team].pop(0) for team in teams]

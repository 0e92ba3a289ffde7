"""Programme of a night: its host adds a game, changes, moves or drops one that is still to come.

A game is named by its place *and* its key. Whoever presses on a page that is older than the
programme is told so, and no other game is hit.
"""

from typing import Any

from django.db import transaction

from accounts.models import User
from games.engine import codec
from series import refusals
from series.models import Item, Series
from series.services.calling import open_pods
from series.services.hosting import lock_for_host
from series.services.locking import change, log
from series.services.making import good_programme
from series.services.terms import check_length


@transaction.atomic
def add_game(series_id: int, user: User, game: str, options: dict[str, Any], size: int) -> None:
    """One more game, at the end."""
    series = lock_for_host(series_id, user)
    [item] = good_programme([{"game": game, "options": options, "size": size}])
    log(series, user, "added a game", game=game)
    save(series, [*series.items, item])


@transaction.atomic
def change_game(
    series_id: int, user: User, index: int, game: str, options: dict[str, Any], size: int
) -> None:
    """The same game on other options, or by another number of people."""
    series = lock_for_host(series_id, user)
    items = _items_to_come(series, index, game)
    [items[index]] = good_programme([{"game": game, "options": options, "size": size}])
    save(series, items)


@transaction.atomic
def move_game(series_id: int, user: User, index: int, game: str, by: int) -> None:
    """One place earlier (-1) or later (1). Where there is no such place it stays."""
    series = lock_for_host(series_id, user)
    items = _items_to_come(series, index, game)
    to = index + by
    if series.next_item <= to < len(items):
        items[index], items[to] = items[to], items[index]
        save(series, items)


@transaction.atomic
def drop_game(series_id: int, user: User, index: int, game: str) -> None:
    """A game less. The last one stays while nothing is played: a night is ended, not emptied."""
    series = lock_for_host(series_id, user)
    items = _items_to_come(series, index, game)
    del items[index]
    if len(items) <= series.next_item and not open_pods(series):
        raise refusals.LastGame
    log(series, user, "dropped a game", game=game)
    save(series, items)


def item_to_come(series: Series, index: int, game: str) -> Item:
    return _items_to_come(series, index, game)[index]


def save(series: Series, items: list[Item]) -> None:
    """Called with the series locked. What was played counts towards the length."""
    check_length(items)
    change(series, programme=codec.dump(items))


def _items_to_come(series: Series, index: int, game: str) -> list[Item]:
    """All games, if the one at this place is this one, and was not begun."""
    items = series.items
    if not series.next_item <= index < len(items) or items[index].game != game:
        raise refusals.ProgrammeChanged
    return items

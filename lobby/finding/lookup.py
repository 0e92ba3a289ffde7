"""Lookup by a code: the only way in, with one rate limit of codes that find nothing.

What is private is found by being told its code. Whoever tries one code after another is told
nothing after some misses, also where the code would have been right. It is counted for the person
and for the address, whichever door they try: page, socket, API. Nobody is kept from a table where
they sit or played, nor from one that the lobby lists.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from accounts.access.rate_limit import TooFast
from accounts.models import User
from games.live import close_codes
from games.live.connection_limits import client_address
from lobby import limits, refusals, selectors
from lobby.finding import codes
from lobby.models import Table
from refusals.wording import words


class Place(Protocol):
    """What has a code: a table, or something above the lobby."""

    def get_absolute_url(self) -> str: ...


Found = TypeVar("Found", bound=Place)
Finder = Callable[[str, User | None, str], Place]

_finders: list[tuple[Callable[[str], object], Finder]] = []


def register(has: Callable[[str], object], find: Finder) -> None:
    """Codes of another room: whether this is one of them, and its lookup."""
    _finders.append((has, find))


def find_by_code(code: str, user: User | None, address: str) -> Place:
    """Whatever has this code, a table or not. Raises a refusal, or TooFast."""
    find = next((find for has, find in _finders if has(code)), find_table)
    return find(code, user, address)


def find_table(
    code: str, user: User | None, address: str, related: Sequence[str] = ("owner", "match")
) -> Table:
    """The table with this code. Raises NoSuchTable, or TooFast after too many that find nothing.

    To strangers a closed table does not exist: it gave its code up.
    """
    found = selectors.by_code(codes.normalize(code), related)
    closed = found is not None and found.status == Table.Status.CLOSED and not found.reserved_for
    known = found is not None and ((found.public and not closed) or _is_theirs(found, user))
    table = told(None if closed and not known else found, known, user, address)
    if table is None:
        raise refusals.NoSuchTable
    return table


def told(found: Found | None, known: bool, user: User | None, address: str) -> Found | None:
    """What a code finds. Whoever did not know it (`known`) may have guessed it: after too many
    misses that raises TooFast, and None is one more of them."""
    if known:
        return found
    keys = [(limits.GUESSES_OF_ADDRESS, address)]
    if user is not None:
        keys.append((limits.GUESSES, str(user.pk)))
    if wait := max(limit.wait(key, take=False) for limit, key in keys):
        raise TooFast(wait)
    if found is None:
        for limit, key in keys:
            limit.wait(key)
    return found


def find_for_socket(scope: dict[str, Any], user: User | None) -> Table | tuple[int, str]:
    """The same for a socket: the table, or the close code and its sentence."""
    code = scope["url_route"]["kwargs"]["code"]
    try:
        return find_table(code, user, client_address(scope), related=())
    except refusals.NoSuchTable as refusal:
        return close_codes.NO_SUCH_TABLE, words(refusal)
    except TooFast as refusal:
        return close_codes.TOO_MANY_GUESSES, words(refusal)


def _is_theirs(table: Table, user: User | None) -> bool:
    if user is None:
        return False
    return table.chairs.filter(user=user).exists() or selectors.played_at(table, user)

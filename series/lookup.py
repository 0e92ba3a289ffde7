"""Lookup of a series by its code, with the rate limit of codes that find nothing.

One that is public is found at once; one that is by link alone by being told its code.
"""

from typing import Any

from accounts.access.rate_limit import TooFast
from accounts.models import User
from games.live import close_codes
from games.live.connection_limits import client_address
from lobby.finding.lookup import register, told
from refusals.wording import words
from series import refusals, selectors
from series.models import Series


def find_series(code: str, user: User | None, address: str) -> Series:
    """The series with this code. Raises NoSuchSeries, or TooFast after too many misses."""
    found = selectors.by_code(code)
    known = found is not None and (found.public or selectors.entrant_of(found, user) is not None)
    series = told(found, known, user, address)
    if series is None:
        raise refusals.NoSuchSeries
    return series


register(selectors.by_code, find_series)


def find_for_socket(scope: dict[str, Any], user: User | None) -> Series | tuple[int, str]:
    """The same for a socket: the series, or the close code and its sentence."""
    try:
        return find_series(scope["url_route"]["kwargs"]["series"], user, client_address(scope))
    except refusals.NoSuchSeries as refusal:
        return close_codes.NO_SUCH_TABLE, words(refusal)
    except TooFast as refusal:
        return close_codes.TOO_MANY_GUESSES, words(refusal)

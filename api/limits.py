"""How fast one token may knock: counted in the cache for all web processes together.

Where the cache is away, each process counts in its own memory.
"""

import math
import time

from api.models import Token
from api.refusals import TooFast
from games.pace import Pace
from lobby.limits import too_many

REQUESTS = (300, 60)  # requests, seconds
LINKS = (60, 60)  # sockets opened, seconds

_here = Pace(burst=100, per_second=5)


def count(token: Token, what: str = "api", limit: tuple[int, int] = REQUESTS) -> None:
    """One request more, or a refusal that says when to come back."""
    refused = too_many(what, f"token{token.pk}", limit)
    if refused is None:
        refused = _here.too_fast(token.pk)
    if refused:
        refusal = TooFast()
        refusal.wait = max(1, math.ceil(limit[1] - time.time() % limit[1]))
        raise refusal

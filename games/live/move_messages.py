"""Moves as a page sends them, by its socket or by HTTP: their rate limit and how they are read."""

import json
from typing import Any
from uuid import UUID

from accounts.access.rate_limit import RateLimit
from games.engine.errors import InvalidMove

MOVES = RateLimit("moves", 20, 4)
"""Per person: far above what hands can do, far below what a script can."""


def parse_move(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidMove from None
    if not isinstance(data, dict):
        raise InvalidMove
    return data


def parse_move_id(text: str) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        raise InvalidMove from None


def parse_seen(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 10 else None

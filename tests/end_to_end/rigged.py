"""Chance as a test wants it: a match's key is chosen so that its next step brings it about."""

import json
import secrets
from collections.abc import Callable
from typing import Any

from games.engine.chance import Stream, chance_for
from tests.end_to_end.running_site import RunningSite


def state_of(house: RunningSite, code: str) -> dict[str, Any]:
    sql = "SELECT m.state FROM games_match m JOIN lobby_table t ON t.match_id = m.id"
    return house.rows(sql + " WHERE t.code = %s", code)[0][0]


def put(house: RunningSite, code: str, **parts: Any) -> None:
    """Parts of the state replaced, as they travel on the wire."""
    house.rows(
        "UPDATE games_match m SET state = m.state || %s::jsonb FROM lobby_table t"
        " WHERE t.match_id = m.id AND t.code = %s",
        json.dumps(parts),
        code,
    )


def foretell(house: RunningSite, code: str, wanted: Callable[[Stream], bool]) -> None:
    """The chance of the next step is one of those that are wanted."""
    sql = "SELECT m.id, m.seq FROM games_match m JOIN lobby_table t ON t.match_id = m.id"
    match, seq = house.rows(sql + " WHERE t.code = %s", code)[0]
    while not wanted(chance_for(key := secrets.token_bytes(32), seq + 1)):
        pass
    house.rows("UPDATE games_match SET key = %s WHERE id = %s", key, match)


def deadline_in(house: RunningSite, code: str, seconds: float) -> None:
    """The clock that runs now ends in so many seconds."""
    house.rows(
        "UPDATE games_match m SET deadline = now() + %s * interval '1 second' FROM lobby_table t"
        " WHERE t.match_id = m.id AND t.code = %s",
        seconds,
        code,
    )

"""Serializers of matches. What leaves here is a seat's view, never the state.

Routes and sockets both send what is made here.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from accounts.models import User
from api.serializers.tables import serialize_person
from games.engine.contract import Seat
from games.models import Match
from games.page import regions
from games.page.log import narrate
from games.page.phrases import spoken
from games.page.plain_text import plain
from games.page.players import Player, players
from games.page.result import result_of
from games.selectors import LoadedMatch
from lobby import selectors as tables


def serialize_match(shown: LoadedMatch, user: User) -> dict[str, Any]:
    """The match as this account's seat sees it. View and moves are the game's own values still:
    `encode` writes them as they are, `codec.dump` makes plain data of them."""
    you = shown.seat_of(user.pk)
    view = shown.rules.view(shown.state, you)
    left = regions.clock(shown)
    with spoken():
        return common(shown) | {
            "seat": you,
            "view": view,
            "legalMoves": legal_moves(shown, you),
            "leftMs": None if left is None else left.left_ms,
            "players": serialize_players(shown, view),
            "lines": log_lines(shown, you),
            "result": serialize_result(shown, you),
        }


def common(shown: LoadedMatch) -> dict[str, Any]:
    """What is the same for everybody, put together once a step."""
    if "common" not in shown.html:
        row = shown.match
        shown.html["common"] = {
            "match": row.pk,
            "game": row.game,
            "table": table_code(shown),
            "rated": row.rated,
            "status": row.status,
            "seq": row.seq,
            "deadline": None if row.deadline is None else row.deadline.isoformat(),
            "seal": row.commitment,
        }
    told: dict[str, Any] = shown.html["common"]
    return told


def encode(value: Any) -> str:
    """As JSON, for a socket."""
    return msgspec.json.encode(value).decode()


def table_code(shown: LoadedMatch) -> str | None:
    if "code" not in shown.kept:
        shown.kept["code"] = tables.code_of(shown.match.venue) or None
    code: str | None = shown.kept["code"]
    return code


def legal_moves(shown: LoadedMatch, you: Seat | None) -> Sequence[Any]:
    """What this seat may do now; nothing while a bot plays it."""
    running = shown.match.status == Match.Status.RUNNING
    if you is None or not running or str(you) in shown.match.bots:
        return ()
    return shown.rules.legal_moves(shown.state, you)


def serialize_players(shown: LoadedMatch, view: Any) -> list[dict[str, Any]]:
    """Once for all whose views name the same turn: nothing here depends on who looks."""
    key = ("players", getattr(view, "turn", None))
    if key not in shown.html:
        everybody = [serialize_seat(each, shown) for each in players(shown, view, None)]
        shown.html[key] = everybody
    return shown.html[key]


def serialize_seat(player: Player, shown: LoadedMatch) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "user": serialize_person(player.user),
        "level": player.level,
        "toMove": player.to_move,
        "away": player.away_until_ms is not None,
        "forfeited": player.forfeited,
        "place": player.place,
        "score": shown.seats[player.seat].score,
    }


def log_lines(shown: LoadedMatch, you: Seat | None) -> list[dict[str, Any]]:
    """The newest events in words; a line's number is that of its event."""
    return [{"seq": line.seq, "text": line.text} for line in narrate(shown, shown.recent, you)]


def serialize_result(shown: LoadedMatch, you: Seat | None) -> dict[str, Any] | None:
    told = result_of(shown, you)
    if told is None or shown.match.result is None:
        return None
    return {
        "places": list(shown.match.result["places"]),
        "scores": list(shown.match.result["scores"]),
        "reason": shown.match.result["reason"],
        "headline": plain(told.headline),
        "seed": told.seed,
    }

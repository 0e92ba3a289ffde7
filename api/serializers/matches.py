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


class MatchMessage(msgspec.Struct, frozen=True, rename="camel"):
    """A match as one seat sees it. View and moves are the game's own values still; what is the
    same for all who look is encoded once."""

    match: int
    game: str
    table: str | None
    rated: bool
    status: str
    seq: int
    deadline: str | None
    seal: str
    seat: Seat | None
    view: Any
    legal_moves: Sequence[Any]
    left_ms: int | None
    players: msgspec.Raw
    lines: msgspec.Raw
    result: dict[str, Any] | None


def serialize_match(shown: LoadedMatch, user: User) -> MatchMessage:
    row, you = shown.match, shown.seat_of(user.pk)
    view = shown.rules.view(shown.state, you)
    left = regions.clock(shown)
    with spoken():
        return MatchMessage(
            match=row.pk,
            game=row.game,
            table=table_code(shown),
            rated=row.rated,
            status=row.status,
            seq=row.seq,
            deadline=None if row.deadline is None else row.deadline.isoformat(),
            seal=row.commitment,
            seat=you,
            view=view,
            legal_moves=legal_moves(shown, you),
            left_ms=None if left is None else left.left_ms,
            players=serialize_players(shown, view),
            lines=log_lines(shown, you),
            result=serialize_result(shown, you),
        )


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
    return shown.moves_of(you)


def serialize_players(shown: LoadedMatch, view: Any) -> msgspec.Raw:
    """Once for all whose views name the same turn: nothing here depends on who looks."""
    key = ("players", getattr(view, "turn", None))
    if key not in shown.html:
        everybody = [serialize_seat(each, shown) for each in players(shown, view, None)]
        shown.html[key] = msgspec.Raw(msgspec.json.encode(everybody))
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


def log_lines(shown: LoadedMatch, you: Seat | None) -> msgspec.Raw:
    """The newest events in words; a line's number is that of its event."""
    told = b",".join([line.wire for line in narrate(shown, shown.recent, you)])
    return msgspec.Raw(b"[" + told + b"]")


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

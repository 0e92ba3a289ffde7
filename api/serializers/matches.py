"""Serializers of matches. What leaves here is a seat's view, never the state.

Routes and sockets both send what is made here.
"""

from collections.abc import Iterable
from typing import Any

from accounts.models import User
from api.serializers.tables import serialize_person
from games.engine import codec
from games.models import Event, Match
from games.page import regions
from games.page.log import narrate
from games.page.plain_text import plain
from games.page.players import Player, players
from games.page.result import result_of
from games.selectors import LoadedMatch
from lobby import selectors as tables


def serialize_match(shown: LoadedMatch, user: User) -> dict[str, Any]:
    """The match as this account's seat sees it."""
    row, you = shown.match, shown.seat_of(user.pk)
    view = shown.rules.view(shown.state, you)
    left = regions.clock(shown)
    return {
        "match": row.pk,
        "game": row.game,
        "table": tables.code_of(row.venue) or None,
        "rated": row.rated,
        "status": row.status,
        "seq": row.seq,
        "seat": you,
        "view": codec.dump(view),
        "legalMoves": legal_moves(shown, user),
        "deadline": deadline(shown),
        "leftMs": None if left is None else left.left_ms,
        "players": [serialize_seat(each, shown) for each in players(shown, view, you)],
        "lines": list(log_lines(shown, shown.recent, user)),
        "seal": row.commitment,
        "result": serialize_result(shown, user),
    }


def legal_moves(shown: LoadedMatch, user: User) -> list[Any]:
    """What this account may do now; nothing while a bot plays its seat."""
    you = shown.seat_of(user.pk)
    running = shown.match.status == Match.Status.RUNNING
    if you is None or not running or str(you) in shown.match.bots:
        return []
    return list(codec.dump(shown.rules.legal_moves(shown.state, you)))


def deadline(shown: LoadedMatch) -> str | None:
    due = shown.match.deadline
    return None if due is None else due.isoformat()


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


def log_lines(shown: LoadedMatch, events: Iterable[Event], user: User) -> Iterable[dict[str, Any]]:
    """The log in words: a line's id tells its event."""
    for line in narrate(shown, events, shown.seat_of(user.pk)):
        yield {"seq": int(line.id.split("-")[1]), "text": plain(line.html)}


def serialize_result(shown: LoadedMatch, user: User) -> dict[str, Any] | None:
    told = result_of(shown, shown.seat_of(user.pk))
    if told is None or shown.match.result is None:
        return None
    return {
        "places": list(shown.match.result["places"]),
        "scores": list(shown.match.result["scores"]),
        "reason": shown.match.result["reason"],
        "headline": plain(told.headline),
        "seed": told.seed,
    }

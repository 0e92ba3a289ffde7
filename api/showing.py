"""Tables and matches as JSON, for one who asks. What leaves here is a seat's view, never the state.

The HTTP door and the socket both send what is made here.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings

from accounts.models import User
from accounts.people.display import display_name
from api.models import Token
from games import selectors as matches
from games.engine import codec
from games.models import Event, Match
from games.page import regions
from games.page.log import narrate
from games.page.plain_text import plain
from games.page.players import Player, players
from games.page.result import result_of
from games.presence import leases
from games.selectors import Shown
from games.services.refusals import NoSuchMatch
from lobby import refusals
from lobby import selectors as tables
from lobby.finding import codes
from lobby.models import Table
from lobby.room import stage

LINKS = UUID("0b1f27a4-4a3b-4a36-8f0b-7a2f1f7f7c52")


# ---- Finding -----------------------------------------------------------------------------------


def find_match(match_id: int, user: User, stamp: str = "") -> Shown:
    """A match this account may look at: its own, or a public one."""
    shown = matches.show(match_id, stamp)
    if shown is None or not (shown.match.public or shown.seat_of(user.pk) is not None):
        raise NoSuchMatch
    return shown


def find_table(code: str) -> Table:
    """Knowing the code is enough, as with a link."""
    found = tables.by_code(codes.normalize(code))
    if found is None:
        raise refusals.NoSuchTable
    return found


def be_present(token: Token, venue: str) -> None:
    """A program without a socket is at the table as long as it asks now and then."""
    leases.arrive(uuid5(LINKS, f"{token.pk}/{venue}"), token.user_id, venue)


# ---- People and tables -------------------------------------------------------------------------


def person(user: User) -> dict[str, Any]:
    return {"name": display_name(user), "isBot": user.is_bot and not user.has_left}


def table(found: Table, user: User) -> dict[str, Any]:
    """A table. Who sits at a private one is told to those who sit or can sit there."""
    chairs = tables.chairs_of(found)
    looks = stage.may_look(found, user, chairs)
    return {
        "code": found.code,
        "game": found.game,
        "options": options_of(found),
        "seats": found.seats,
        "free": found.seats - len(chairs),
        "public": found.public,
        "rated": found.rated,
        "leaver": found.leaver,
        "minKarma": found.min_karma,
        "status": found.status,
        "owner": display_name(found.owner) if found.owner and looks else None,
        "chairs": [
            {
                "index": chair.index,
                "user": person(chair.user),
                "level": chair.level,
                "ready": chair.ready,
            }
            for chair in (chairs if looks else ())
        ],
        "match": found.match_id if looks else None,
        "seal": found.commitment,
        "url": f"{settings.SITE_URL}{found.get_absolute_url()}",
    }


def options_of(found: Table) -> dict[str, Any]:
    """As they may be shown."""
    secret = codec.secret_names(found.rules)
    return {name: value for name, value in found.options.items() if name not in secret}


# ---- A match -----------------------------------------------------------------------------------


def match(shown: Shown, user: User) -> dict[str, Any]:
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
        "players": [seat(each, shown) for each in players(shown, view, you)],
        "lines": list(lines(shown, shown.recent, user)),
        "seal": row.commitment,
        "result": result(shown, user),
    }


def legal_moves(shown: Shown, user: User) -> list[Any]:
    """What this account may do now; nothing while a bot plays its seat."""
    you = shown.seat_of(user.pk)
    running = shown.match.status == Match.Status.RUNNING
    if you is None or not running or str(you) in shown.match.bots:
        return []
    return list(codec.dump(shown.rules.legal_moves(shown.state, you)))


def deadline(shown: Shown) -> str | None:
    due = shown.match.deadline
    return None if due is None else due.isoformat()


def seat(player: Player, shown: Shown) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "user": person(player.user),
        "level": player.level,
        "toMove": player.to_move,
        "away": player.away_ms is not None,
        "forfeited": player.forfeited,
        "place": player.place,
        "score": shown.seats[player.seat].score,
    }


def lines(shown: Shown, events: Iterable[Event], user: User) -> Iterable[dict[str, Any]]:
    """The log in words: a line's id tells its event."""
    for line in narrate(shown, events, shown.seat_of(user.pk)):
        yield {"seq": int(line.id.split("-")[1]), "text": plain(line.html)}


def result(shown: Shown, user: User) -> dict[str, Any] | None:
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

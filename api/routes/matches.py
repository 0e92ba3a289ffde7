"""Routes of matches: playing, and what was played."""

import json
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Router

from api import moves, schemas
from api.authentication import Bearer, token_of, user_of
from api.models import Scope
from api.presence import renew_lease
from api.problems import EVERY
from api.selectors import find_match, venue_of
from api.serializers.archive import history_page
from api.serializers.matches import serialize_match
from archive.proof.log import log_of
from archive.replay.access import open_match
from games.engine import codec
from games.services import leaving
from lobby.services.checks import game_called

router = Router(by_alias=True)

MatchId = Annotated[int, Path(ge=1, le=2**63 - 1, description="The number of a match.")]
ANSWER: dict[Any, Any] = {200: schemas.Match, EVERY: schemas.Problem}


def as_it_stands(request: HttpRequest, match_id: int) -> dict[str, Any]:
    """The match as this account sees it. Asking is being there."""
    user = user_of(request)
    shown = find_match(match_id, user)
    if shown.seat_of(user.pk) is not None:
        renew_lease(token_of(request), shown.match.venue)
    told: dict[str, Any] = codec.dump(serialize_match(shown, user))
    return told


@router.get(
    "",
    auth=Bearer(Scope.READ),
    response={200: schemas.History, EVERY: schemas.Problem},
    operation_id="history",
    summary="Your own finished matches, the newest first",
)
def history(
    request: HttpRequest,
    game: Annotated[str, Query(description="Only this game.", max_length=32)] = "",
    before: Annotated[
        int | None, Query(ge=1, le=2**63 - 1, description="`next` of the page before.")
    ] = None,
) -> Any:
    if game:
        game_called(game)
    return history_page(user_of(request), game, before)


@router.get(
    "/{match_id}",
    auth=Bearer(Scope.READ),
    response=ANSWER,
    operation_id="match",
    summary="A match as your seat sees it",
)
def one_match(request: HttpRequest, match_id: MatchId) -> Any:
    """Spectators of a public match see what everybody sees. If you play without a socket, ask at
    least every 30 seconds: then you count as present."""
    return as_it_stands(request, match_id)


@router.get(
    "/{match_id}/legal-moves",
    auth=Bearer(Scope.READ),
    response={200: schemas.LegalMoves, EVERY: schemas.Problem},
    operation_id="legalMoves",
    summary="All that you may play now",
)
def legal_moves(request: HttpRequest, match_id: MatchId) -> Any:
    found = as_it_stands(request, match_id)
    return {"seq": found["seq"], "legalMoves": found["legalMoves"]}


@router.post(
    "/{match_id}/moves",
    auth=Bearer(Scope.PLAY),
    response={200: schemas.Receipt, EVERY: schemas.Problem},
    operation_id="play",
    summary="Play a move",
)
def play(request: HttpRequest, match_id: MatchId, body: schemas.Play) -> Any:
    """Send `{"move": …, "moveId": …, "seen": …}`, or the bare move as the rules print it. The id is
    yours: a repeat is answered with its first outcome. `seen` is the `seq` you decided on. A move
    may carry `playerId`, your seat's number or "p1" for seat 0; it must be your own."""
    move = json.loads(request.body) if body.move is None else body.move
    user = user_of(request)
    receipt = moves.play(match_id, user, move, body.move_id, body.seen)
    renew_lease(token_of(request), venue_of(match_id, user))
    return {"seq": receipt.seq, "repeated": receipt.repeated}


@router.post(
    "/{match_id}/resign",
    auth=Bearer(Scope.PLAY),
    response=ANSWER,
    operation_id="resign",
    summary="Give the match up",
)
def resign(request: HttpRequest, match_id: MatchId) -> Any:
    leaving.resign(match_id, user_of(request))
    return as_it_stands(request, match_id)


@router.post(
    "/{match_id}/reclaim",
    auth=Bearer(Scope.PLAY),
    response=ANSWER,
    operation_id="reclaim",
    summary="Take your seat back from the bot that kept it",
)
def reclaim(request: HttpRequest, match_id: MatchId) -> Any:
    leaving.reclaim_seat(match_id, user_of(request))
    return as_it_stands(request, match_id)


@router.get(
    "/{match_id}/replay",
    auth=Bearer(Scope.READ),
    response={200: schemas.Replay, EVERY: schemas.Problem},
    operation_id="replay",
    summary="The whole log of a match that is over",
)
def replay(request: HttpRequest, match_id: MatchId) -> Any:
    """Every move, fact and call of chance, with the seed: all it takes to check the match."""
    return log_of(open_match(match_id, user_of(request)))

"""Routes of games: what is played here, and who is best at it."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Path, Query, Router

from api import schemas
from api.authentication import Bearer, user_of
from api.models import Scope
from api.problems import EVERY
from api.serializers.archive import board_page
from api.serializers.games import serialize_game, serialize_game_in_full
from api.serializers.tables import serialize_table
from games import registry
from lobby import services

router = Router(by_alias=True)

Key = Annotated[str, Path(description="The key of a game, as the list of games gives it.")]


@router.get(
    "",
    auth=Bearer(Scope.READ),
    response={200: list[schemas.Game], EVERY: schemas.Problem},
    operation_id="listGames",
    summary="All games, with the schema of their options",
)
def list_games(request: HttpRequest) -> Any:
    return [serialize_game(rules) for rules in registry.all_games()]


@router.get(
    "/{key}",
    auth=Bearer(Scope.READ),
    response={200: schemas.GameInFull, EVERY: schemas.Problem},
    operation_id="game",
    summary="One game, with the schema of its moves and views",
)
def one_game(request: HttpRequest, key: Key) -> Any:
    return serialize_game_in_full(services.game_called(key))


@router.get(
    "/{key}/leaderboard",
    auth=Bearer(Scope.READ),
    response={200: schemas.Leaderboard, EVERY: schemas.Problem},
    operation_id="leaderboard",
    summary="The leaderboard of a game",
)
def leaderboard(
    request: HttpRequest,
    key: Key,
    by: Annotated[
        Literal["rating", "active", "streak"], Query(description="Best, busiest, longest streak.")
    ] = "rating",
    season: Annotated[Literal["all", "now"], Query(description="All time or this season.")] = "all",
    after: Annotated[str, Query(max_length=40, description="`next` of the page before.")] = "",
) -> Any:
    services.game_called(key)
    return board_page(user_of(request), key, by, season, after)


@router.post(
    "/{key}/play-now",
    auth=Bearer(Scope.TABLES),
    response={200: schemas.Table, EVERY: schemas.Problem},
    operation_id="playNow",
    summary="Sit at the fullest table that fits, or open one",
)
def play_now(request: HttpRequest, key: Key) -> Any:
    """Then say that you are ready, as at any table."""
    user = user_of(request)
    return serialize_table(services.play_now(user, key), user)


@router.post(
    "/{key}/practise",
    auth=Bearer(Scope.TABLES),
    response={200: schemas.Table, EVERY: schemas.Problem},
    operation_id="practise",
    summary="A friendly table with house bots in all other chairs",
)
def practise(request: HttpRequest, key: Key, body: schemas.BotWish) -> Any:
    user = user_of(request)
    return serialize_table(services.practise(user, key, body.level), user)

"""Routes of tables: finding and filling them."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Path, Query, Router, Status

from accounts.access.rate_limit import address_of
from api import refusals, schemas
from api.authentication import Bearer, token_of, user_of
from api.models import Scope
from api.presence import renew_lease
from api.problems import EVERY
from api.serializers.tables import serialize_person, serialize_table
from games.services import leaving
from lobby import selectors
from lobby.finding import lookup, open_tables
from lobby.models import Table
from lobby.room import stage
from lobby.room.chat import chat_lines, words_of
from lobby.services import chairs, checks, tables, talk

router = Router(by_alias=True)

Code = Annotated[str, Path(max_length=40, description="The six letters that find a table.")]
LISTED = 60
ANSWER: dict[Any, Any] = {200: schemas.Table, EVERY: schemas.Problem}


def find_table(request: HttpRequest, code: str) -> Table:
    """Knowing the code is enough, as with a link."""
    return lookup.find_table(code, user_of(request), address_of(request))


def as_it_stands(request: HttpRequest, found: Table) -> dict[str, Any]:
    """The table after what was done to it."""
    user = user_of(request)
    fresh = Table.objects.select_related("owner", "match").get(pk=found.pk)
    if selectors.sits_at(fresh, user):
        renew_lease(token_of(request), fresh.venue)
    return serialize_table(fresh, user)


@router.get(
    "",
    auth=Bearer(Scope.READ),
    response={200: list[schemas.Table], EVERY: schemas.Problem},
    operation_id="listTables",
    summary="The public tables with somebody at them",
)
def list_tables(
    request: HttpRequest,
    game: Annotated[str, Query(description="Only this game.", max_length=32)] = "",
    status: Annotated[
        Literal["", "open", "playing"], Query(description="Only open ones, or those playing.")
    ] = "",
    free: Annotated[bool, Query(description="Only those with a free chair.")] = False,
    rated: Annotated[bool | None, Query(description="Only rated, or only friendly ones.")] = None,
) -> Any:
    """Those with a free chair first, the fullest first."""
    if game:
        checks.game_called(game)
    user = user_of(request)
    rows = [serialize_table(found, user) for found in open_tables.listed(game)[:LISTED]]
    return [
        row
        for row in rows
        if (not status or row["status"] == status)
        and (not free or row["free"] > 0)
        and (rated is None or row["rated"] == rated)
    ]


@router.post(
    "",
    auth=Bearer(Scope.TABLES),
    response={201: schemas.Table, EVERY: schemas.Problem},
    operation_id="openTable",
    summary="Open a table and sit at it",
)
def open_table(request: HttpRequest, body: schemas.NewTable) -> Any:
    """Friendly unless `rated` is true. Bot accounts open friendly tables only."""
    found = tables.open_table(
        user_of(request),
        body.game,
        body.options,
        seats=body.seats,
        public=body.public,
        rated=body.rated,
        leaver=body.leaver,
        allows_guests=body.allows_guests,
        min_karma=body.min_karma,
        beginners=body.beginners,
    )
    return Status(201, as_it_stands(request, found))


@router.get(
    "/{code}",
    auth=Bearer(Scope.READ),
    response=ANSWER,
    operation_id="table",
    summary="One table: chairs, seal, match",
)
def one_table(request: HttpRequest, code: Code) -> Any:
    return as_it_stands(request, find_table(request, code))


@router.post(
    "/{code}/sit",
    auth=Bearer(Scope.TABLES),
    response=ANSWER,
    operation_id="sit",
    summary="Take the first free chair",
)
def sit(request: HttpRequest, code: Code) -> Any:
    found = find_table(request, code)
    chairs.sit(found.pk, user_of(request))
    return as_it_stands(request, found)


@router.post(
    "/{code}/leave",
    auth=Bearer(Scope.TABLES),
    response=ANSWER,
    operation_id="leave",
    summary="Get up",
)
def leave(request: HttpRequest, code: Code) -> Any:
    """In a running match only who has given it up may."""
    found = find_table(request, code)
    chairs.leave(found.pk, user_of(request))
    return as_it_stands(request, found)


@router.post(
    "/{code}/ready",
    auth=Bearer(Scope.TABLES),
    response=ANSWER,
    operation_id="ready",
    summary="Say that you are ready, with your part of the chance",
)
def ready(request: HttpRequest, code: Code, body: schemas.Ready) -> Any:
    """Read the seal first: it binds the server before it knows your nonce. When every chair is
    taken and ready, the match starts, and `match` names it. After a match this asks for another."""
    found = find_table(request, code)
    chairs.set_ready(found.pk, user_of(request), body.ready, body.nonce.lower())
    return as_it_stands(request, found)


@router.post(
    "/{code}/bots",
    auth=Bearer(Scope.TABLES),
    response=ANSWER,
    operation_id="addBot",
    summary="Put a house bot into a free chair",
)
def add_bot(request: HttpRequest, code: Code, body: schemas.BotWish) -> Any:
    """The owner may at any time, others after a while. A rated table becomes friendly by it."""
    found = find_table(request, code)
    chairs.add_bot(found.pk, user_of(request), body.level)
    return as_it_stands(request, found)


@router.post(
    "/{code}/remove",
    auth=Bearer(Scope.TABLES),
    response=ANSWER,
    operation_id="remove",
    summary="Send somebody away from your table",
)
def remove(request: HttpRequest, code: Code, body: schemas.ChairWish) -> Any:
    found = find_table(request, code)
    chairs.remove(found.pk, user_of(request), body.index)
    return as_it_stands(request, found)


@router.post(
    "/{code}/reopen",
    auth=Bearer(Scope.TABLES),
    response=ANSWER,
    operation_id="reopen",
    summary="Open a closed table again",
)
def reopen(request: HttpRequest, code: Code) -> Any:
    found = find_table(request, code)
    tables.reopen(found.pk, user_of(request))
    return as_it_stands(request, found)


@router.post(
    "/{code}/resign",
    auth=Bearer(Scope.PLAY),
    response=ANSWER,
    operation_id="resignHere",
    summary="Give up whichever match is being played here",
)
def resign(request: HttpRequest, code: Code) -> Any:
    found = find_table(request, code)
    if found.match_id is None:
        raise refusals.NoMatchHere
    leaving.resign(found.match_id, user_of(request))
    return as_it_stands(request, found)


@router.get(
    "/{code}/chat",
    auth=Bearer(Scope.READ),
    response={200: list[schemas.Said], EVERY: schemas.Problem},
    operation_id="chat",
    summary="The last lines of the table's chat",
)
def chat(request: HttpRequest, code: Code) -> Any:
    """Without those whom you have muted. The chat of a private table is for those who sit there."""
    found, user = find_table(request, code), user_of(request)
    if not stage.may_hear(found, user, selectors.chairs_of(found)):
        return []
    return [
        {
            "id": line.pk,
            "by": serialize_person(line.user)["name"] if line.user else None,
            "text": words_of(line),
            "at": line.at,
        }
        for line in chat_lines(found, user)
    ]


@router.post(
    "/{code}/chat",
    auth=Bearer(Scope.TABLES),
    response={200: schemas.Done, EVERY: schemas.Problem},
    operation_id="say",
    summary="Say something at the table",
)
def say(request: HttpRequest, code: Code, body: schemas.Words) -> Any:
    """Those who sit at the table talk. Bot accounts do not."""
    found, user = find_table(request, code), user_of(request)
    if user.is_bot:
        raise refusals.BotsDoNotTalk
    talk.say(found.pk, user, body.text, body.phrase)
    return {"done": True}

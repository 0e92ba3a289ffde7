"""Routes of series: tournaments and evenings, to join and to follow."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Path, Query, Router

from accounts.access.rate_limit import address_of
from api import schemas
from api.authentication import Bearer, user_of
from api.models import Scope
from api.problems import EVERY
from api.serializers.series import serialize_all, serialize_series, serialize_standings
from lobby.services import checks
from series import lookup, selectors
from series.models import Series
from series.selectors import SHOWN
from series.services import entering

router = Router(by_alias=True)

Code = Annotated[str, Path(max_length=40, description="The six letters that find a series.")]
ANSWER: dict[Any, Any] = {200: schemas.Series, EVERY: schemas.Problem}


def find_series(request: HttpRequest, code: str) -> Series:
    """Knowing the code is enough, as with a link."""
    return lookup.find_series(code, user_of(request), address_of(request))


def as_it_stands(request: HttpRequest, found: Series) -> dict[str, Any]:
    fresh = Series.objects.select_related("host").get(pk=found.pk)
    return serialize_series(fresh, user_of(request))


@router.get(
    "",
    auth=Bearer(Scope.READ),
    response={200: list[schemas.Series], EVERY: schemas.Problem},
    operation_id="listSeries",
    summary="The tournaments in the calendar",
)
def list_series(
    request: HttpRequest,
    game: Annotated[str, Query(description="Only this game.", max_length=32)] = "",
    which: Annotated[
        Literal["coming", "past", "mine"],
        Query(description="Running and planned ones, those that are over, or your own."),
    ] = "coming",
    page: Annotated[int, Query(ge=1, le=1000, description=f"Of those coming, {SHOWN} each.")] = 1,
) -> Any:
    """Running ones first, then as they begin."""
    if game:
        checks.game_called(game)
    user = user_of(request)
    rows = {
        "coming": lambda: list(selectors.coming(game)[(page - 1) * SHOWN : page * SHOWN]),
        "past": lambda: selectors.past(game),
        "mine": lambda: selectors.of_person(user),
    }[which]()
    return serialize_all(rows, user)


@router.get(
    "/next",
    auth=Bearer(Scope.READ),
    response={200: list[schemas.NextTable], EVERY: schemas.Problem},
    operation_id="nextTables",
    summary="The tables to which you are called",
)
def next_tables(request: HttpRequest) -> Any:
    """Say ready there before the grace is over; whoever does not is replaced by a bot."""
    return [
        {"series": series.code, "table": table.code, "status": table.status}
        for series, table in selectors.next_tables(user_of(request))
    ]


@router.get(
    "/{series}",
    auth=Bearer(Scope.READ),
    response=ANSWER,
    operation_id="series",
    summary="One series: how far it is, and your next table",
)
def one_series(request: HttpRequest, series: Code) -> Any:
    return as_it_stands(request, find_series(request, series))


@router.get(
    "/{series}/standings",
    auth=Bearer(Scope.READ),
    response={200: list[schemas.SeriesStanding], EVERY: schemas.Problem},
    operation_id="seriesStandings",
    summary="Who stands where, and from which matches each point comes",
)
def standings(request: HttpRequest, series: Code) -> Any:
    return serialize_standings(find_series(request, series))


@router.post(
    "/{series}/join",
    auth=Bearer(Scope.TABLES),
    response=ANSWER,
    operation_id="joinSeries",
    summary="Enter a series, or come back to it",
)
def join(request: HttpRequest, series: Code, body: schemas.Joining) -> Any:
    """Programs enter friendly ones whose maker lets them in."""
    found = find_series(request, series)
    entering.join(found.pk, user_of(request), body.partner)
    return as_it_stands(request, found)


@router.post(
    "/{series}/withdraw",
    auth=Bearer(Scope.TABLES),
    response=ANSWER,
    operation_id="withdrawFromSeries",
    summary="Leave a series",
)
def withdraw(request: HttpRequest, series: Code) -> Any:
    """A match that runs goes on by its own rules."""
    found = find_series(request, series)
    entering.withdraw(found.pk, user_of(request))
    return as_it_stands(request, found)

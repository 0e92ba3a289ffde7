"""Contexts of a series' page: its standings with their marks, its rounds as a picture, and what
the reader may do. The page, its socket and the API read the same."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games import registry
from games.engine import codec
from lobby.finding.front_page import infos
from lobby.responses import in_words
from lobby.room.invite_link import qr
from refusals import Refusal
from series import results, selectors
from series.bracket import Picture, draw
from series.models import Bye, Entrant, Item, Pod, Round, Series
from series.services import entering, terms
from series.services.locking import database_now
from series.standings.table import Mark, Row

RECENT_PODS = 12
"""Of an arena, which may have hundreds."""


RESULT_SECONDS = 8
"""A television shows how a game ended for so long."""


@dataclass
class Line:
    """A line of the standings as the page shows it."""

    row: Row
    entrant: Entrant
    people: list[User]
    is_you: bool
    place: int | None
    """None as long as nothing was played."""
    marks: list[dict[str, Any]] = field(default_factory=list)


def page(series: Series, user: User | None) -> dict[str, Any]:
    """All that the page and its one live region need."""
    mine = selectors.entrant_of(series, user)
    rounds = selectors.rounds_of(series)
    live_pods = [pod for made in rounds for pod in made.pods.all() if pod.is_open]
    table, my_table = lines(series, mine, rounds), selectors.table_of(series, user)
    context: dict[str, Any] = {
        "series": series,
        "item": series.item,
        "programme": programme(series, rounds),
        "infos": infos(),
        "info": series.item.info,
        "options_line": options_line(series.item),
        "entrants": selectors.entrants_of(series),
        "lines": table,
        "podium": series.status == Series.Status.OVER and any(line.row.points for line in table),
        "rounds": rounds,
        "live_pods": live_pods,
        "picture": picture(series, rounds),
        "mine": mine,
        "table": my_table,
        "held_ms": selectors.held_ms(my_table) if my_table else None,
        "sits_out": _sits_out(mine, live_pods),
        "left_ms": left_ms(series),
        "in_teams": terms.in_teams(series.item),
        "asked_by": _asked_by(series, user),
        "partner_elsewhere": _partner_elsewhere(series, mine),
        "is_host": user is not None and user.pk == series.host_id,
        "socket_url": f"/ws/series/{series.code}/",
        "link": f"{settings.SITE_URL}{series.get_absolute_url()}",
        "house": urlsplit(settings.SITE_URL).netloc,
        "qr": qr(f"{settings.SITE_URL}{series.get_absolute_url()}"),
    }
    return context | {"why_not": why_not(series, user, mine)}


def _sits_out(mine: Entrant | None, live_pods: list[Pod]) -> bool:
    """Others play, and the reader is in it too."""
    if mine is None or mine.status != Entrant.Status.IN or not live_pods:
        return False
    return all(seat.entrant_id != mine.pk for pod in live_pods for seat in pod.seats.all())


def screen(series: Series) -> dict[str, Any]:
    """The television's context: a stranger's, with the table on stage. Its last picture is held
    for a moment, unless others are called already; then the standings have the whole screen."""
    context = page(series, None)
    playing = [pod for pod in context["live_pods"] if pod.status == Pod.Status.PLAYING]
    ended = (
        [] if context["live_pods"] or not context["rounds"] else context["rounds"][-1].pods.all()
    )
    held = [pod for pod in ended if _held_ms(pod) > 0]
    on_stage = next(iter(playing + held), None)
    called = [selectors.held_ms(pod.table) for pod in context["live_pods"]]
    return context | {
        "called_ms": next((left for left in called if left is not None), None),
        "on_stage": on_stage.table if on_stage else None,
        "held_ms": _held_ms(on_stage) if on_stage else 0,
    }


def _held_ms(pod: Pod) -> int:
    """How much longer the end of a match is shown."""
    if pod.status != Pod.Status.OVER or pod.match is None or pod.match.finished_at is None:
        return 0
    gone = (database_now() - pod.match.finished_at).total_seconds()
    return int((RESULT_SECONDS - gone) * 1000)


def why_not(series: Series, user: User | None, mine: Entrant | None) -> str:
    """Why the reader cannot join, in words; empty if they can, or are in it. Of a visitor only
    whether anybody can."""
    if mine is not None:
        return ""
    try:
        if user is None:
            entering.check_entry_open(series)
        else:
            entering.check_may_enter(series, user)
    except Refusal as refusal:
        return in_words(refusal)
    return ""


def _asked_by(series: Series, user: User | None) -> list[User]:
    """Whose partner the reader is asked to be."""
    if user is None:
        return []
    rows = series.entrants.filter(invited=user, status=Entrant.Status.FORMING)
    return [member.user for entrant in rows for member in entrant.members.all()]


def _partner_elsewhere(series: Series, mine: Entrant | None) -> bool:
    """Whom the reader asked is in another team."""
    if mine is None or mine.status != Entrant.Status.FORMING:
        return False
    return series.members.filter(user=mine.invited_id).exists()


def left_ms(series: Series) -> int | None:
    """What is left on the series' clock."""
    if series.deadline is None or series.status == Series.Status.PAUSED:
        return None
    return max(0, int((series.deadline - database_now()).total_seconds() * 1000))


@dataclass(frozen=True)
class Game:
    """A game of a night's programme as the page shows it: played, now, skipped, or to come."""

    index: int
    item: Item
    state: str
    options_line: str
    first: bool
    last: bool
    """Of those to come."""


def programme(series: Series, rounds: list[Round]) -> list[Game]:
    """Every game in its order, with what it is played on."""
    if not series.is_night:
        return []
    items, begun = series.items, series.next_item if series.lasts else len(series.programme)
    pods = [(made.item, pod) for made in rounds for pod in made.pods.all()]
    played = {index for index, pod in pods if pod.status == Pod.Status.OVER}
    now = {index for index, pod in pods if pod.is_open}

    def state(index: int) -> str:
        if index in now:
            return "now"
        if index >= begun:
            return "coming"
        return "played" if index in played else "skipped"

    return [
        Game(
            index=index,
            item=item,
            state=state(index),
            options_line=options_line(item),
            first=index == begun,
            last=index == len(items) - 1,
        )
        for index, item in enumerate(items)
    ]


def options_line(item: Item) -> str:
    chosen = codec.load(item.options, item.rules.Options)
    return str(registry.game(item.game).words.option_line(chosen))


# ---- Standings ----------------------------------------------------------------------------------


def lines(series: Series, mine: Entrant | None, rounds: list[Round]) -> list[Line]:
    """The table as the finished matches have it; every number can be followed to its matches."""
    entrants = {each.pk: each for each in selectors.entrants_of(series, removed=True)}
    table = results.all_rows(series)
    points = {row.entrant: row.points for row in table}
    played = any(row.marks for row in table)
    items = series.items
    games = {made.number: items[made.item].info.name for made in rounds if series.is_night}
    return [
        Line(
            row=row,
            entrant=entrants[row.entrant],
            people=people_of(entrants[row.entrant]),
            is_you=mine is not None and mine.pk == row.entrant,
            place=row.place if played else None,
            marks=[
                _mark(mark, row, entrants, points) | {"game": games.get(mark.round)}
                for mark in row.marks
            ],
        )
        for row in table
        if row.place and row.entrant in entrants  # somebody may join between the two reads
    ]


def people_of(entrant: Entrant) -> list[User]:
    return [member.user for member in entrant.members.all()]


def _mark(
    mark: Mark, row: Row, entrants: dict[int, Entrant], points: dict[int, Fraction]
) -> dict[str, Any]:
    """One match of somebody, or a bye: what it was worth and against whom."""
    theirs = [points[other] for other in mark.opponents if other in entrants and other in points]
    return {
        "round": mark.round,
        "match": mark.match,
        "url": reverse("archive:replay", args=[mark.match]) if mark.match else "",
        "points": shown(mark.points),
        "place": mark.place,
        "players": mark.players,
        "first": mark.first,
        "doubled": mark.doubled,
        "annulled": mark.annulled,
        "opponents": [
            {
                "people": people_of(entrants[other]),
                "removed": entrants[other].status == Entrant.Status.REMOVED,
                "points": shown(points[other]),
            }
            for other in mark.opponents
            if other in entrants and other in points
        ],
        "mean": shown(sum(theirs, Fraction(0)) / len(theirs)) if theirs else "",
        "own": shown(row.points),
    }


def shown(value: Fraction) -> str:
    """Whole where it is whole, else with one digit."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"


# ---- Rounds -------------------------------------------------------------------------------------


def picture(series: Series, rounds: list[Round]) -> Picture | None:
    """The rounds of a Swiss or a knock-out as columns of tables; an arena and a night have none."""
    if series.kind not in (Series.Kind.SWISS, Series.Kind.KNOCKOUT) or not rounds:
        return None
    places = {result.match: result.places() for result in results.results_of(series)}
    return draw(
        [
            (
                _round_title(series, made),
                [*(_box(pod, places) for pod in made.pods.all()), *map(_bye_box, made.byes.all())],
            )
            for made in rounds
        ],
        joined=series.kind == Series.Kind.KNOCKOUT,
    )


def _round_title(series: Series, made: Round) -> str:
    if any(pod.featured for pod in made.pods.all()):
        return _("Final")
    return _("Round %(number)d") % {"number": made.number}


def _box(pod: Pod, places: dict[int, dict[int, int]]) -> dict[str, Any]:
    result = places.get(pod.match_id or 0, {})
    return {
        "url": pod_url(pod),
        "live": pod.is_open,
        "featured": pod.featured,
        "people": sorted(
            (
                {
                    "id": seat.entrant_id,
                    "name": team_name(seat.entrant),
                    "place": result.get(seat.entrant_id) if seat.came else None,
                    "came": seat.came,
                }
                for seat in pod.seats.all()
            ),
            key=lambda each: each["place"] or 99,
        ),
    }


def _bye_box(bye: Bye) -> dict[str, Any]:
    one = {"id": bye.entrant_id, "name": team_name(bye.entrant), "place": None, "came": True}
    return {"url": "", "live": False, "featured": False, "bye": True, "people": [one]}


def team_name(entrant: Entrant) -> str:
    return " & ".join(member.user.username for member in entrant.members.all())


def pod_url(pod: Pod) -> str:
    """Where it is watched, or watched again."""
    if pod.status == Pod.Status.OVER:
        return reverse("archive:replay", args=[pod.match_id])
    return pod.table.get_absolute_url() if pod.is_open else ""

"""Rounds as pages show them: the programme of a night, the picture of a Swiss or a knock-out."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games import registry
from games.engine import codec
from series import results
from series.bracket import Picture, draw
from series.lines import team_name
from series.models import Bye, Item, Pod, Round, Series


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
        "note": _("void") if pod.status == Pod.Status.VOID and pod.match_id else "",
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
    return {"url": "", "live": False, "featured": False, "note": _("bye"), "people": [one]}


def pod_url(pod: Pod) -> str:
    """Where it is watched, or watched again."""
    if pod.status == Pod.Status.OVER:
        return reverse("archive:replay", args=[pod.match_id])
    return pod.table.get_absolute_url() if pod.is_open else ""

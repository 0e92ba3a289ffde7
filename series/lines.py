"""Lines of the standings as pages show them, and the matches from which each number comes."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from zlib import crc32

from django.urls import reverse

from accounts.models import User
from series import results, selectors
from series.models import Entrant, Series
from series.standings.table import Mark, Row


@dataclass(frozen=True)
class Line:
    """An entrant's line."""

    row: Row
    entrant: Entrant
    people: list[User]
    place: int | None
    """None as long as nothing was played."""
    stamp: int
    """Another one when one of its numbers has changed, or that of an opponent."""


@dataclass(frozen=True)
class Standings:
    """Everybody's line, and what is needed to say from where its numbers come."""

    lines: list[Line]
    rows: Mapping[int, Row]
    entrants: Mapping[int, Entrant]


def standings(series: Series) -> Standings:
    """As the finished matches have it."""
    entrants = {each.pk: each for each in selectors.entrants_of(series, removed=True)}
    rows = {row.entrant: row for row in results.all_rows(series) if row.entrant in entrants}
    played = any(row.marks for row in rows.values())
    lines = [
        Line(
            row=row,
            entrant=entrants[row.entrant],
            people=people_of(entrants[row.entrant]),
            place=row.place if played else None,
            stamp=crc32(repr((row, [rows[one].points for one in _met(row, rows)])).encode()),
        )
        for row in rows.values()
        if row.place
    ]
    return Standings(lines, rows, entrants)


def _met(row: Row, rows: Mapping[int, Row]) -> list[int]:
    return [one for mark in row.marks for one in mark.opponents if one in rows]


def marks_of(series: Series, line: Line, table: Standings) -> list[dict[str, Any]]:
    """Each match of somebody, or a bye: what it was worth and against whom; at a night with the
    name of the game."""
    items, made = series.items, series.rounds_made.all() if series.is_night else ()
    games = {each.number: items[each.item].info.name for each in made}
    return [
        _mark(mark, line.row, table) | {"game": games.get(mark.round)} for mark in line.row.marks
    ]


def _mark(mark: Mark, row: Row, table: Standings) -> dict[str, Any]:
    others = [one for one in mark.opponents if one in table.rows]
    points = [table.rows[one].points for one in others]
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
                "people": people_of(table.entrants[one]),
                "removed": table.entrants[one].status == Entrant.Status.REMOVED,
                "points": shown(table.rows[one].points),
            }
            for one in others
        ],
        "mean": shown(sum(points, Fraction(0)) / len(points)) if points else "",
        "own": shown(row.points),
    }


def people_of(entrant: Entrant) -> list[User]:
    return [member.user for member in entrant.members.all()]


def team_name(entrant: Entrant) -> str:
    return " & ".join(user.username for user in people_of(entrant))


def shown(value: Fraction) -> str:
    """Whole where it is whole, else with one digit."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"

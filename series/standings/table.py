"""Standings table: everybody's place, and from which matches each number comes.

In a knock-out whoever came further stands higher, and the final decides its own places. Equal
points are separated by three tie-breaks, in this order. Opponents' sum: over the rounds, what
the others at the table have on average; a bye counts as one's own points. Direct result: in matches
of those who are equal so far, how often one was ahead less how often behind. Fewer first moves.
Whoever is equal in all of them shares a place.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Literal

from series.standings.points import BYE, STREAK, by_place, people_beaten
from series.standings.results import Bye, Result, in_order

ZERO = Fraction(0)

Scoring = Literal["places", "beaten", "knockout"]
"""Points by place, points for people beaten, or by place in a knock-out."""


@dataclass(frozen=True)
class Mark:
    """What one match, or a bye, was worth to one entrant."""

    round: int
    match: int | None
    """None: a bye."""
    points: Fraction
    place: int | None = None
    players: int = 0
    opponents: tuple[int, ...] = ()
    first: bool = False
    doubled: bool = False
    annulled: bool = False
    """No bye, but a match that counts for nobody."""


@dataclass
class Row:
    """One entrant's line. Every number is a sum over the marks."""

    entrant: int
    place: int = 0
    """0: removed."""
    points: Fraction = ZERO
    opponents: Fraction = ZERO
    direct: int = 0
    firsts: int = 0
    wins: int = 0
    reached: tuple[int, int] = (0, 0)
    """In a knock-out: the last round they were in and the place in the final; lower is better."""
    marks: list[Mark] = field(default_factory=list)

    @property
    def order(self) -> tuple[tuple[int, int], Fraction, Fraction, int, int]:
        return self.reached, -self.points, -self.opponents, -self.direct, self.firsts


def standings(
    entrants: Iterable[int],
    results: Sequence[Result],
    byes: Sequence[Bye] = (),
    scoring: Scoring = "places",
    removed: Collection[int] = (),
) -> list[Row]:
    """The table, best first; who shares a place stands in the order in which they were given.

    Whoever was `removed` has no place and stands at the end: what others played against them
    counts as it was played.
    """
    rows = {entrant: Row(entrant) for entrant in entrants}
    played = in_order(results)
    for result in played:
        _mark(rows, result, scoring == "beaten")
    for bye in byes:
        if bye.entrant in rows:
            rows[bye.entrant].marks.append(Mark(bye.round, None, BYE, annulled=bye.annulled))
    for row in rows.values():
        row.marks.sort(key=lambda mark: (mark.round, mark.match or 0))
        row.points = sum((mark.points for mark in row.marks), ZERO)
        row.firsts = sum(mark.first for mark in row.marks)
        row.wins = sum(mark.place == 1 for mark in row.marks)
    for row in rows.values():
        row.opponents = sum((_opponents(mark, row, rows) for mark in row.marks), ZERO)
    gone = [rows[one] for one in rows if one in removed]
    ranked = {one: row for one, row in rows.items() if one not in removed}
    _compare_directly(ranked, played)
    if scoring == "knockout":
        _by_round_reached(ranked)
    table = sorted(ranked.values(), key=lambda row: row.order)
    for row in table:
        row.place = 1 + sum(other.order < row.order for other in table)
    return table + gone


def _mark(rows: Mapping[int, Row], result: Result, arena: bool) -> None:
    places = result.places()
    points = people_beaten(result) if arena else by_place(result)
    for line in result.lines:
        if line.entrant not in rows:
            continue
        row = rows[line.entrant]
        place = places[line.entrant]
        won = line.counts and place == 1
        streak = (
            won
            and len(row.marks) >= STREAK
            and all(mark.place == 1 for mark in row.marks[-STREAK:])
        )
        row.marks.append(
            Mark(
                result.round,
                result.match,
                points[line.entrant] * (2 if arena and streak else 1),
                place if line.counts else None,
                len(places),
                tuple(other for other in places if other != line.entrant),
                line.seat == 0,
                arena and streak,
            )
        )


def _by_round_reached(rows: Mapping[int, Row]) -> None:
    last = max((mark.round for row in rows.values() for mark in row.marks), default=0)
    finals = {mark.match for row in rows.values() for mark in row.marks if mark.round == last}
    for row in rows.values():
        if not row.marks:
            continue
        mark = row.marks[-1]
        in_final = mark.round == last and len(finals) == 1
        place = (mark.place or mark.players) if in_final else 0
        row.reached = (-mark.round, place)


def _opponents(mark: Mark, row: Row, rows: Mapping[int, Row]) -> Fraction:
    if mark.match is None:
        return row.points
    known = [rows[other].points for other in mark.opponents if other in rows]
    return sum(known, ZERO) / len(known) if known else ZERO


def _compare_directly(rows: Mapping[int, Row], results: Sequence[Result]) -> None:
    """Among those with equal points and opponents' sum."""
    by_sum = sorted(rows.values(), key=lambda row: (row.points, row.opponents))
    for _key, equal in groupby(by_sum, key=lambda row: (row.points, row.opponents)):
        group = {row.entrant for row in equal}
        for result in results if len(group) > 1 else ():
            places = {one: place for one, place in result.places().items() if one in group}
            for one, place in places.items():
                ahead = sum(other > place for other in places.values())
                behind = sum(other < place for other in places.values())
                rows[one].direct += ahead - behind

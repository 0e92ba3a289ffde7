"""Points of one match. By place: first 12, last 0, even steps between, so tables of every size
weigh the same. In an arena: one for each person beaten."""

from fractions import Fraction

from series.standings.results import Result

FULL = 12
"""Of a winner. Divisible by 1, 2, 3 and 4, so up to five players get whole numbers."""

BYE = Fraction(FULL, 2)
"""The mean of every table."""

STREAK = 2
"""After so many wins in a row each further win of an arena counts double."""


def by_place(result: Result) -> dict[int, Fraction]:
    """Those who tie share what their places are worth."""
    places = result.places()
    players = len(places)

    def worth(place: int) -> Fraction:
        return Fraction(FULL * (players - place), players - 1) if players > 1 else Fraction(FULL)

    def shared(place: int) -> Fraction:
        tied = sum(other == place for other in places.values())
        return sum((worth(place + each) for each in range(tied)), Fraction(0)) / tied

    return {
        line.entrant: shared(places[line.entrant]) if line.counts else Fraction(0)
        for line in result.lines
    }


def people_beaten(result: Result) -> dict[int, Fraction]:
    """How many ended behind; whoever did not come or left is beaten by all who stayed."""
    places = result.places()
    return {
        line.entrant: Fraction(
            sum(other > places[line.entrant] for other in places.values()) if line.counts else 0
        )
        for line in result.lines
    }

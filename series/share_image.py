"""Share image of a series that is over: its podium, and who came behind it."""

from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import ngettext

from accounts.models import User
from series import results, selectors
from series.lines import shown
from series.models import Series
from sharing.pictures.people import Person, person_of
from sharing.pictures.podium import PodiumPicture, Standing

LISTED = 8
"""The podium and those who have room beside it."""


def podium_picture(series: Series) -> PodiumPicture:
    people = selectors.names_of(selectors.entrants_of(series))
    rows = [row for row in results.standings_of(series) if people.get(row.entrant)]
    return PodiumPicture(
        series.name,
        _note(series),
        tuple(
            Standing(row.place, _team(people[row.entrant]), _points(row.points))
            for row in rows[:LISTED]
        ),
    )


def _team(users: list[User]) -> Person:
    """A team of two under both names, with the face of the one who entered it."""
    people = [person_of(user) for user in users]
    return Person(" & ".join(person.name for person in people), people[0].avatar)


def _points(points: Fraction) -> str:
    return ngettext("%(n)s point", "%(n)s points", int(points)) % {"n": shown(points)}


def _note(series: Series) -> str:
    kind = series.get_kind_display()
    if series.ended_at is None:
        return kind
    return f"{kind} · {date_format(series.ended_at, 'j F Y')}"

"""The series of a scene.

Fay has a night, in which Hal and the guest Gus are called to a table; Dov is about to begin one
with Cem and Eve, who wait elsewhere. Ben and Eve have entered a cup that is due. Ida with Joe and
Kim with Lou are called to a table of a cup for teams. Mat and Nia play the final of a bracket.
"""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from accounts.models import User
from lobby.services import chairs
from series.models import Pod, Series
from series.services import advancing, entering, hosting, making

GAME = "forty"
TEAMS = {"game": "telefon", "options": {"teams": True}, "size": None}


def make(people: Mapping[str, User], mia: User) -> dict[str, Any]:
    """Gives the series and the tables of their pods."""
    ben, cem, dov, eve, fay, gus, hal = (
        people[name] for name in ("ben", "cem", "dov", "eve", "fay", "gus", "hal")
    )
    night = making.make_night(fay, [{"game": GAME}, {"game": GAME}], break_seconds=0)
    for user in (hal, gus):
        entering.join(night.pk, user)
    hosting.begin(night.pk, fay)
    gathering = making.make_night(dov, [{"game": GAME, "size": 3}], break_seconds=0)
    for user in (cem, eve):
        entering.join(gathering.pk, user)

    doubles = _cup(mia, "swiss", **TEAMS)
    for one, other in (("ida", "joe"), ("kim", "lou")):
        entering.join(doubles.pk, people[one], partner=other)
        entering.join(doubles.pk, people[other])
    bracket = _cup(mia, "knockout", people["mat"], people["nia"], weekly=True)
    for each in (night, doubles, bracket):
        advancing.advance(each.pk)
    made = {"night": night, "gathering": gathering, "doubles": doubles, "bracket": bracket}
    places = {"called": night, "called_teams": doubles, "bracket_table": bracket}
    tables = {name: Pod.objects.get(round__series=each).table for name, each in places.items()}
    for table, users in (
        ("called", (fay, gus)),
        ("called_teams", [people[name] for name in ("ida", "joe", "kim")]),
        ("bracket_table", [people[name] for name in ("mat", "nia")]),
    ):
        for user in users:
            chairs.set_ready(tables[table].pk, user, nonce="ab" * 16)
    advancing.advance(bracket.pk)
    return made | tables | {"cup": _cup(mia, "swiss", ben, eve)}


def _cup(maker: User, kind: str, *people: User, **more: Any) -> Series:
    """Due, but its clock has not rung yet."""
    settings: dict[str, Any] = {"game": GAME, "size": 2, "rounds": 3, "break_seconds": 0} | more
    cup = making.make_tournament(maker, kind, "Cup", starts_at=timezone.now(), **settings)
    for user in people:
        entering.join(cup.pk, user)
    return cup

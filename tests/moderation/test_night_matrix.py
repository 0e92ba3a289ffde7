"""Who may look into a private night: every address that takes its code, or that of its table, the
number of its match or of a chat line there. An address without a row fails.

The letters are those of `test_place_matrix.py`, for `anonymous`, a `stranger`, a `guest`, somebody
in a `seat`, one who played the first game and `left`, a `moderator`. All know both codes: who has
a link may look on, for a night is watched on a television.

The columns: the second game's table waits (`called`); it plays (`playing`); the night is `over`;
and codes and numbers of nothing (`guessed`).
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from accounts.notices import services as notices
from api import services as api
from api.models import Scope
from lobby.services import talk
from moderation import groups
from series.models import Pod, Series
from series.services import entering, hosting, making
from tests.lobby.conftest import GAME
from tests.moderation import test_place_matrix as places
from tests.moderation.conftest import of_the_house
from tests.moderation.routes import routes
from tests.moderation.test_access_matrix import session_of, somebody, undone
from tests.moderation.test_place_matrix import SAID, World
from tests.series.conftest import advance, open_pods, play_all, ready

pytestmark = pytest.mark.django_db

WHO = ("anonymous", "stranger", "guest", "seat", "left", "moderator")
IN_A_NIGHT = re.compile(r"^(?!game/).*<(\w+:)?(code|match_id|line_id|series)>")
"""Addresses of a game know matches only, and have their rows in the other matrix."""

WHERE = ("called", "playing", "over", "guessed")

# method  route                                                   called playing over guessed
NIGHTS = """
GET  api/v1/tables/<code>                                         ipippp ipippp ioiooo ininnn
POST api/v1/tables/<code>/sit                                     ixipxx ixipxx ixixxx ininnn
POST api/v1/tables/<code>/leave                                   ipippp ipixpp ioiooo ininnn
POST api/v1/tables/<code>/ready                                   ixipxx ixipxx ixixxx ininnn
POST api/v1/tables/<code>/bots                                    ixixxx ixixxx ixixxx ininnn
POST api/v1/tables/<code>/remove                                  ixixxx ixixxx ixixxx ininnn
POST api/v1/tables/<code>/reopen                                  ixixxx ixixxx inixnn ininnn
POST api/v1/tables/<code>/resign                                  ixixxx ixioxx ixixxx ininnn
GET  api/v1/tables/<code>/chat                                    itittt itittt ioiooo ininnn
POST api/v1/tables/<code>/chat                                    ixioxx ixioxx ixixxx ininnn
GET  api/v1/matches/<match_id>                                    ininnn inipnn inipnn ininnn
GET  api/v1/matches/<match_id>/legal-moves                        ininnn inionn inionn ininnn
POST api/v1/matches/<match_id>/moves                              ininnn ixixxx ixixxx ininnn
POST api/v1/matches/<match_id>/resign                             ininnn ixipxx ixixxx ininnn
POST api/v1/matches/<match_id>/reclaim                            ininnn ixipxx ixixxx ininnn
GET  api/v1/matches/<match_id>/replay                             ininnn inixnx inipnp ininnn
GET  moderation/report/match/<int:match_id>/                      innnnn innpnn innpnn innnnn
POST moderation/report/match/<int:match_id>/                      innnnn innonn innonn innnnn
GET  moderation/report/table/<str:code>/                          iooooo innpnn innpnn innnnn
POST moderation/report/table/<str:code>/                          iooooo innonn innonn innnnn
GET  moderation/report/table/<str:code>/line/<int:line_id>/       ittttt ittttt innnnt innnnn
POST moderation/report/table/<str:code>/line/<int:line_id>/       iooooo iooooo innnno innnnn
GET  replay/<int:match_id>/                                       nnnnnn nnnxnx nnnpnp nnnnnn
GET  replay/<int:match_id>/step/<int:step>/                       nnnnnn nnnxnx nnnpnp nnnnnn
GET  replay/<int:match_id>/log.json                               nnnnnn nnnxnx nnnpnp nnnnnn
GET  replay/<int:match_id>/verify/                                nnnnnn nnnxnx nnnpnp nnnnnn
GET  replay/<int:match_id>/result.png                             nnnnnn nnnxnx nnnono nnnnnn
POST match/<int:match_id>/move/                                   xxxxxx xxxxxx xxxxxx xxxxxx
POST match/<int:match_id>/resign/                                 xxxxxx xxxoxx xxxxxx xxxxxx
POST match/<int:match_id>/reclaim/                                xxxxxx xxxoxx xxxxxx xxxxxx
GET  t/<str:code>/                                                tttttt tttttt pppppp nnnnnn
GET  t/<str:code>/invitation.png                                  oooooo oooooo oooooo nnnnnn
GET  t/<str:code>/refresh/                                        tttttt tttttt pppppp nnnnnn
GET  t/<str:code>/screen/                                         pppppp pppppp pppppp nnnnnn
POST t/<str:code>/sit/                                            ixxoxx ixxoxx ixxxxx nnnnnn
POST t/<str:code>/guests/                                         ixxxxx ixxxxx ixxxxx nnnnnn
POST t/<str:code>/countdown/                                      ixxxxx ixxxxx ixxxxx nnnnnn
POST t/<str:code>/leave/                                          iooooo iooxoo iooooo nnnnnn
POST t/<str:code>/ready/                                          ixxoxx ixxoxx ixxxxx nnnnnn
POST t/<str:code>/bot/                                            ixxxxx ixxxxx ixxxxx nnnnnn
POST t/<str:code>/remove/                                         ixxxxx ixxxxx ixxxxx nnnnnn
POST t/<str:code>/resign/                                         ixxxxx ixxoxx ixxxxx nnnnnn
GET  t/<str:code>/resign/cost/                                    iooooo iooooo iooooo innnnn
GET  t/<str:code>/person/<str:name>/                              oooooo oooooo oooooo nnnnnn
POST t/<str:code>/reopen/                                         ixxxxx ixxxxx ixxxxx nnnnnn
POST t/<str:code>/say/                                            ixxoxx ixxoxx ixxxxx nnnnnn
POST t/<str:code>/aside/                                          ixxxxx ixxxxx ixxxxx nnnnnn
POST t/<str:code>/invite/                                         ixxxxx ixxxxx ixxxxx nnnnnn
POST t/<str:code>/await/                                          iooooo iooooo iooooo nnnnnn
POST t/<str:code>/mute/                                           ittttt ittttt iooooo nnnnnn
GET  api/v1/series/<series>                                       ipippp ipippp ipippp ininnn
GET  api/v1/series/<series>/standings                             ipippp ipippp ipippp ininnn
POST api/v1/series/<series>/join                                  ipippp ipippp ixipxx ininnn
POST api/v1/series/<series>/withdraw                              ipippp ipippp ipixxp ininnn
GET  series/<str:series>/                                         oooooo oooooo oooooo nnnnnn
POST series/<str:series>/join/                                    iooooo iooooo ixxoxx innnnn
POST series/<str:series>/withdraw/                                iooooo iooooo iooxxo innnnn
POST series/<str:series>/step-out/                                ixxoox ixxoox ixxoox innnnn
POST series/<str:series>/call-off/                                ixxxxx ixxxxx ixxxxx innnnn
GET  series/<str:series>/podium.png                               nnnnnn nnnnnn oooooo nnnnnn
GET  series/<str:series>/marks/<int:entrant>/                     pppppp pppppp pppppp nnnnnn
GET  night/<str:series>/                                          pppppp pppppp pppppp nnnnnn
GET  night/<str:series>/screen/                                   pppppp pppppp pppppp nnnnnn
POST night/<str:series>/begin/                                    ixxxxo ixxxxo ixxxxx innnnn
POST night/<str:series>/skip/                                     ixxxxo ixxxxo ixxxxx innnnn
POST night/<str:series>/repeat/                                   ixxxxo ixxxxo ixxxxx innnnn
POST night/<str:series>/next/                                     ixxxxo ixxxxo ixxxxx innnnn
POST night/<str:series>/pause/                                    ixxxxo ixxxxo ixxxxx innnnn
POST night/<str:series>/resume/                                   ixxxxo ixxxxo ixxxxx innnnn
POST night/<str:series>/end/                                      ixxxxo ixxxxo ixxxxx innnnn
GET  night/<str:series>/games/<slug:game>/                        ioooop ioooop iooooo innnnn
POST night/<str:series>/games/<slug:game>/                        ixxxxP ixxxxP ixxxxx innnnn
GET  night/<str:series>/games/<int:index>/<slug:game>/            iooooo iooooo iooooo innnnn
POST night/<str:series>/games/<int:index>/<slug:game>/            ixxxxx ixxxxx ixxxxx innnnn
POST night/<str:series>/games/<int:index>/<slug:game>/up/         ixxxxx ixxxxx ixxxxx innnnn
POST night/<str:series>/games/<int:index>/<slug:game>/down/       ixxxxx ixxxxx ixxxxx innnnn
POST night/<str:series>/games/<int:index>/<slug:game>/drop/       ixxxxx ixxxxx ixxxxx innnnn
"""


def rows() -> list[tuple[str, str, list[str]]]:
    lines = [line.split() for line in NIGHTS.strip().splitlines()]
    return [(method, route, cells) for method, route, *cells in lines]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Built once; every knock is undone."""
    with django_db_blocker.unblock(), undone():
        yield build()


def build() -> World:
    cache.clear()
    groups.make()
    stranger, left, guest = somebody("Samir"), somebody("Dina"), User(username="Sevda")
    guest.is_guest = True
    guest.save()
    moderator = of_the_house(somebody("Mona"), groups.MODERATORS)
    somebody("Leyla")
    made = World()
    made.people, made.owners, made.samples = {}, {}, {}
    for where in WHERE:
        host, seat = somebody(f"Owner-{where}"), somebody(f"Seat-{where}")
        made.people[where] = {"stranger": stranger, "guest": guest, "seat": seat, "left": left}
        made.people[where]["moderator"] = moderator
        made.owners[where] = host.username
        night = private_night(where, host, seat, left)
        table = Pod.objects.filter(round__series=night).latest("pk").table
        entrant = night.members.get(user=host).entrant_id
        made.samples[where] = places.samples_of(table, host) | {
            "series": night.code,
            "entrant": entrant,
        }
    made.samples["guessed"] = {
        "code": "ZZZZZZ", "match_id": 10**9, "line_id": 10**9, "seat": 0, "series": "ZZZZZZ",
        "entrant": 10**9,
    }  # fmt: skip
    for sample in made.samples.values():
        sample |= {
            "step": 0,
            "question_id": 1,
            "name": "Leyla",
            "game": GAME,
            "key": GAME,
            "index": 1,
        }
    users = {user.pk: user for people in made.people.values() for user in people.values()}
    for user in users.values():
        notices.read(user.pk)  # a bell tells everybody their own news on every page
    made.sessions = {pk: session_of(user) for pk, user in users.items()}
    del users[guest.pk]
    made.tokens = {pk: api.make_token(user, "t", Scope.values)[1] for pk, user in users.items()}
    made.tokens[guest.pk] = "a guest has none"
    return made


def private_night(where: str, host: User, seat: User, left: User) -> Series:
    """Two games; somebody leaves after the first, and somebody else comes for the second."""
    night = making.make_night(host, [{"game": GAME}, {"game": GAME}], break_seconds=0)
    entering.join(night.pk, left)
    hosting.begin(night.pk, host)
    play_all(night)
    entering.withdraw(night.pk, left)
    entering.join(night.pk, seat)
    advance(night)
    [pod] = open_pods(night)
    talk.say(pod.table_id, host, SAID)
    if where == "playing":
        ready(pod)
        advance(night)
    if where == "over":
        play_all(night)
        advance(night)
        assert night.status == Series.Status.OVER
    return night


def test_every_address_of_a_night_has_a_row() -> None:
    said = {route for _method, route, _cells in rows()}
    assert said == {route for route in routes() if IN_A_NIGHT.search(route)}


@pytest.mark.parametrize(("method", "route", "cells"), rows(), ids=lambda part: str(part)[:60])
def test_who_may_look(world: World, method: str, route: str, cells: list[str]) -> None:
    got = [
        "".join(places.knock(world, where, who, method, route) for who in WHO) for where in WHERE
    ]
    assert got == cells


SEARCHED = [
    route for route in routes() if not re.search(r"<(?!(slug:|str:)?(name|game|key))|admin", route)
]
"""Lists, profiles, boards, feeds: where nobody names the night."""


def test_nobody_finds_it_who_was_not_told(world: World) -> None:
    """The samples name the host, so theirs are the profile and the history that are read."""
    told = {who for who in ("stranger", "guest", "seat") if codes_on(world, who)}
    assert told == {"seat"}


def codes_on(world: World, who: str) -> list[tuple[str, str]]:
    sample, host = world.samples["playing"], world.owners["playing"]
    found = []
    for route in SEARCHED:
        _, text = places.ask(world, "playing", who, "GET", route, name=host)
        found += [(route, key) for key in ("series", "code") if sample[key] in text]
    return found

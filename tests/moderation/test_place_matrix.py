"""Who may look into which table: every address that takes a table's code or the number of a match
or of a chat line, asked about tables that are not everybody's. An address without a row fails.

A cell has one letter for each visitor, in this order: `anonymous`, a `stranger`, somebody in a
`seat`, one who sat there and `left`, a `moderator`. All of them know the code, nobody knows more.

    i  asked to sign up or in (or for a token)        n  there is no such thing
    o  done, or a page that tells nothing of it       x  refused in words
    p  who is there is told                           t  and what was said there

What stands on a picture is not read here, but in `tests/sharing/`.

The columns: a private table with a free chair (`waiting`); one that plays (`playing`); one whose
match is over, after which one of the two got up and somebody else sat down (`over`); one where both
got up after their match (`closed`: it gave its code up, but who played there may come back); and
codes and numbers of nothing (`guessed`).
A game with addresses of its own brings its rows in `tests/games/<key>/place_matrix.txt`.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from api import services as api
from api.models import Scope
from games.models import Seat
from games.services import leaving
from lobby.models import ChatLine, Table
from lobby.services import chairs, tables, talk
from moderation import groups
from tests.lobby.conftest import GAME
from tests.moderation.conftest import of_the_house
from tests.moderation.routes import path_of, routes
from tests.moderation.test_access_matrix import session_of, somebody, undone
from tests.responses import body_of

pytestmark = pytest.mark.django_db

WHO = ("anonymous", "stranger", "seat", "left", "moderator")
WHERE = ("waiting", "playing", "over", "closed", "guessed")
SAID = "lanterns"

# method  route                                          waiting playing over closed guessed
PLACES = """
GET  api/v1/tables/<code>                                    ipppp iopoo ioppo inonn innnn
POST api/v1/tables/<code>/sit                                ipppp ixpxx ixpxx inxnn innnn
POST api/v1/tables/<code>/leave                              ipppp ioxoo ioppo inonn innnn
POST api/v1/tables/<code>/ready                              ixpxx ixpxx ixpxx inxnn innnn
POST api/v1/tables/<code>/bots                               ixxxx ixxxx ixxxx inxnn innnn
POST api/v1/tables/<code>/remove                             ixxxx ixxxx ixxxx inxnn innnn
POST api/v1/tables/<code>/reopen                             ixxxx ixxxx ixxxx inonn innnn
POST api/v1/tables/<code>/resign                             ixxxx ixpxx ixxxx inxnn innnn
GET  api/v1/tables/<code>/chat                               itttt iotoo iotoo inonn innnn
POST api/v1/tables/<code>/chat                               ixoxx ixoxx ixoxx inxnn innnn
GET  api/v1/matches/<match_id>                               innnn inpnn innpn inpnn innnn
GET  api/v1/matches/<match_id>/legal-moves                   innnn inonn innon inonn innnn
POST api/v1/matches/<match_id>/moves                         innnn ixxxx ixxxx ixxxx innnn
POST api/v1/matches/<match_id>/resign                        innnn ixpxx ixxxx ixxxx innnn
POST api/v1/matches/<match_id>/reclaim                       innnn ixpxx ixxxx ixxxx innnn
GET  api/v1/matches/<match_id>/replay                        innnn inxnx innpp inpnp innnn
GET  moderation/report/match/<int:match_id>/                 innnn inpnn innpn inpnn innnn
POST moderation/report/match/<int:match_id>/                 innnn inonn innon inonn innnn
GET  moderation/report/table/<str:code>/                     ioooo inpnn innpn inpnn innnn
POST moderation/report/table/<str:code>/                     ioooo inonn innon inonn innnn
GET  moderation/report/table/<str:code>/line/<int:line_id>/  itttt intnt intnt innnn innnn
POST moderation/report/table/<str:code>/line/<int:line_id>/  ioooo inono inono innnn innnn
GET  replay/<int:match_id>/                                  nnnnn nnxnx nnnpp nnpnp nnnnn
GET  replay/<int:match_id>/step/<int:step>/                  nnnnn nnxnx nnnpp nnpnp nnnnn
GET  replay/<int:match_id>/log.json                          nnnnn nnxnx nnnpp nnpnp nnnnn
GET  replay/<int:match_id>/verify/                           nnnnn nnxnx nnnpp nnpnp nnnnn
GET  replay/<int:match_id>/result.png                        nnnnn nnxnx nnnoo nnono nnnnn
POST match/<int:match_id>/move/                              xxxxx xxxxx xxxxx xxxxx xxxxx
POST match/<int:match_id>/resign/                            xxxxx xxoxx xxxxx xxxxx xxxxx
POST match/<int:match_id>/reclaim/                           xxxxx xxoxx xxxxx xxxxx xxxxx
GET  t/<str:code>/                                           ttttt ootoo ootpo nnpnn nnnnn
GET  t/<str:code>/invitation.png                             ooooo ooooo ooooo nnonn nnnnn
GET  t/<str:code>/refresh/                                   ttttt ootoo ootpo nnpnn nnnnn
GET  t/<str:code>/screen/                                    ppppp oopoo ooppo nnonn nnnnn
POST t/<str:code>/sit/                                       ioooo ixoxx ixoxx nnxnn nnnnn
POST t/<str:code>/guests/                                    ixxxx ixxxx ixxxx nnxnn nnnnn
POST t/<str:code>/countdown/                                 ixoxx ixxxx ixoxx nnxnn nnnnn
POST t/<str:code>/leave/                                     ioooo ioxoo ioooo nnonn nnnnn
POST t/<str:code>/ready/                                     ixoxx ixoxx ixoxx nnxnn nnnnn
POST t/<str:code>/bot/                                       ixxxx ixxxx ixxxx nnxnn nnnnn
POST t/<str:code>/remove/                                    ixxxx ixxxx ixxxx nnxnn nnnnn
POST t/<str:code>/resign/                                    ixxxx ixoxx ixxxx nnxnn nnnnn
GET  t/<str:code>/resign/cost/                               ioooo ioooo ioooo inonn innnn
GET  t/<str:code>/person/<str:name>/                         ooooo ooooo ooooo nnonn nnnnn
POST t/<str:code>/reopen/                                    ixxxx ixxxx ixxxx nnonn nnnnn
POST t/<str:code>/say/                                       ixoxx ixoxx ixoxx nnxnn nnnnn
POST t/<str:code>/aside/                                     ixxxx ixxxx ixxxx nnxnn nnnnn
POST t/<str:code>/invite/                                    ixxxx ixxxx ixxxx nnxnn nnnnn
POST t/<str:code>/await/                                     ioooo ioooo ioooo nnonn nnnnn
POST t/<str:code>/mute/                                      itttt iotoo iotoo nnonn nnnnn
"""

OF_OWNER = object()
FORMS: dict[str, dict[str, Any]] = {
    "t/<str:code>/say/": {"text": "good luck"},
    "t/<str:code>/aside/": {"text": "good luck"},
    "t/<str:code>/mute/": {"name": "Leyla"},
    "moderation/report/match/<int:match_id>/": {"seat": OF_OWNER, "kind": "cheating"},
    "moderation/report/table/<str:code>/": {"seat": OF_OWNER, "kind": "cheating"},
    "api/v1/tables/<code>/ready": {"nonce": "ab" * 16},
    "api/v1/tables/<code>/bots": {"level": "sharp"},
    "api/v1/tables/<code>/remove": {"index": 0},
    "api/v1/tables/<code>/chat": {"text": "good luck"},
    "api/v1/matches/<match_id>/moves": {"move": {"type": "none"}},
}

OWN_ROWS = sorted(Path(__file__).parent.parent.glob("games/*/place_matrix.txt"))
IN_A_PLACE = re.compile(r"<(\w+:)?(code|match_id|line_id)>")


def rows() -> list[tuple[str, str, list[str]]]:
    table = []
    for line in "\n".join([PLACES, *(file.read_text() for file in OWN_ROWS)]).splitlines():
        if line.strip() and not line.startswith("#"):
            method, route, *cells = line.split()
            table.append((method, route, cells))
    return table


# ---- The tables --------------------------------------------------------------------------------


class World:
    """The tables, and who is what at each of them."""

    people: dict[str, dict[str, User]]
    owners: dict[str, str]
    samples: dict[str, dict[str, Any]]
    sessions: dict[int, str]
    tokens: dict[int, str]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Built once; every knock is undone."""
    with django_db_blocker.unblock(), undone():
        yield build()


def build() -> World:
    cache.clear()
    groups.make()
    stranger, left = somebody("Samir"), somebody("Dina")
    moderator = of_the_house(somebody("Mona"), groups.MODERATORS)
    somebody("Leyla")
    made = World()
    made.people, made.owners, made.samples = {}, {}, {}
    for where in WHERE:
        owner, seat = somebody(f"Owner-{where}"), somebody(f"Seat-{where}")
        table = private_table(where, owner, seat, left)
        made.people[where] = {"stranger": stranger, "seat": seat, "left": left}
        made.people[where]["moderator"] = moderator
        made.owners[where] = owner.username
        made.samples[where] = samples_of(table, owner)
    made.samples["guessed"] = {"code": "ZZZZZZ", "match_id": 10**9, "line_id": 10**9, "seat": 0}
    for sample in made.samples.values():
        sample |= {"step": 0, "question_id": 1, "name": "Leyla"}
    users = {user.pk: user for people in made.people.values() for user in people.values()}
    made.sessions = {pk: session_of(user) for pk, user in users.items()}
    made.tokens = {pk: api.make_token(user, "t", Scope.values)[1] for pk, user in users.items()}
    return made


def private_table(where: str, owner: User, seat: User, left: User) -> Table:
    """A private table for two (three while it waits) at which something was said."""
    players = 3 if where == "waiting" else 2
    table = tables.open_table(owner, GAME, public=False, rated=False, seats=players)
    chairs.sit(table.pk, left)
    if where == "over":
        play_and_resign(table, owner, left)
    chairs.leave(table.pk, left)
    chairs.sit(table.pk, seat)
    talk.say(table.pk, owner, SAID)
    if where == "playing":
        deal(table, owner, seat)
    if where == "closed":
        play_and_resign(table, owner, seat)
        for user in (owner, seat):
            chairs.leave(table.pk, user)
        tables.close_if_empty(table.pk)
    table.refresh_from_db()
    return table


def deal(table: Table, *players: User) -> None:
    for user in players:
        chairs.set_ready(table.pk, user, nonce="ab" * 16)
    table.refresh_from_db()


def play_and_resign(table: Table, winner: User, loser: User) -> None:
    deal(table, winner, loser)
    leaving.resign(table.match_id or 0, loser)


def samples_of(table: Table, owner: User) -> dict[str, Any]:
    line = ChatLine.objects.filter(table=table, text=SAID).first()
    seat = Seat.objects.filter(match=table.match_id, user=owner).first()
    return {
        "seat": seat.index if seat else 0,
        "code": table.code,
        "match_id": table.match_id or 10**9,
        "line_id": line.pk if line else 10**9,
    }


def knock(world: World, where: str, who: str, method: str, route: str) -> str:
    response, text = ask(world, where, who, method, route)
    return letter(response, text, world.owners[where])


def ask(
    world: World, where: str, who: str, method: str, route: str, **more_of_it: str
) -> tuple[Any, str]:
    """What is answered, and all its text."""
    cache.clear()
    client = Client(raise_request_exception=False)
    user = world.people[where].get(who)
    program = route.startswith("api/")
    headers: dict[str, str] = {}
    if user is not None and program:
        headers["Authorization"] = f"Bearer {world.tokens[user.pk]}"
    elif user is not None:
        client.cookies["sessionid"] = world.sessions[user.pk]
    if method == "POST" and not program:
        headers["HX-Request"] = "true"
    sample = world.samples[where]
    form: Any = FORMS.get(route, {}) if method == "POST" else {}
    form = {key: sample["seat"] if value is OF_OWNER else value for key, value in form.items()}
    more = {"content_type": "application/json"} if program and method == "POST" else {}
    path = path_of(route, sample | more_of_it)
    with undone():
        response = getattr(client, method.lower())(path, form, headers=headers, **more)
        return response, body_of(response).decode(errors="replace")


def letter(response: Any, text: str, owner: str) -> str:
    way = response.headers.get("Location", "") or response.headers.get("HX-Redirect", "")
    if "/login/" in way or "/accounts/signup/" in way or response.status_code == 401:
        return "i"
    told = "t" if SAID in text else "p" if owner in text else ""
    match response.status_code:
        case 200 | 201 | 204 | 302 | 303:
            return told or "o"
        case 404:
            return told.upper() or "n"
        case 403 | 409 | 422 | 429:
            return told.upper() or "x"
    return str(response.status_code)


# ---- The matrix --------------------------------------------------------------------------------


def test_every_address_with_a_place_has_a_row() -> None:
    said = {route for _method, route, _cells in rows()}
    assert said == {route for route in routes() if IN_A_PLACE.search(route)}


@pytest.mark.parametrize(("method", "route", "cells"), rows(), ids=lambda part: str(part)[:60])
def test_who_may_look(world: World, method: str, route: str, cells: list[str]) -> None:
    got = ["".join(knock(world, where, who, method, route) for who in WHO) for where in WHERE]
    assert got == cells

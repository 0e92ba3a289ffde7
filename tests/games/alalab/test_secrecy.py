"""The answer is in no byte that leaves the house before it is shown, but to a host.

Two tables that differ only in which choice is right, and in the questions to come, must give the
same bytes: pages, regions, frames of a socket, answers to programs, and the log. So no way of
writing an answer down can slip through.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from channels.testing import WebsocketCommunicator
from django.contrib.admin import site
from django.contrib.admin.utils import flatten
from django.test import Client

from accounts.models import User
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Kind
from games.models import Event, Lease, Match
from lobby.models import Table
from lobby.routing import websocket_urlpatterns
from lobby.services import chairs, tables
from refusals import Refusal
from tests.api.conftest import program
from tests.games.alalab.quiz import let_time_pass, person, play
from tests.games.alalab.test_table import hosted, ready, signed_in
from tests.lobby.test_sockets import all_threads_rest

pytestmark = pytest.mark.django_db(transaction=True)

application = CookieMiddleware(URLRouter(websocket_urlpatterns))

# What differs between any two answers: tokens against forgery, and how much time is left.
PASSING = re.compile(
    r'X-CSRFToken[^}]*}|name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"'
    r'|data-(?:left|now)-ms="\d+"|"(?:leftMs|left_ms|now|deadline|secondsLeft)":\s*[^,}]*'
)


def plain(text: str) -> str:
    return PASSING.sub("", text)


@contextmanager
def another_answer(match: Match, number: int) -> Iterator[None]:
    """The same table, but another choice is right, and other questions are to come."""
    state = Match.objects.get(pk=match.pk).state
    other = json.loads(json.dumps(state))
    other["question"]["answer"] = number
    for question in other["coming"]:
        question["answer"], question["text"] = number, f"To come {number}?"
    for fate in other["fates"]:
        fate["luck"], fate["error"] = 10 * number, number % 3
    if "buzzers" in other:
        shown = other["buzzers"]["shown"]
        other["buzzers"]["shown"] = [None if each is None else number for each in shown]
    Match.objects.filter(pk=match.pk).update(state=other)
    yield
    Match.objects.filter(pk=match.pk).update(state=state)


class Eye:
    """Somebody who looks through every door; None is a stranger."""

    def __init__(self, user: User | None) -> None:
        self.client = signed_in(user) if user else Client()
        cookie = self.client.cookies.get("sessionid")
        self.headers = [(b"cookie", f"sessionid={cookie.value}".encode())] if cookie else []
        self.program = program(user) if user else None

    def page(self, table: Table, path: str = "") -> str:
        answer = self.client.get(f"/t/{table.code}/{path}")
        assert answer.status_code == 200
        return plain(answer.content.decode())

    def frame(self, kind: str, table: Table) -> str:
        """What a socket is told when it opens."""

        async def listen() -> str:
            path = f"/ws/{kind}/{table.code}/"
            line = WebsocketCommunicator(application, path, headers=self.headers)
            accepted, _ = await line.connect(timeout=5)
            assert accepted
            heard = await line.receive_from(timeout=10)
            await line.disconnect()
            await all_threads_rest()
            return str(heard)

        return plain(async_to_sync(listen)())

    def doors(self, table: Table) -> dict[str, str]:
        Lease.objects.all().delete()  # so that nobody is seen watching
        told = {
            "page": self.page(table),
            "refresh": self.page(table, "refresh/"),
            "screen": self.page(table, "screen/"),
            "socket": self.frame("table", table),
            "television": self.frame("screen", table),
        }
        if self.program:
            answer = self.program.get(f"matches/{table.match_id}")
            assert answer.status == 200
            told["program"] = plain(answer.text)
        return told


@pytest.fixture
def refereed() -> tuple[Table, Match, list[User]]:
    """Two players, a referee, and a question on the table."""
    people = [person() for _ in range(3)]
    table = tables.open_table(people[0], "alalab", {"referee": True}, seats=2, rated=False)
    for user in people[1:]:
        chairs.sit(table.pk, user)
    match = ready(table, *people)
    return table, match, [row.user for row in match.seats.order_by("index").select_related("user")]


def the_bytes_are_the_same(table: Table, match: Match, people: list[User | None]) -> int:
    """Every door, as everybody without the right to know comes through it."""
    eyes = [Eye(user) for user in people]
    true = [eye.doors(table) for eye in eyes]
    right = match.state["question"]["answer"]
    with another_answer(match, (right + 1) % 4):
        for eye, told in zip(eyes, true, strict=True):
            for door, words in eye.doors(table).items():
                assert words == told[door], door
                assert "To come" not in words
    return sum(map(len, true))


def test_an_open_question_and_a_log_that_keeps_it(refereed: Any) -> None:
    table, match, people = refereed
    assert the_bytes_are_the_same(table, match, [people[0], people[2], None]) == 17
    log = json.dumps(list(Event.objects.filter(match=match).values_list("facts", "move")))
    assert '"answer"' not in log and '"correct"' not in log
    assert '"bank":' not in json.dumps([match.options, table.options])


def test_while_somebody_answers(refereed: Any) -> None:
    table, match, people = refereed
    play(match, people[0], type="buzz")
    match.refresh_from_db()
    the_bytes_are_the_same(table, match, [people[0], people[1]])


def test_the_comparison_is_not_blind(refereed: Any) -> None:
    """What is told after the reveal does differ."""
    table, match, _people = refereed
    Match.objects.filter(pk=match.pk).update(state=match.state | {"revealed": True})
    stranger = Eye(None)
    first = stranger.page(table)
    with another_answer(match, (match.state["question"]["answer"] + 1) % 4):
        assert stranger.page(table) != first


def test_only_a_hosts_own_page_tells_it() -> None:
    table, host, players = hosted()
    match = ready(table, host, *players)
    play(match, host, type="show")
    match.refresh_from_db()
    the_bytes_are_the_same(table, match, [players[0]])
    asked = match.state["question"]
    secret = asked["choices"][asked["answer"]]
    eye = Eye(host)
    assert re.search(rf"(?s)Only you see it:.*{re.escape(secret)}", eye.page(table))
    # The television of a host is a stranger's, whoever is signed in to it.
    screen, frame = eye.page(table, "screen/"), eye.frame("screen", table)
    assert "Only you see it" not in screen + frame
    with another_answer(match, (asked["answer"] + 1) % 4):
        assert eye.page(table, "screen/") == screen
        assert eye.frame("screen", table) == frame


def test_what_a_player_shows_to_the_host_is_nobody_elses() -> None:
    table, host, players = hosted()
    match = ready(table, host, *players)
    play(match, host, type="show")
    let_time_pass(match)  # everybody has looked
    match.refresh_from_db()
    first, second = (row.user for row in match.seats.order_by("index")[:2])
    play(match, first, type="showAnswer", choice=match.state["question"]["answer"])
    match.refresh_from_db()
    the_bytes_are_the_same(table, match, [second, None])
    told = {user: Eye(user).page(table) for user in (host, first, second, None)}
    assert ["To the host" in page for page in told.values()] == [True, True, False, False]


def test_what_a_player_writes_to_the_host_is_nobody_elses() -> None:
    table, host, players = hosted()
    match = ready(table, host, *players)
    first, second = (row.user for row in match.seats.order_by("index")[:2])
    play(match, first, type="writeAnswer", words="Qarabag")
    told = {user: Eye(user).page(table) for user in (host, first, second, None)}
    assert ["Qarabag" in page for page in told.values()] == [True, True, False, False]
    assert not any("Qarabag" in Eye(user).frame("screen", table) for user in (host, None))
    play(match, host, type="judge", player=0, correct=False)
    assert "Qarabag" in Eye(None).page(table)


@pytest.mark.parametrize(
    ("who", "code"), [("a guest", "may-not-write"), ("muted", "hushed"), ("anybody else", "")]
)
def test_only_who_may_write_in_a_chat_writes_an_answer(who: str, code: str) -> None:
    table, host, players = hosted()
    match = ready(table, host, *players)
    if who == "a guest":
        User.objects.filter(pk=players[0].pk).update(is_guest=True, email="")
    elif who == "muted":
        sanctions.impose(players[0], Kind.MUTE, "Rude", by=None)
    player = User.objects.get(pk=players[0].pk)
    try:
        play(match, player, type="writeAnswer", words="Baku")
    except Refusal as refusal:
        assert refusal.code == code
    written = Event.objects.filter(match=match, move__type="writeAnswer").count()
    assert written == (0 if code else 1)


def test_the_admin_has_no_field_that_holds_an_answer() -> None:
    shown = flatten(site.get_model_admin(Match).fields or ())
    assert not {"state", "supplies", "key", "seed"} & set(shown)

"""The doors by HTTP: 204 accepted, 422 refused with the reason, and nothing else."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.access.rate_limit import RateLimit
from games.live.move_messages import MOVES
from games.models import Match
from tests.games.tables import a_legal_move, acting, match_for, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Any]:
    return [person(), person()]


@pytest.fixture
def match(people: list[Any]) -> Match:
    return match_for(*people)


def at_the_page_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_an_accepted_move_is_answered_with_nothing(match: Match, people: Any) -> None:
    client = at_the_page_of(people[acting(match)])
    form = {"move": json.dumps(a_legal_move(match)), "move_id": str(uuid4()), "seen": "0"}
    answer = client.post(f"/match/{match.pk}/move/", form)
    assert (answer.status_code, answer.content) == (204, b"")
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.post(f"/match/{match.pk}/move/", form).status_code == 204
    assert match.events.count() == 2, "a repeat is answered, not replayed"


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({}, "not a move"),
        ({"move": "{"}, "not a move"),
        ({"move": "[]"}, "not a move"),
        ({"move": "[" * 5000}, "not a move"),
        ({"move": '{"type":"throw","handCard":"XX"}'}, "not a move"),
        ({"move": '{"type":"throw","handCard":"AS"}', "move_id": "no"}, "not a move"),
        ({"move": '{"type":"exchange"}'}, "3♥"),
    ],
)
def test_a_refused_move_says_why(match: Match, people: Any, form: Any, words: str) -> None:
    answer = at_the_page_of(people[acting(match)]).post(f"/match/{match.pk}/move/", form)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert match.events.count() == 1


def test_a_visitor_is_asked_to_sign_in(match: Match) -> None:
    answer = Client().post(f"/match/{match.pk}/move/", {"move": json.dumps(a_legal_move(match))})
    assert answer.status_code == 422 and b"sign in" in answer.content


def test_giving_up_by_its_door(match: Match, people: Any) -> None:
    assert at_the_page_of(people[0]).post(f"/match/{match.pk}/resign/").status_code == 204
    match.refresh_from_db()
    assert match.status == "finished"


def test_a_script_that_knocks_too_fast_is_told_so(match: Match, people: Any) -> None:
    client = at_the_page_of(people[0])
    answers = [client.post(f"/match/{match.pk}/move/", {}) for _ in range(MOVES.most + 5)]
    assert "too fast" in answers[-1].content.decode()
    assert "too fast" not in answers[0].content.decode()


@pytest.mark.parametrize("shared", [True, False])
def test_tokens_come_back_with_time(shared: bool) -> None:
    limit = RateLimit("test", 2, seconds=2, shared=shared)
    key = uuid4()
    assert [limit.wait(key, now=100) > 0 for _ in range(3)] == [False, False, True]
    assert limit.wait(uuid4(), now=100) == 0, "everybody has their own"
    assert limit.wait(key, now=101.1) == 0

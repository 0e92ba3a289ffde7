"""Every example message of the games' own papers, word for word."""

import json
from typing import Any

import pytest

from accounts.models import User
from games import registry
from games.engine import codec
from games.models import Event
from tests.api.conftest import person, playing, program, rig
from tests.games.forty.tables import table as situation

pytestmark = pytest.mark.django_db

# The two messages that the first paper of the card game prints, and those of its rules page; with
# a table at which they are right, and the seat that sends them.
ACCEPTED: list[tuple[str, int, Any]] = [
    (
        """{
  "type": "build",
  "playerId": "p2",
  "handCard": "4H",
  "tableCard": "6C",
  "buildValue": 10
}""",
        1,
        situation(hands=["4C 9S", "4H 10S"], loose="6C", turn=1),
    ),
    (
        """{
  "type": "capture",
  "playerId": "p1",
  "handCard": "10S",
  "target": { "build": ["6D", "4C"] }
}""",
        0,
        situation(hands=["10S 2S", "4H 9S"], builds=["6D 4C"]),
    ),
    (
        '{"type":"capture","handCard":"10S","target":{"build":["6D","4C"]}}',
        0,
        situation(hands=["10S 2S", "4H 9S"], builds=["4C 6D"]),
    ),
    (
        '{"type":"capture","handCard":"6S","target":{"card":"6C"}}',
        0,
        situation(hands=["6S 2S", "4H 9S"], loose="6C"),
    ),
    (
        '{"type":"build","handCard":"4H","tableCard":"6C","buildValue":10}',
        0,
        situation(hands=["4H 10S", "4C 9S"], loose="6C"),
    ),
    (
        '{"type":"steal-build","handCard":"4H","fromPlayer":1,"stolenCard":"3D","buildValue":7}',
        0,
        situation(hands=["4H 7S", "4C 9S"], piles=["", "3S 3D"]),
    ),
    (
        '{"type":"throw","handCard":"4H"}',
        0,
        situation(hands=["4H 7S", "4C 9S"]),
    ),
    (
        '{"type":"exchange"}',
        2,
        situation(hands=["4H 7S", "4C 9S", "3H 2S"], loose="AS", starter="AS", phase="exchange"),
    ),
    (
        '{"type":"keep"}',
        2,
        situation(hands=["4H 7S", "4C 9S", "3H 2S"], loose="AS", starter="AS", phase="exchange"),
    ),
]


@pytest.mark.parametrize("wrapped", [False, True], ids=["bare", "with id"])
@pytest.mark.parametrize(("text", "seat", "state"), ACCEPTED)
def test_the_printed_messages_are_played(
    text: str, seat: int, state: Any, wrapped: bool, leyla: User, noam: User
) -> None:
    people = [leyla, noam, person("Samir")][: len(state.hands)]
    match = playing(*people)
    rig(match, state)
    message = json.loads(text)
    body = {"move": message, "moveId": "first", "seen": 0} if wrapped else message
    answer = program(people[seat]).post(f"matches/{match.pk}/moves", body)
    assert answer.status == 200, answer.text
    stored = Event.objects.get(match=match, seq=answer["seq"])
    assert stored.seat == seat and stored.move is not None
    assert stored.move["type"] == message["type"] and "playerId" not in stored.move


OWN = {"as p2": "p2", "as a number": 1}
OTHERS = {"as p1": "p1", "as p3": "p3", "as 0": 0, "as true": True, "as P2": "P2", "null": None}


@pytest.mark.parametrize("name", OWN.values(), ids=OWN.keys())
def test_ones_own_seat_may_be_named(leyla: User, noam: User, name: Any) -> None:
    match = playing(leyla, noam)
    rig(match, situation(hands=["4C 9S", "4H 10S"], turn=1))
    move = {"type": "throw", "handCard": "4H", "playerId": name}
    assert program(noam).post(f"matches/{match.pk}/moves", move).status == 200


@pytest.mark.parametrize("name", OTHERS.values(), ids=OTHERS.keys())
def test_another_seat_may_not(leyla: User, noam: User, name: Any) -> None:
    match = playing(leyla, noam)
    rig(match, situation(hands=["4C 9S", "4H 10S"], turn=1))
    move = {"type": "throw", "handCard": "4H", "playerId": name}
    assert program(noam).post(f"matches/{match.pk}/moves", move).code == "not-your-seat"


# Every move that the rules pages print, by game.
PRINTED = {
    "alalab": [
        '{"type":"judge","player":0,"correct":true}',
        '{"type":"card","player":1,"colour":"yellow"}',
        '{"type":"card","player":1,"colour":"red"}',
        '{"type":"undo"}',
        '{"type":"show"}',
        '{"type":"reveal"}',
        '{"type":"finish"}',
        '{"type":"buzz"}',
        '{"type":"answer","choice":2}',
    ],
    "otzarot": [
        '{"type":"draw"}',
        '{"type":"roll"}',
        '{"type":"reroll","dice":[0,3,5]}',
        '{"type":"chest","dice":[1,2]}',
        '{"type":"stop"}',
    ],
    "forty": [text for text, _seat, _state in ACCEPTED],
    "telefon": [
        '{"type":"play","tile":"3-5","end":"left"}',
        '{"type":"play","tile":"3-5"}',
        '{"type":"draw"}',
        '{"type":"pass"}',
    ],
    "thirtyone": [
        '{"type":"bet","amount":2}',
        '{"type":"draw"}',
        '{"type":"discard","card":"4H"}',
        '{"type":"swap","card":"4H"}',
    ],
}


@pytest.mark.parametrize("game", PRINTED)
def test_every_printed_move_is_understood(game: str, leyla: User, noam: User) -> None:
    """Legal or not at this moment, it is a move of this game."""
    people = [leyla, noam, person("Samir")]
    match = playing(*people, game=game)
    programs = [program(each) for each in people]
    for message in map(json.loads, PRINTED[game]):
        seat = {"p1": 0, "p2": 1}.get(message.get("playerId"), 0)
        answer = programs[seat].post(f"matches/{match.pk}/moves", message)
        understood = ("not-your-turn", "illegal-move", "beaten")
        assert answer.status == 200 or answer.code in understood, answer.text
        plain = {key: value for key, value in message.items() if key != "playerId"}
        dumped = codec.dump(codec.load_move(registry.rules_for(game), plain))
        assert dumped["type"] == message["type"]

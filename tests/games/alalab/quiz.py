"""A quiz match to test the bank with: people, and hands that buzz."""

import itertools
from typing import Any

from accounts.models import User
from games import registry
from games.alalab.bank import editing
from games.alalab.bank.models import Question
from games.engine import codec
from games.models import Match
from games.presence import outages
from games.services import clock, moving, starting

_numbers = itertools.count()


def person(name: str = "", **fields: Any) -> User:
    name = name or f"Quiz{next(_numbers)}x"
    return User.objects.create_user(name, f"{name}@example.org".lower(), **fields)


def a_question(text: str = "How many wheels has a tricycle?", **fields: Any) -> Question:
    fields = {
        "text": text,
        "choice_a": "Two",
        "choice_b": "Three",
        "choice_c": "Four",
        "choice_d": "Five",
        "answer": 1,
        "category": "numbers",
        "difficulty": 1,
    } | fields
    question = Question(**fields)
    editing.edit(question, person())
    return question


def start(*people: User, **options: Any) -> Match:
    rules = registry.rules_for("alalab")
    chairs = [starting.Participant(user, nonce=f"n{index}") for index, user in enumerate(people)]
    match_id = starting.start_match(
        "alalab",
        rules.Options(**options),
        chairs,
        venue=f"table.{next(_numbers)}",
        seed=bytes(range(32)),
    )
    return Match.objects.get(pk=match_id)


def state_of(match: Match) -> Any:
    state = Match.objects.get(pk=match.pk).state
    return codec.load(state, registry.rules_for("alalab").State)


def play(match: Match, user: User, **move: Any) -> None:
    moving.play_move(match.pk, user, move)


def answer(match: Match, user: User, right: bool) -> int:
    """Buzzes and answers. Returns the question's id."""
    play(match, user, type="buzz")
    question = state_of(match).question
    struck = state_of(match).struck
    wrong = next(c for c in range(4) if c != question.answer and c not in struck)
    play(match, user, type="answer", choice=question.answer if right else wrong)
    return question.id


def let_time_pass(match: Match) -> None:
    """The clock plays whatever it would play now."""
    outages.beat(outages.SWEEP)
    Match.objects.filter(pk=match.pk).update(deadline="2000-01-01T00:00:00Z")
    assert clock.expire_timer(match.pk)

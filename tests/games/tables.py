"""A match to test with: people, seats, and hands that play."""

import itertools
from typing import Any

from accounts.models import User
from games import registry
from games.engine import codec
from games.engine.contract import Seat
from games.models import Event, Match
from games.services import moving, starting

GAME = "forty"
SEED = bytes(range(32))
_numbers = itertools.count()


def person(name: str = "") -> User:
    number = next(_numbers)
    name = name or f"Guest{number}x"
    return User.objects.create_user(name, f"{name}@example.org".lower())


def match_for(*people: User, levels: dict[int, str] | None = None, **kwargs: Any) -> Match:
    """A running match; `levels` are the seats the server plays."""
    levels = levels or {}
    rules = registry.rules_for(GAME)
    chairs = [
        starting.Participant(user, level=levels.get(index, ""), nonce=f"n{index}")
        for index, user in enumerate(people)
    ]
    options = rules.Options(**kwargs.pop("options", {}))
    kwargs = {"venue": f"table.{next(_numbers)}", "seed": SEED} | kwargs
    return Match.objects.get(pk=starting.start_match(GAME, options, chairs, **kwargs))


def state_of(match: Match) -> Any:
    return codec.load(Match.objects.get(pk=match.pk).state, registry.rules_for(match.game).State)


def acting(match: Match) -> Seat:
    """The one seat that may act."""
    match.refresh_from_db()
    return Seat(match.acting[0])


def a_legal_move(match: Match, seat: Seat | None = None) -> dict[str, Any]:
    """The last legal move of the seat that may act, in wire form: in forty it is a throw."""
    rules = registry.rules_for(match.game)
    seat = acting(match) if seat is None else seat
    return codec.dump(rules.legal_moves(state_of(match), seat)[-1])


def play_one(match: Match, people: list[User], **kwargs: Any) -> moving.Receipt:
    seat = acting(match)
    return moving.play_move(match.pk, people[seat], a_legal_move(match, seat), **kwargs)


def play_to_the_end(match: Match, people: list[User]) -> None:
    while Match.objects.get(pk=match.pk).status == Match.Status.RUNNING:
        play_one(match, people)


def result_of(match: Match) -> dict[str, Any]:
    """The result of a match that is over."""
    assert match.result is not None
    return match.result


def kind_of(event: Event) -> str:
    """What kind of move an event was."""
    assert event.move is not None
    return str(event.move["type"])

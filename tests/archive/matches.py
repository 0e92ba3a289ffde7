"""Finished matches to look at: played by the game's own bot, written as the shell writes them."""

import copy
import itertools
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from accounts.models import User
from games import registry
from games.engine import chance, codec
from games.engine.play import play, start
from games.engine.self_play import acting_seats
from games.models import Event, Match, Seat

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
_numbers = itertools.count(1)


def person(name: str = "") -> User:
    name = name or f"Viewer{next(_numbers)}"
    return User.objects.create_user(name, f"{name.lower()}@example.org")


@cache
def run(game: str, seats: int, seed: int, steps: int | None) -> dict[str, Any]:
    """A match as the engine gives it; the same one is played only once."""
    rules = registry.rules_for(game)
    nonces = [f"nonce-{index}" for index in range(seats)]
    secret = seed.to_bytes(32, "big")
    key = chance.match_key(secret, nonces)
    whim = chance.chance_for(chance.match_key(secret, ["whim"]), 0)
    options = rules.Options()
    made = start(rules, seats, options, key)
    events: list[dict[str, Any]] = [{"by": "house", "facts": codec.dump(made.facts)}]
    while rules.outcome(made.state) is None and (steps is None or len(events) <= steps):
        (seat, *_) = acting_seats(rules, made.state, seats)
        moves = rules.legal_moves(made.state, seat)
        view = rules.view(made.state, seat)
        move = rules.bot(view, moves, whim, rules.INFO.levels[0]) if seat >= 0 else moves[0]
        made = play(rules, made.state, seat, move, chance.chance_for(key, len(events)))
        by = "player" if seat >= 0 else "clock"
        events.append(
            {"by": by, "seat": seat, "move": codec.dump(move), "facts": codec.dump(made.facts)}
        )
    return {
        "options": codec.dump(options),
        "nonces": nonces,
        "seed": secret,
        "key": key,
        "events": events,
        "state": codec.dump(made.state),
        "outcome": rules.outcome(made.state),
    }


def played(
    game: str,
    people: list[User] | None = None,
    *,
    seed: int = 7,
    steps: int | None = None,
    **fields: Any,
) -> Match:
    """A match of the game; after `steps` moves it is still running."""
    users = people or [person() for _ in range(min(registry.rules_for(game).INFO.players))]
    match, seats, events = unsaved(game, users, seed, steps, **fields)
    match.save()
    Seat.objects.bulk_create(seats)
    Event.objects.bulk_create(events)
    return match


def unsaved(
    game: str, users: list[User], seed: int = 7, steps: int | None = None, **fields: Any
) -> tuple[Match, list[Seat], list[Event]]:
    """The same, for those who need no database."""
    made = copy.deepcopy(run(game, len(users), seed, steps))
    outcome, events = made["outcome"], made["events"]
    over = outcome is not None
    match = Match(
        **{
            "game": game,
            "venue": f"table.{next(_numbers)}",
            "options": made["options"],
            "status": Match.Status.FINISHED if over else Match.Status.RUNNING,
            "seq": len(events) - 1,
            "state": made["state"],
            "fresh": [0] * len(users),
            "seed": made["seed"],
            "commitment": chance.commitment(made["seed"]),
            "key": made["key"],
            "result": codec.dump(outcome) if over else None,
            "started_at": BEGAN,
            "finished_at": BEGAN + timedelta(minutes=10) if over else None,
            **fields,
        }
    )
    seats = [
        Seat(
            match=match,
            index=index,
            user=user,
            nonce=made["nonces"][index],
            place=outcome.places[index] if outcome else None,
            score=outcome.scores[index] if outcome and outcome.scores else None,
        )
        for index, user in enumerate(users)
    ]
    log = [
        Event(match=match, seq=seq, at=BEGAN + timedelta(seconds=seq), **event)
        for seq, event in enumerate(events)
    ]
    return match, seats, log

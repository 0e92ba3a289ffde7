"""Playthroughs: one short match between bots as text, so that a change of rules shows as a diff.

A record begins with its recipe and is made anew from it, the same to the letter. Each step has its
number, who made it, the move as it goes over the wire, what happened in words, and, after a bar,
what is new in the spectator's view.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString

from games import registry
from games.console.simulating import keys, next_of_bots, seats_for, timed_out
from games.console.text_view import text_view
from games.engine import codec
from games.engine.chance import chance_for
from games.engine.contract import Seat, Step
from games.engine.play import play, start
from games.page.plain_text import plain

NAMES = ("Aysel", "Boaz", "Cem", "Dalia", "Esther")


@dataclass(frozen=True)
class Recipe:
    """What a record is made from. The bots of all seats play on this level."""

    game: str
    players: int
    options: dict[str, Any]
    level: str
    seed: str

    def header(self) -> list[str]:
        return [
            f"{self.game}: made by `manage.py record_playthrough {self.game}`",
            f"players {self.players}",
            f"options {json.dumps(self.options)}",
            f"level {self.level}",
            f"seed {self.seed}",
        ]


def recipe_of(record: str) -> Recipe:
    """The recipe that a record begins with."""
    first, *lines = record.splitlines()[:5]
    told = dict(line.split(" ", 1) for line in lines)
    return Recipe(
        game=first.partition(":")[0],
        players=int(told["players"]),
        options=json.loads(told["options"]),
        level=told["level"],
        seed=told["seed"],
    )


def record(recipe: Recipe) -> str:
    """The whole match as text."""
    return "\n".join([*recipe.header(), *Recorder(recipe).match()]) + "\n"


class Recorder:
    def __init__(self, recipe: Recipe) -> None:
        game = registry.game(recipe.game)
        self.rules, self.words, self.recipe = game.rules, game.words, recipe
        self.options = codec.load_options(self.rules, recipe.options)
        self.seats = seats_for(self.rules, recipe.players, self.options)
        self.names = NAMES[: self.seats]
        self.shown: list[str] = []

    def match(self) -> Iterator[str]:
        key = next(keys(self.recipe.seed))
        levels = dict.fromkeys(range(self.seats), self.recipe.level)
        step, seq = start(self.rules, self.seats, self.options, key), 0
        yield "0. The deal"
        yield from self.told(step)
        yield from self.dealt(step.state)
        while (outcome := self.rules.outcome(step.state)) is None:
            bot = next_of_bots(self.rules, step.state, key, seq, levels)
            seat, move = bot or timed_out(self.rules, step.state)
            seq += 1
            who = self.names[seat] if bot else "the clock"
            yield f"{seq}. {who}: {json.dumps(codec.dump(move))}"
            step = play(self.rules, step.state, seat, move, chance_for(key, seq))
            yield from self.told(step)
        yield plain(self.words.headline(outcome, self.who))
        yield json.dumps(codec.dump(outcome))

    def told(self, step: Step) -> Iterator[str]:
        """What happened, and what of the view is new since the last step."""
        for fact in step.facts:
            if line := plain(self.words.line(fact, step.facts, self.who)):
                yield f"   {self.audience(fact.known_to)}{line}"
        view = text_view(self.rules.view(step.state, None), self.names)
        if new := [line for line in view if line not in self.shown]:
            yield f"   | {' | '.join(new)}"
        self.shown = view

    def dealt(self, state: Any) -> Iterator[str]:
        """What each seat alone can see."""
        for seat in map(Seat, range(self.seats)):
            for line in text_view(self.rules.view(state, seat), self.names):
                if line not in self.shown:
                    yield f"   {self.audience([seat])}{line}"

    def audience(self, known_to: Iterable[Seat] | None) -> str:
        if known_to is None:
            return ""
        return f"(only to {', '.join(self.names[seat] for seat in known_to)}) "

    def who(self, seat: Seat, *, inside: bool = False) -> SafeString:
        return escape(self.names[seat])

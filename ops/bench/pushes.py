"""Bytes and CPU time of a push: whole matches in memory, rendered for everybody who looks."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games import registry
from games.engine import codec
from games.engine.contract import Rules, Seat
from games.engine.self_play import PlayedMatch, play_match, settings
from games.event_log import LoggedEvent
from games.live.packing import forget, packed
from games.models import Event, Match
from games.models import Seat as SeatRow
from games.page import jinja, pushing
from games.page.push import Push
from games.selectors import RECENT, LoadedMatch
from ops.bench.report import Row, percentile
from ops.bench.workload import Workload

MOVER, OTHERS = "mover", "others"
AIMS = {MOVER: (6.0, 0.8), OTHERS: (2.0, 0.3)}
"""Kilobytes and milliseconds of CPU at the busiest moment."""


def measure(workload: Workload) -> Iterator[Row]:
    jinja.compile_all()  # as a web process does before it serves anybody
    for rules in registry.all_games():
        for name, seats, options in tables(rules):
            costs: dict[str, list[Cost]] = {MOVER: [], OTHERS: []}
            for seed in range(workload.pushed_matches):
                played = play_match(rules, seats, options, seed)
                for reader, cost in pushes(rules, played, workload.push_repeats):
                    costs[reader].append(cost)
            for reader, measured in costs.items():
                yield from rows(f"{name}, {reader}", measured, *AIMS[reader])


def tables(rules: Rules) -> Iterator[tuple[str, int, Any]]:
    """The fullest table of the game, and one with every chair beside the players if it has such."""
    most = rules.INFO.players[-1]
    yield rules.INFO.name, most, rules.Options()
    extra = [
        (seats, options)
        for seats, options in settings(rules)
        if seats == most + len(rules.extra_seats(options)) > most
    ]
    if extra:
        yield f"{rules.INFO.name} with a host", *max(extra, key=lambda each: each[0])


@dataclass(frozen=True)
class Cost:
    bytes: int
    seconds: float


@dataclass
class Reader:
    """Somebody with the page open."""

    user: User | None
    since: int = 0
    sent: pushing.Sent = pushing.NOTHING

    def share(self, shown: LoadedMatch) -> None:
        """What is made once for all readers."""
        now = pushing.alike_texts(shown, reports=False)
        packed(Push(pushing.alike_part(shown, self.sent.alike, now).text))

    def read(self, shown: LoadedMatch) -> str | bytes:
        push, self.sent = pushing.update(shown, self.user, self.since, self.sent)
        self.since = shown.match.seq
        return packed(push)


def pushes(rules: Rules, played: PlayedMatch, repeats: int) -> list[tuple[str, Cost]]:
    """What each reader is sent after each move, the first aside: it follows a whole page.

    The CPU time is the best of some repetitions of the whole match, each in a new room; what all
    share is counted in equal parts. Garbage is collected between them: within, a collection would
    meet the same push each time, as if that push had made all of it.
    """
    runs = []
    for _ in range(repeats):
        forget()  # what was packed in the run before
        with no_collection():
            runs.append(list(one_run(rules, played)))
    return [
        (reader, Cost(cost.bytes, min(run[push][1].seconds for run in runs)))
        for push, (reader, cost) in enumerate(runs[0])
    ]


@contextmanager
def no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def one_run(rules: Rules, played: PlayedMatch) -> Iterator[tuple[str, Cost]]:
    first, *steps = loaded(rules, played)
    readers = [Reader(row.user) for row in first.seats] + [Reader(None)]
    for number, shown in enumerate(steps):
        started = time.process_time()
        readers[0].share(shown)
        share = (time.process_time() - started) / len(readers)
        for index, reader in enumerate(readers):
            started = time.process_time()
            push = reader.read(shown)
            spent = time.process_time() - started
            if number:
                acts = index < len(first.seats) and rules.legal_moves(shown.state, Seat(index))
                yield MOVER if acts else OTHERS, Cost(size_of(push), spent + share)


def size_of(push: str | bytes) -> int:
    """On the wire; one that fits a packet goes as text."""
    return len(push.encode() if isinstance(push, str) else push)


def loaded(rules: Rules, played: PlayedMatch) -> Iterator[LoadedMatch]:
    """The match as a room holds it, after the deal and after each move but the last."""
    now = datetime.now(UTC)
    deadline = now + timedelta(seconds=played.options.turn_seconds)
    roles = [""] * played.seats
    for place, role in enumerate(reversed(rules.extra_seats(played.options)), 1):
        roles[-place] = role
    seats = [
        SeatRow(index=index, user=User(pk=index + 1, username=f"Player{index}"), role=roles[index])
        for index in range(played.seats)
    ]
    options = codec.part_options(rules, played.options)[0]
    recent: list[LoggedEvent] = []
    kept: dict[Any, Any] = {}
    facts = [played.dealt.facts, *(moment.facts for moment in played.moments)]
    for seq, (state, told) in enumerate(zip(played.states[:-1], facts, strict=False)):
        by = Event.By.PLAYER if seq else Event.By.HOUSE
        recent = [*recent[1 - RECENT :], LoggedEvent(seq, None, by, now, told)]
        yield LoadedMatch(
            match=Match(
                pk=1,
                game=rules.INFO.key,
                options=options,
                seq=seq,
                deadline=deadline,
                key=b"",
                clock_seconds=played.options.turn_seconds,
            ),
            rules=rules,
            state=state,
            options=played.options,
            seats=seats,
            recent=recent,
            now=now,
            kept=kept,
        )


def rows(what: str, costs: list[Cost], kilobytes: float, milliseconds: float) -> Iterator[Row]:
    sizes, times = [c.bytes / 1000 for c in costs], [c.seconds * 1000 for c in costs]
    for kind, values, unit, aim in (
        ("size", sizes, "KB", kilobytes),
        ("CPU", times, "ms", milliseconds),
    ):
        figures = [percentile(values, percent) for percent in (50, 95, 100)]
        yield Row(
            "pushes",
            f"{what}, {kind}",
            " / ".join(f"{figure:.2f}" for figure in figures) + f" {unit}",
            aim=f"at most {aim:g} {unit}",
            met=figures[-1] <= aim,
        )

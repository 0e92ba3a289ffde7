"""Database time of the archive's pages over a large past.

A hundred thousand people and a million finished matches at full size. Each page is asked for many
times, for people and places all over the boards; what counts is the time inside the database.
"""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection

from accounts.models import User
from accounts.ratings import seasons
from accounts.ratings.models import Rating
from archive.history import selectors as history
from archive.history.filters import Filters
from archive.leaderboards import selectors as leaderboards
from archive.leaderboards.selectors import Board
from archive.seeding import past as seeding
from games import registry
from ops.bench.report import Row, percentile
from ops.bench.workload import Workload

AIM = 50.0
"""Milliseconds of database time for a page."""

Say = Callable[[str], None]


def measure(workload: Workload, say: Say) -> Iterator[Row]:
    started = time.monotonic()
    seeding.seed(
        workload.past_players,
        workload.past_matches,
        lambda what, done, all: say(f"{what}: {done:,} of {all:,}"),
    )
    seconds = time.monotonic() - started
    yield Row(
        "archive",
        f"{workload.past_players:,} players, {workload.past_matches:,} matches invented",
        f"{seconds:.0f} s",
    )
    for what, page in pages().items():
        yield page_row(what, page, workload.past_pages)


def pages() -> dict[str, Callable[[random.Random], object]]:
    """Every kind of page; each picks a game, a place and a person anew."""
    games = registry.game_keys()
    season = seasons.current()
    busy = list(Rating.objects.filter(season=0).order_by("-matches")[:200])
    people = list(Rating.objects.filter(season=0, pk__in=some_ids(400)))

    def one(chance: random.Random) -> Any:
        return chance.choice(people)

    def at(row: Rating) -> leaderboards.Cursor:
        return leaderboards.Cursor(row.shown, row.user_id)

    def top(chance: random.Random) -> object:
        return leaderboards.page(chance.choice(games), me=one(chance).user_id)

    def this_season(chance: random.Random) -> object:
        return leaderboards.page(chance.choice(games), chance.choice(list(Board)), season)

    def deep(chance: random.Random) -> object:
        row = one(chance)
        return leaderboards.page(row.game, after=at(row), me=row.user_id)

    def mine(chance: random.Random) -> object:
        row = one(chance)
        board = chance.choice(list(Board))
        return leaderboards.page(row.game, board, around=row.user_id, me=row.user_id)

    def search(chance: random.Random) -> object:
        name = chance.choice(seeding.NAMES)[: chance.choice([2, 3, 9])]
        return leaderboards.page(chance.choice(games), prefix=name)

    def own(chance: random.Random) -> object:
        person = User(pk=chance.choice(busy).user_id)
        return history.page(person, person, Filters())

    def filtered(chance: random.Random) -> object:
        person, other = User(pk=chance.choice(busy).user_id), User(pk=one(chance).user_id)
        asked = Filters(game=chance.choice(games), kind="rated", result="won")
        return history.page(person, other, asked)

    def duel(chance: random.Random) -> object:
        first, second = chance.sample(busy, 2)
        return history.head_to_head(User(pk=first.user_id), User(pk=second.user_id), None)

    return {
        "leaderboard, the top": top,
        "leaderboard, this season": this_season,
        "leaderboard, anywhere": deep,
        "leaderboard, where am I": mine,
        "leaderboard, a search": search,
        "history of the busiest": own,
        "history, filtered": filtered,
        "head to head of the busiest": duel,
    }


def some_ids(count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM ratings_rating WHERE season = 0 ORDER BY random() LIMIT %s", [count]
        )
        return [row[0] for row in cursor.fetchall()]


def page_row(what: str, page: Callable[[random.Random], object], times: int) -> Row:
    chance = random.Random(what)
    page(chance)  # the first one opens the connection and fills the caches
    spent = []
    queries = 0
    for _ in range(times):
        clock = Clock()
        with connection.execute_wrapper(clock):
            page(chance)
        spent.append(clock.seconds * 1000)
        queries = max(queries, clock.queries)
    middle, high = percentile(spent, 50), percentile(spent, 95)
    return Row(
        "archive",
        f"{what}, {queries} quer{'y' if queries == 1 else 'ies'}",
        f"{middle:.1f} / {high:.1f} ms",
        aim=f"p50 / p95 < {AIM:.0f} ms",
        met=high < AIM,
    )


class Clock:
    """The time inside the database, and how often it was asked."""

    def __init__(self) -> None:
        self.seconds, self.queries = 0.0, 0

    def __call__(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        started = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.seconds += time.perf_counter() - started
            self.queries += 1

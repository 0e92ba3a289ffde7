"""`make series`: a Swiss and an arena by API clients on real processes, some killed, all checked.

    python -m ops.series --entrants 64 --swiss game:option=value --arena game [--no-kills]

Exits with 1 if a promise was broken.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from contextlib import suppress
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from typing import Any

import django

from ops.desk.ports import free_port
from ops.desk.servers import fresh_servers
from ops.desk.site import Site
from ops.series.players import Player

KILLED = ("timers", "web-2", "beat", "default", "bots", "web")
"""One after another, for as long as a series lasts."""

DEAD, BETWEEN = 1.0, 8.0
"""Seconds until a killed process is started again, as a supervisor does, and until the next."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make series", description=__doc__)
    parser.add_argument("--entrants", type=int, default=64)
    parser.add_argument("--swiss", default="", help="the game of the Swiss, game:option=value,…")
    parser.add_argument("--arena", default="", help="the game of the arena")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--minutes", type=int, default=3)
    parser.add_argument("--no-kills", action="store_true")
    asked = parser.parse_args()
    if not asked.swiss and not asked.arena:
        parser.error("name the game of a Swiss, of an arena, or both")
    with fresh_servers(durable=True) as servers, tempfile.TemporaryDirectory() as folder:
        site = Site(
            servers.database_url,
            servers.redis_url,
            Path(folder),
            ports=[free_port(), free_port()],
            env={
                "STATIC_ROOT": f"{folder}/static",
                "PLAIN_STATIC": "yes",
                "BOT_PAUSE": "0.1",
                "SOCKETS_PER_ADDRESS": "0",
            },
        )
        os.environ.update(site.env)
        django.setup()
        try:
            site.start()
            site.wait_ready(180)
            kills = () if asked.no_kills else KILLED
            held = []
            if asked.swiss:
                held += [play(site, "swiss", asked.swiss, asked.entrants, kills, asked.rounds)]
            if asked.arena:
                held += [play(site, "arena", asked.arena, asked.entrants, kills, asked.minutes)]
        finally:
            site.stop()
    return 0 if all(held) else 1


def play(
    site: Site, kind: str, game: str, entrants: int, kills: tuple[str, ...], length: int
) -> bool:
    """One series from its first entrant to its last place. True: every promise held.

    `length` are the rounds of a Swiss, the minutes of an arena: there are shorter ones than anybody
    could plan.
    """
    from django.utils import timezone

    from accounts.models import User
    from api.models import Scope, Token
    from ops.bench.users import create_users
    from ops.series.checker import check
    from series.limits import MINUTES
    from series.models import Series
    from series.services import entering, making

    maker = User.objects.create_user(f"Maker-{kind}", f"{kind}@example.org", is_staff=True)
    people = create_users(entrants)
    name, _, chosen = game.partition(":")
    made = making.make_tournament(
        maker,
        kind,
        f"Proof {kind}",
        name,
        {"turnSeconds": 30} | options(chosen),
        starts_at=timezone.now() + timedelta(hours=1),
        break_seconds=0,
        grace_seconds=60,
        most=max(2, entrants),
        rounds=length,
        minutes=max(length, MINUTES[0]),
        programs=True,
    )
    if kind == Series.Kind.ARENA:
        Series.objects.filter(pk=made.pk).update(minutes=length)
    Token.objects.filter(user__in=[each.user.pk for each in people]).update(
        scopes=[Scope.READ, Scope.PLAY, Scope.TABLES]
    )
    for each in people:
        entering.join(made.pk, each.user)
    # However long it took them: it begins when all are in.
    soon = timezone.now() + timedelta(seconds=5)
    Series.objects.filter(pk=made.pk).update(starts_at=soon, deadline=soon)
    print(f"{kind} of {game}: {entrants} entrants", flush=True)
    players = [Player(each.secret, made.code, site.urls) for each in people]
    began = time.monotonic()
    killed = asyncio.run(all_of(players, site, kills))
    made = Series.objects.get(pk=made.pk)
    figures, broken = check(made, killed=bool(kills))
    figures |= {
        "killed": killed,
        "seconds": time.monotonic() - began,
        "moves": sum(one.moves for one in players),
    }
    for what, value in figures.items():
        print(f"  {what}: {value:.1f}".removesuffix(".0"))
    for line in broken:
        print(f"  BROKEN: {line}")
    print("  held" if not broken else "  not held", flush=True)
    return not broken


def options(chosen: str) -> dict[str, Any]:
    """`hands=5,turns=each` as the options of a game."""
    found: dict[str, Any] = {}
    for each in filter(None, chosen.split(",")):
        name, _, value = each.partition("=")
        found[name] = value
        with suppress(ValueError):
            found[name] = json.loads(value)
    return found


async def all_of(players: list[Player], site: Site, kills: tuple[str, ...]) -> int:
    """Everybody plays; meanwhile one part after another is killed and started again. How many."""
    killing = asyncio.create_task(kill(site, kills, players))
    await asyncio.gather(*(player.run() for player in players))
    return await killing


async def kill(site: Site, parts: tuple[str, ...], players: list[Player]) -> int:
    """From the first move to the last. What was killed is up again when this ends."""
    killed = 0
    for name in cycle(parts):
        while not any(player.moves for player in players):
            await asyncio.sleep(0.2)
        await asyncio.sleep(BETWEEN)
        if all(player.done for player in players):
            break
        print(f"  killed: {name}", flush=True)
        await asyncio.to_thread(site.kill, name)
        await asyncio.sleep(DEAD)
        await asyncio.to_thread(site.restart, name)
        killed += 1
    return killed


if __name__ == "__main__":
    sys.exit(main())

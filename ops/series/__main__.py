"""Runs a Swiss and an arena with API clients on real processes, kills some, and checks all."""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

from ops.desk.ports import free_port
from ops.desk.servers import fresh_servers
from ops.desk.site import Site
from ops.series.players import Player

KILLED = ("default", "web-2", "beat", "timers")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m ops.series", description=__doc__)
    parser.add_argument("--entrants", type=int, default=64)
    parser.add_argument("--swiss", required=True, help="the game of the Swiss")
    parser.add_argument("--arena", required=True, help="the game of the arena")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--minutes", type=int, default=5)
    parser.add_argument("--no-kills", action="store_true")
    asked = parser.parse_args()
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
        site.run_manage("migrate", "--noinput", "--skip-checks")
        os.environ.update(site.env)
        django.setup()
        try:
            site.start()
            site.wait_ready(180)
            kills = () if asked.no_kills else KILLED
            held = [
                play(site, "swiss", asked.swiss, asked.entrants, kills, rounds=asked.rounds),
                play(site, "arena", asked.arena, asked.entrants, kills, minutes=asked.minutes),
            ]
        finally:
            site.stop()
    return 0 if all(held) else 1


def play(
    site: Site, kind: str, game: str, entrants: int, kills: tuple[str, ...], **terms: Any
) -> bool:
    """One series from its first entrant to its last place. True: every promise held."""
    from django.utils import timezone

    from accounts.models import User
    from api.models import Scope, Token
    from ops.bench.users import create_users
    from ops.series.checker import check
    from series.models import Series
    from series.services import entering, making

    maker = User.objects.create_user(f"Maker-{kind}", f"{kind}@example.org", is_staff=True)
    people = create_users(entrants)
    made = making.make_tournament(
        maker,
        kind,
        f"Proof {kind}",
        game,
        {"turnSeconds": 30},
        starts_at=timezone.now() + timedelta(seconds=20),
        break_seconds=0,
        grace_seconds=60,
        most=max(2, entrants),
        programs=True,
        **terms,
    )
    Token.objects.filter(user__in=[each.user.pk for each in people]).update(
        scopes=[Scope.READ, Scope.PLAY, Scope.TABLES]
    )
    for each in people:
        entering.join(made.pk, each.user)
    print(f"{kind} of {game}: {entrants} entrants", flush=True)
    players = [Player(each.secret, made.code, site.urls) for each in people]
    began = time.monotonic()
    asyncio.run(all_of(players, site, kills))
    made = Series.objects.get(pk=made.pk)
    figures, broken = check(made, timed=not kills)
    figures |= {"seconds": time.monotonic() - began, "moves": sum(one.moves for one in players)}
    for name, value in figures.items():
        print(f"  {name}: {value:.1f}".removesuffix(".0"))
    for line in broken:
        print(f"  BROKEN: {line}")
    print("  held" if not broken else "  not held", flush=True)
    return not broken


async def all_of(players: list[Player], site: Site, kills: tuple[str, ...]) -> None:
    """Everybody plays; meanwhile one part after another is killed and started again."""
    killing = asyncio.create_task(kill(site, kills))
    await asyncio.gather(*(player.run() for player in players))
    killing.cancel()


async def kill(site: Site, parts: tuple[str, ...]) -> None:
    await asyncio.sleep(40)
    for name in parts:
        print(f"  killed: {name}", flush=True)
        await asyncio.to_thread(site.kill, name)
        await asyncio.sleep(1.5)
        await asyncio.to_thread(site.restart, name)
        await asyncio.sleep(15)


if __name__ == "__main__":
    sys.exit(main())

"""`manage.py table <game>`: play in the terminal, or let bots play many matches and count.

    python manage.py table <game> --players 2 --interactive
    python manage.py table <game> --players 2 --interactive --bots 1 --level sharp
    python manage.py table <game> --players 3 --simulate 1000 --json

Nothing is asked of a database or of Redis.
"""

import json
import secrets
import sys
import time
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import registry
from games.console import simulating
from games.console.terminal import Left, Screen, Table
from games.engine import codec
from games.engine.contract import Rules
from refusals import Refusal
from refusals.wording import words

BAR = 30
MATCHES = 100


class Command(BaseCommand):
    help = "Plays a game in the terminal, or simulates many matches and counts."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help=", ".join(registry.game_keys()))
        parser.add_argument("--players", type=int, help="how many play")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--interactive", action="store_true", help="people at this keyboard")
        what.add_argument(
            "--simulate", type=int, nargs="?", const=MATCHES, metavar="N", help="whole matches"
        )
        parser.add_argument("--bots", type=int, default=0, help="how many of them are bots")
        parser.add_argument("--level", default="", help="how strong the bots are")
        parser.add_argument("--names", default="", help="such as Leyla,Noam")
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="a table option"
        )
        parser.add_argument("--seed", default="", help="the same seed gives the same matches")
        parser.add_argument("--json", action="store_true", help="the statistics for a program")

    def handle(self, *args: Any, **asked: Any) -> None:
        try:
            rules = registry.rules_for(asked["game"])
        except LookupError:
            known = ", ".join(registry.game_keys())
            raise CommandError(f"There is no game {asked['game']!r}. There are: {known}.") from None
        try:
            options = codec.load_options(rules, dict(option(each) for each in asked["option"]))
            players = asked["players"] or rules.INFO.players[0]
            level = asked["level"] or rules.INFO.levels[-1]
            check(rules, players, asked["bots"], level)
            seed = asked["seed"] or secrets.token_hex(16)
            if asked["simulate"] is not None:
                self.simulate(rules, players, options, level, seed, asked)
            else:
                self.interact(rules, players, options, level, seed, asked)
        except Refusal as refusal:
            raise CommandError(words(refusal)) from None
        except BrokenPipeError:
            # Whoever read along has seen enough. What is left in the buffer goes nowhere.
            sys.stdout = None

    # ---- Playing -------------------------------------------------------------------------------

    def interact(
        self, rules: Rules, players: int, options: Any, level: str, seed: str, asked: Any
    ) -> None:
        people = players - asked["bots"]
        given = [name.strip() for name in asked["names"].split(",") if name.strip()]
        names = [given[n] if n < len(given) else f"Player {n + 1}" for n in range(people)]
        names += [f"Bot {n + 1} ({level})" for n in range(people, players)]
        names += [role.capitalize() for role in rules.extra_seats(options)]
        levels = {seat: level for seat in range(people, players)}
        if not people:
            levels |= {seat: level for seat in range(players, len(names))}
        screen = Screen(sys.stdin, self.stdout, lively=self.stdout.isatty())  # type: ignore[arg-type]
        key = next(simulating.keys(seed))
        try:
            Table(rules, names, levels, options, key, screen).play()
        except (Left, KeyboardInterrupt):
            self.stdout.write("\nYou left the table. Goodbye.")

    # ---- Counting ------------------------------------------------------------------------------

    def simulate(
        self, rules: Rules, players: int, options: Any, level: str, seed: str, asked: Any
    ) -> None:
        wanted = asked["simulate"]
        if wanted < 1:
            raise CommandError("At least one match, please.")
        seats = simulating.seats_for(rules, players, options)
        played: list[simulating.Played] = []
        began = time.monotonic()
        try:
            for key in islice(simulating.keys(seed), wanted):
                played.append(simulating.play_out(rules, seats, options, key, [level] * seats))
                self.progress(len(played), wanted)
        except KeyboardInterrupt:
            self.stderr.write(f"\nStopped after {len(played)} of {wanted}.")
        if not played:
            return
        told = simulating.report(rules, players, options, played)
        told |= {"level": level, "seed": seed, "seconds": round(time.monotonic() - began, 2)}
        if asked["json"]:
            self.stdout.write(json.dumps(told, indent=2))
        else:
            self.stdout.write("\n".join(table_of(rules, told)))

    def progress(self, done: int, wanted: int) -> None:
        """A bar on a terminal, a line at each quarter elsewhere; never among the results."""
        if self.stderr.isatty():
            full = BAR * done // wanted
            end = "\n" if done == wanted else ""
            bar = f"\r[{'█' * full}{'·' * (BAR - full)}] {done} of {wanted}{end}"
            self.stderr.write(bar, style_func=str, ending="")
            self.stderr.flush()
        elif done * 4 // wanted != (done - 1) * 4 // wanted:
            self.stderr.write(f"{done} of {wanted}", style_func=str)


def option(text: str) -> tuple[str, Any]:
    """`rounds=3`, `turn_seconds=60`, `teams=true`; whatever is no JSON is a word."""
    name, _equals, value = text.partition("=")
    head, *rest = name.strip().split("_")
    try:
        return head + "".join(map(str.capitalize, rest)), json.loads(value)
    except ValueError:
        return head + "".join(map(str.capitalize, rest)), value


def check(rules: Rules, players: int, bots: int, level: str) -> None:
    info = rules.INFO
    if players not in info.players:
        known = ", ".join(map(str, info.players))
        raise CommandError(f"This game is for {known} players.")
    if not 0 <= bots <= players:
        raise CommandError("There cannot be more bots than players.")
    if level not in info.levels:
        raise CommandError(f"The bots of this game are: {', '.join(info.levels)}.")


def table_of(rules: Rules, told: dict[str, Any]) -> list[str]:
    """The statistics in lines, numbers under numbers."""
    steps = told["steps"]
    lines = [
        f"{rules.INFO.name}: {told['matches']} matches, {told['players']} players, "
        f"{told['level']} bots, {told['seconds']} s",
        f"Length in steps   mean {steps['mean']}, median {steps['median']}, "
        f"{steps['least']} to {steps['most']}",
    ]
    if told["abandoned"]:
        lines.append(f"Abandoned         {told['abandoned']}")
    lines.append(f"{'Seat':<18}{'won':>8}{'mean':>10}{'least':>9}{'most':>9}")
    for row in told["seats"]:
        score = row["score"] or {"mean": "–", "least": "–", "most": "–"}
        won = "–" if row["won"] is None else f"{100 * row['won']:.1f} %"
        lines.append(
            f"{row['seat'] + 1:<18}{won:>8}{score['mean']:>10}{score['least']:>9}{score['most']:>9}"
        )
    for name, words_ in (("first", "Who begins"), ("firstSeat", "First seat")):
        if told[name]:
            lines.append(
                f"{words_:<18}{100 * told[name]['won']:>6.1f} %   edge "
                f"{100 * told[name]['edge']:+.1f} ± {100 * told[name]['margin']:.1f} points"
            )
    lines.append(f"Seed              {told['seed']}")
    return lines

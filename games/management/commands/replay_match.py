"""`manage.py replay_match 17 18` or `--all`: does the log still give the match that is stored?

Plays the log of each match through the engine from its deal on and compares the state it ends in
with the stored snapshot. Anything the house did beside the game (a forfeit, a bot taking over)
changed no state and is skipped. Exits with 1 if any match differs.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import registry
from games.console.replaying import options_of
from games.engine import codec
from games.engine.contract import Seat
from games.engine.play import replay
from games.models import Event, Match
from refusals import Refusal


class Command(BaseCommand):
    help = "Replays matches from their log and compares them with what is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", nargs="*", type=int)
        parser.add_argument("--all", action="store_true", help="every match there is")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["match"]) == options["all"]:
            raise CommandError("Say which matches, or --all.")
        rows = Match.objects.order_by("id")
        if options["match"]:
            rows = rows.filter(pk__in=options["match"])
            missing = set(options["match"]) - set(rows.values_list("pk", flat=True))
            if missing:
                raise CommandError(f"There is no match {min(missing)}.")
        checked = wrong = 0
        for match in rows.iterator(chunk_size=50):
            problem = difference(match)
            checked += 1
            wrong += bool(problem)
            sign = self.style.ERROR("✗") if problem else self.style.SUCCESS("✓")
            line = f"{sign} {match.pk} {match.game}, {match.seq} events {problem}"
            self.stdout.write(line.rstrip())
        self.stdout.write(f"{checked} replayed, {wrong} different")
        if wrong:
            raise SystemExit(1)


def difference(match: Match) -> str:
    """What the log and the snapshot disagree about; empty if they agree."""
    events = list(Event.objects.filter(match=match).order_by("seq"))
    if [event.seq for event in events] != list(range(match.seq + 1)):
        return "the log has a gap"
    rules = registry.rules_for(match.game)
    options = options_of(match)
    moves = [(e.seq, Seat(e.seat or 0), e.move) for e in events if e.move is not None]
    try:
        state = replay(rules, len(match.fresh), options, bytes(match.key), moves)
    except Refusal as refusal:
        return f"a move of the log is refused: {refusal}"
    return "" if codec.dump(state) == match.state else "the log gives another state"

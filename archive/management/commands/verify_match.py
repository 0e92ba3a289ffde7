"""`manage.py verify_match 17 18`, `--all` or `--file log.json`: was chance fair, step by step?

Prints ✓ or ✗ for every step that chance was asked for and for every step that is wrong, and a sum
for each match. Ends with 1 if anything is wrong.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from archive.replay import make
from archive.verify import Line, NotALog, Report, check
from archive.verify_log import log_from, seats_of
from games.engine.errors import Refusal
from games.models import Match


class Command(BaseCommand):
    help = "Works the chance of finished matches out again and compares it with their logs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", nargs="*", type=int)
        parser.add_argument("--all", action="store_true", help="every match that is over")
        parser.add_argument("--file", action="append", default=[], help="a downloaded log")
        parser.add_argument("--short", action="store_true", help="one line for each match")

    def handle(self, *args: Any, **options: Any) -> None:
        ways = [bool(options["match"]), options["all"], bool(options["file"])]
        if sum(ways) != 1:
            raise CommandError("Say which matches, or --all, or --file.")
        checked = wrong = 0
        for name, log, whole in self.logs(options):
            ok = self.show(name, log, whole, options["short"])
            checked += 1
            wrong += not ok
        self.stdout.write(f"{checked} checked, {wrong} wrong")
        if wrong:
            raise SystemExit(1)

    def logs(self, options: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
        """A name, a log or why there is none, and the whole options where they are known."""
        for file in options["file"]:
            try:
                yield file, json.loads(Path(file).read_text("utf-8")), None
            except OSError as error:
                raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
            except ValueError:
                yield file, NotALog("This is not a log of a match."), None
        if options["file"]:
            return
        rows = Match.objects.exclude(status=Match.Status.RUNNING).defer("state").order_by("id")
        if options["match"]:
            for missing in sorted(set(options["match"]) - set(rows.values_list("id", flat=True))):
                raise CommandError(f"There is no finished match {missing}.")
            rows = rows.filter(pk__in=options["match"])
        for match in rows.iterator(chunk_size=20):
            name = f"match {match.pk} {match.game}"
            try:
                yield name, log_from(match, make(match), seats_of(match)), match.options
            except Refusal as refusal:
                yield name, refusal, None

    def show(self, name: str, log: Any, whole: Any, short: bool) -> bool:
        if isinstance(log, Exception):
            self.line(False, f"{name}: {log}")
            return False
        try:
            report = check(log, options=whole)
        except NotALog as error:
            self.line(False, f"{name}: {error}")
            return False
        if not short:
            self.line(report.head.ok, f"  seed, nonces and key{why(report.head)}")
            for line in report.steps:
                if line.calls or not line.ok:
                    self.line(line.ok, f"  step {line.seq}: {asked(line)}{why(line)}")
        self.line(report.ok, f"{name}: {summary(report)}")
        return report.ok

    def line(self, ok: bool, text: str) -> None:
        sign = self.style.SUCCESS("✓") if ok else self.style.ERROR("✗")
        self.stdout.write(f"{sign} {text}")


def asked(line: Line) -> str:
    """What chance was asked for, in a few words."""
    names = [
        f"{call.get('call')} of {call.get('count') or len(call.get('items') or ())}"
        for call in line.calls
        if isinstance(call, dict)
    ]
    return ", ".join(names) or "no chance"


def why(line: Line) -> str:
    return "".join(f" — {sentence}" for _, sentence in line.wrong)


def summary(report: Report) -> str:
    calls = sum(len(line.calls) for line in report.steps)
    wrong = sum(not line.ok for line in report.steps) + (not report.head.ok)
    if wrong:
        return f"{len(report.steps)} steps, {wrong} of the checks fail"
    return f"{len(report.steps)} steps, {calls} calls of chance, all as they had to be"

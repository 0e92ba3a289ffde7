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

from archive.proof.log import log_from, seats_of
from archive.proof.verification import NotALog, StepCheck, Verification, verify
from archive.replay.frames import make
from games.console.replaying import whole_options
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
                log = log_from(match, make(match), seats_of(match))
                yield name, log, whole_options(match)
            except Refusal as refusal:
                yield name, refusal, None

    def show(self, name: str, log: Any, whole: Any, short: bool) -> bool:
        if isinstance(log, Exception):
            self.line(False, f"{name}: {log}")
            return False
        try:
            found = verify(log, options=whole)
        except NotALog as error:
            self.line(False, f"{name}: {error}")
            return False
        if not short:
            self.line(found.head.ok, f"  seed, nonces and key{why(found.head)}")
            for step in found.steps:
                if step.calls or not step.ok:
                    self.line(step.ok, f"  step {step.seq}: {asked(step)}{why(step)}")
        self.line(found.ok, f"{name}: {summary(found)}")
        return found.ok

    def line(self, ok: bool, text: str) -> None:
        sign = self.style.SUCCESS("✓") if ok else self.style.ERROR("✗")
        self.stdout.write(f"{sign} {text}")


def asked(step: StepCheck) -> str:
    """What chance was asked for, in a few words."""
    names = [
        f"{call.get('call')} of {call.get('count') or len(call.get('items') or ())}"
        for call in step.calls
        if isinstance(call, dict)
    ]
    return ", ".join(names) or "no chance"


def why(step: StepCheck) -> str:
    return "".join(f" — {sentence}" for _, sentence in step.wrong)


def summary(found: Verification) -> str:
    calls = sum(len(step.calls) for step in found.steps)
    wrong = sum(not step.ok for step in found.steps) + (not found.head.ok)
    if wrong:
        return f"{len(found.steps)} steps, {wrong} of the checks fail"
    return f"{len(found.steps)} steps, {calls} calls of chance, all as they had to be"

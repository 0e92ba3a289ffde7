"""`manage.py recompute_ratings`: every rating anew, from all finished matches in their order.

Writes only what differs and says how much that was; normally nothing. With `--check` it writes
nothing, and exits with 1 if anything differs. The site may stay open: matches that end meanwhile
wait for the last stretch only.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from accounts.ratings.recompute import Recount
from archive.leaderboards.rated_matches import ended_matches


class Command(BaseCommand):
    help = "Works out every rating anew from all finished matches, in the order of their ends."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare only, write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        check = options["check"]
        report = Recount(ended_matches, write=not check, tell=self.progress).run()
        verb = "differ" if check else "corrected"
        self.stdout.write(
            f"{report.matches} matches replayed; {verb}: {report.changes} changes, "
            f"{report.ratings} ratings, {report.tallies} tallies"
        )
        if check and not report.clean:
            raise SystemExit(1)

    def progress(self, done: int) -> None:
        if done % 20_000 == 0:
            self.stdout.write(f"  {done} matches …")

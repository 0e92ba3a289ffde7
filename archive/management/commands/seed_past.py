"""`manage.py seed_past`: a large invented past to measure with. Never for a site with people.

100,000 players and 1,000,000 finished matches unless told otherwise; with progress. It refuses a
database in which real people are, unless `--anyway` is said: nothing takes the invented ones out
again but a new database.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from archive.seeding import past


class Command(BaseCommand):
    help = "Invents players, finished matches and ratings, to measure with."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=100_000)
        parser.add_argument("--matches", type=int, default=1_000_000)
        parser.add_argument("--anyway", action="store_true", help="even among real people")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["players"] < 20 or options["matches"] < 1:
            raise CommandError("At least 20 players and one match.")
        people = past.real_people()
        if people and not options["anyway"]:
            raise CommandError(
                f"{people} real people are in this database. Invented ones would stand among them "
                "on every board, and cannot be taken out again. Say --anyway if that is meant."
            )
        past.seed(options["players"], options["matches"], self.progress)
        self.stdout.write(self.style.SUCCESS("done"))

    def progress(self, what: str, done: int, all: int) -> None:
        self.stdout.write(f"  {what}: {done:,} of {all:,}")
        self.stdout.flush()

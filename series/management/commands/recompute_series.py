"""Recomputes the standings of every series from its finished matches."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from series.models import Series
from series.results import differences
from series.services.calling import copy_standings
from series.services.locking import lock_series


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", help="only these; else all")
        parser.add_argument("--check", action="store_true", help="compare, and change nothing")

    def handle(self, *args: Any, codes: list[str], check: bool, **options: Any) -> None:
        rows = Series.objects.order_by("pk")
        if codes:
            rows = rows.filter(code__in=codes)
        wrong, count = 0, 0
        for series_id in rows.values_list("pk", flat=True):
            count += 1
            with transaction.atomic():
                series = lock_series(series_id)
                found = differences(series)
                for line in found:
                    self.stdout.write(f"{series.code}: {line}")
                wrong += len(found)
                if found and not check:
                    copy_standings(series)
        self.stdout.write(f"{count} series, {wrong} numbers differ")
        if wrong and check:
            raise CommandError("the stored standings are not those of the matches")

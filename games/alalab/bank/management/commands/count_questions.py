from typing import Any

from django.core.management.base import BaseCommand

from games.alalab.bank import statistics


class Command(BaseCommand):
    help = "Counts the questions of finished quiz matches that are not counted yet."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{statistics.count_all()} matches counted.")

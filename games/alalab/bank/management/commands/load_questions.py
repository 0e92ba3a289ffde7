from typing import Any

from django.core.management.base import BaseCommand

from games.alalab.bank import editing


class Command(BaseCommand):
    help = "Puts the questions that come with the quiz into the bank; `migrate` does it as well."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{editing.load_shipped()} questions added.")

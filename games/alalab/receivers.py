"""What the end of a match means to the bank."""

from typing import Any

from django.dispatch import receiver

from games.alalab import reports, statistics  # noqa: F401  (reports join a person's export)
from games.signals import match_finished


@receiver(match_finished)
def count_questions(sender: Any, match_id: int, **_: Any) -> None:
    statistics.count(match_id)

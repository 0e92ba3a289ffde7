"""What the end of a match, or somebody who leaves for good, means to the questions."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing
from games.alalab import own, reports, statistics  # noqa: F401  (reports join a person's export)
from games.signals import match_finished


@receiver(match_finished)
def count_questions(sender: Any, match_id: int, **_: Any) -> None:
    statistics.count(match_id)
    own.remember_asked(match_id)


@receiver(account_closing)
def forget_own_questions(sender: Any, user: User, **_: Any) -> None:
    own.forget(user)

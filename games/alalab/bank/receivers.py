"""Signal receivers of the bank: a match ends, or somebody leaves for good."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_erasing
from games.alalab.bank import own_questions, reports, statistics  # noqa: F401  (reports join a person's export)
from games.signals import match_finished


@receiver(match_finished)
def count_questions(sender: Any, match_id: int, **_: Any) -> None:
    statistics.count(match_id)
    own_questions.remember_asked(match_id)


@receiver(account_erasing)
def forget_own_questions(sender: Any, user: User, **_: Any) -> None:
    own_questions.forget(user)

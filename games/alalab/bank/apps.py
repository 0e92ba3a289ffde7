"""Django app of the question bank. Its label is the game's key."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class BankConfig(AppConfig):
    name = "games.alalab.bank"
    label = "alalab"  # of the tables, the permissions and the addresses in the admin
    verbose_name = _("Bank of questions")
    editors = True  # its things belong to the question editors of the house

    def ready(self) -> None:
        from games.alalab.bank import receivers  # noqa: F401  (it listens for finished matches)

        post_migrate.connect(fill, sender=self, dispatch_uid="alalab.fill")


def fill(sender: Any, **told: Any) -> None:
    """After `migrate` the bank has every question that comes with the game; `flush` empties it."""
    if "plan" not in told:
        return
    try:
        told["apps"].get_model("alalab", "QuestionReport")
    except LookupError:  # migrated back to before there was a bank
        return
    from games.alalab.bank import editing

    editing.load_shipped()

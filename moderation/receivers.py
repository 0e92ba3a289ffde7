"""Signal receivers of moderation: accounts are erased, saves in the admin go into the audit log."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_erasing
from accounts.staff import audit_log
from moderation import services

DONE = {1: "added", 2: "changed", 3: "deleted"}


@receiver(account_erasing)
def forget(sender: Any, user: User, **_: Any) -> None:
    services.forget(user)


@receiver(post_save, sender=LogEntry)
def into_the_log(sender: Any, instance: LogEntry, created: bool, **_: Any) -> None:
    """Django's own line can be deleted in the database; ours cannot."""
    if created:
        thing = instance.get_edited_object() if instance.action_flag != 3 else None
        audit_log.record(
            instance.user,
            f"{DONE.get(instance.action_flag, 'touched')} in the admin",
            thing,
            thing="" if thing is not None else instance.object_repr,
            changes=instance.get_change_message(),
        )

"""Command `create_demo`: an admin and the house bots, once. Safe to run at every start."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.models import User
from accounts.people.bots import HOME_LEVELS, bot_player


class Command(BaseCommand):
    requires_system_checks: list[str] = []
    help = "Makes an admin if there is none, and the house bots. Changes nothing that is there."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        for name, level in HOME_LEVELS.items():
            bot_player(name, level)
        if User.objects.filter(is_superuser=True, is_active=True).exists():
            return
        if User.objects.filter(username="admin").exists():
            self.stdout.write(
                "There is no superuser, and the name admin is in use: "
                "make one with `manage.py createsuperuser`."
            )
            return
        password = secrets.token_urlsafe(12)
        User.objects.create_superuser("admin", "", password)
        self.stdout.write("An admin was made. This is shown only once:")
        self.stdout.write("  name:     admin")
        self.stdout.write(f"  password: {password}")

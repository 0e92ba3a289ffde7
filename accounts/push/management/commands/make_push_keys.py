"""`manage.py make_push_keys`: the key by which push services know this site, made once."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.push import vapid


class Command(BaseCommand):
    help = "Makes the key pair of Web Push; the printed line goes into the environment."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        private = vapid.make_private_key()
        self.stdout.write(f"PUSH_PRIVATE_KEY={private}")
        self.stderr.write(f"The public key, which browsers are given: {vapid.public_key(private)}")
        self.stderr.write("Keep the private one: who has subscribed is bound to it.")

"""Models of the API: tokens, and the bot accounts that programs play from."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """What a token may be used for. Whoever may act may not read by that alone."""

    READ = "read", _("read: games, tables, matches, history, leaderboards")
    PLAY = "play", _("play: moves, giving up, taking a seat back")
    TABLES = "tables", _("tables: open, sit, ready, bots, leave, talk")


class Token(models.Model):
    """A key that a program shows. The text itself is told once and kept nowhere."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=40)
    digest = models.CharField(max_length=64, unique=True, help_text=_("SHA-256 of the text"))
    start = models.CharField(max_length=8, help_text=_("How the text begins, to tell tokens apart"))
    scopes = ArrayField(models.CharField(max_length=8, choices=Scope.choices))
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "name"],
                name="api_token_one_name",
                condition=Q(revoked_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @property
    def session(self) -> str:
        """The name under which its sockets are told that it ended."""
        return f"token.{self.pk}"


class Program(models.Model):
    """A bot account: a program plays from it, and one person answers for it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="program", primary_key=True
    )
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="programs")
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"{self.user_id} of {self.owner_id}"

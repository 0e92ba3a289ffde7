"""Models of tables, chairs and chat. `services/` are their only writers.

A chair is at a table of the lobby and stays from match to match; a seat (`games.models.Seat`) is in
one match and is dealt to whoever sits in a chair when that match starts.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import registry
from games.engine import codec
from games.engine.contract import Role, Rules
from games.models import Match


class Table(models.Model):
    """A place to play one game, again and again. Its link stays for life."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    code = models.CharField(max_length=6, unique=True)
    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    seats = models.SmallIntegerField()
    public = models.BooleanField(default=True)
    rated = models.BooleanField(default=False)
    min_karma = models.PositiveSmallIntegerField(
        default=0, help_text=_("The karma that is asked of whoever sits down")
    )
    allows_guests = models.BooleanField(
        default=True, help_text=_("Whether who has no account may sit down, if it is friendly")
    )
    leaver = models.CharField(
        max_length=8, choices=Match.Leaver.choices, default=Match.Leaver.FORFEIT
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        help_text=_("Whoever sits there longest; nobody at an empty table"),
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    match = models.ForeignKey(
        Match,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text=_("The match being played, or the last one"),
    )
    round_no = models.PositiveIntegerField(
        default=0, help_text=_("Matches begun; the chairs move up by one with each")
    )
    seed = models.BinaryField(help_text=_("Of the next match; secret until that one is over"))
    commitment = models.CharField(max_length=64, help_text=_("LoadedMatch before anybody is ready"))
    reserved_for = models.CharField(
        max_length=80,
        blank=True,
        db_default="",
        help_text=_("Address of the page, such as a tournament's, that gave out its chairs"),
    )
    created_at = models.DateTimeField(db_default=Now())
    opened_at = models.DateTimeField(
        db_default=Now(), help_text=_("For the first time or again; what was said before is gone")
    )
    touched_at = models.DateTimeField(db_default=Now())
    waiting_since = models.DateTimeField(
        db_default=Now(), help_text=_("When a chair last became free")
    )
    beginners = models.BooleanField(
        default=False, help_text=_("Beginners are welcome, says the owner")
    )
    bots_at = models.DateTimeField(
        null=True, help_text=_("When bots take the free chairs and the match starts")
    )
    bots_level = models.CharField(
        max_length=16,
        blank=True,
        default="",
        help_text=_("How strong those bots are; empty: as the owner practises with"),
    )

    class Meta:
        indexes = [
            models.Index(fields=["status", "game"], name="table_status_game"),
            models.Index(
                fields=["bots_at"], name="table_bots_due", condition=Q(bots_at__isnull=False)
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="table_rated_means_forfeit", condition=Q(rated=False) | Q(leaver="forfeit")
            ),
            models.CheckConstraint(
                name="table_rated_means_public", condition=Q(rated=False) | Q(public=True)
            ),
            models.CheckConstraint(
                name="table_playing_has_a_match",
                condition=~Q(status="playing") | Q(match__isnull=False),
            ),
            models.CheckConstraint(
                name="table_bots_come_while_open",
                condition=Q(status="open") | Q(bots_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("lobby:table", args=[self.code])

    @property
    def venue(self) -> str:
        """The name under which its match, its connections and its nudges run."""
        return f"table.{self.pk}"

    @property
    def takes_guests(self) -> bool:
        """Whether a name alone is enough to sit down here."""
        friendly = not self.rated and not self.min_karma
        return self.status == self.Status.OPEN and friendly and self.allows_guests

    @property
    def rules(self) -> Rules:
        return registry.rules_for(self.game)

    @property
    def choices(self) -> Any:
        """The options as the game's own value."""
        return codec.load(self.options, self.rules.Options)

    @property
    def roles(self) -> tuple[Role, ...]:
        """Of the chairs beside those of the players, a host or a referee; always the last ones."""
        return self.rules.extra_seats(self.choices)

    @property
    def has_host(self) -> bool:
        return "host" in self.roles

    @property
    def player_chairs(self) -> int:
        """How many chairs are for players; they come first."""
        return self.seats - len(self.roles)

    @property
    def live(self) -> bool:
        """On a short clock: people are expected to be there."""
        return bool(self.choices.live)


class Chair(models.Model):
    """A chair that is taken. With a level, a bot sits in it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="chairs")
    index = models.SmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="chairs")
    level = models.CharField(max_length=16, blank=True)
    name = models.CharField(
        max_length=40, blank=True, help_text=_("Of a local player, who has no account")
    )
    ready = models.BooleanField(default=False)
    nonce = models.CharField(max_length=64, blank=True)
    joined_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="chair_holds_one"),
            models.UniqueConstraint(fields=["table", "user"], name="chair_is_one_each"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"


class ChatLine(models.Model):
    """Something said at a table: a quick phrase or free text. Without a user, the house says it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="lines")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    text = models.CharField(max_length=300, blank=True)
    phrase = models.CharField(max_length=20, blank=True)
    watched = models.ForeignKey(
        Match,
        models.CASCADE,
        null=True,
        related_name="+",
        help_text=_("Said among those who watched this match; its players read it afterwards"),
    )
    at = models.DateTimeField(db_default=Now())
    removed_at = models.DateTimeField(
        _("removed"), null=True, blank=True, help_text=_("By staff; the words are kept for them")
    )

    class Meta:
        indexes = [
            models.Index(fields=["table", "id"], name="chat_table"),
            models.Index(fields=["user", "at"], name="chat_user"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.phrase or self.text[:40]}"


class Invitation(models.Model):
    """Somebody at a table asks somebody to come. The newest counts."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.user_id}"


class TableDefaults(models.Model):
    """What somebody chose the last time they opened such a table; the next one begins with it."""

    class Company(models.TextChoices):
        FRIENDS = "friends", _("with friends")
        STRANGERS = "strangers", _("with strangers")
        BOTS = "bots", _("practice with bots")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=32)
    company = models.CharField(max_length=12, choices=Company)
    chosen = models.JSONField(
        default=dict, help_text=_("The fields of the form, as they were sent")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "company"], name="table_defaults_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.game} {self.company}"


class Awaited(models.Model):
    """Somebody who does not sit at a table wants to hear when the next match starts there."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="awaited")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="awaited_once")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.user_id}"


class Mute(models.Model):
    """Somebody does not want to read somebody. Only their own pages know."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "muted"], name="mute_once")]

    def __str__(self) -> str:
        return f"{self.user_id} → {self.muted_id}"

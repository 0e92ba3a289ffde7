"""A match, its seats and its log. Data and constraints; `services.py` is the only writer."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Match(models.Model):
    """One match from the deal to the result. `state` is a snapshot of what the log replays to."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("aborted")

    class Leaver(models.TextChoices):
        FORFEIT = "forfeit", _("forfeits the match")
        BOT = "bot", _("is replaced by a bot until they are back")
        WAIT = "wait", _("is waited for")

    game = models.CharField(max_length=32)
    venue = models.CharField(max_length=64, help_text=_("Where it is played, such as table.17"))
    options = models.JSONField(default=dict)
    supplies = models.JSONField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("Secret options that the server filled in at the start; replaying needs them"),
    )
    rated = models.BooleanField(default=False)
    rating_rules = models.SmallIntegerField(
        db_default=0, help_text=_("By which rules it counts: those of the day on which it began")
    )
    public = models.BooleanField(default=True)
    live = models.BooleanField(default=True, help_text=_("On a short clock, so absence counts"))
    leaver = models.CharField(max_length=8, choices=Leaver, default=Leaver.FORFEIT)

    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    seq = models.PositiveIntegerField(default=0, help_text=_("Number of the last event"))
    state = models.JSONField()
    acting = ArrayField(models.SmallIntegerField(), default=list)
    fresh = ArrayField(
        models.IntegerField(),
        default=list,
        help_text=_("By seat: the event a page must have seen for its move to be accepted"),
    )
    bots = models.JSONField(default=dict, help_text=_("Seats the server plays, with the level"))

    clock = models.CharField(max_length=100, blank=True)
    clock_seconds = models.FloatField(default=0)
    deadline = models.DateTimeField(null=True, blank=True)
    bot_at = models.DateTimeField(null=True, blank=True)

    seed = models.BinaryField()
    commitment = models.CharField(max_length=64)
    key = models.BinaryField()

    result = models.JSONField(null=True, blank=True)
    started_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = _("matches")
        # No index holds a column that a move changes: a move then rewrites the row in place and
        # touches no index. The sweep looks through the running matches, which are few.
        indexes = [
            models.Index(fields=["venue", "-id"], name="match_venue"),
            models.Index(fields=["id"], name="match_running", condition=Q(status="running")),
        ]
        constraints = [
            models.CheckConstraint(
                name="match_clock_only_while_running",
                condition=Q(status="running") | Q(deadline__isnull=True, bot_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class Seat(models.Model):
    """Who sits where in a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    index = models.SmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats")
    name = models.CharField(
        max_length=40, blank=True, help_text=_("Of a local player, who has no account")
    )
    role = models.CharField(
        max_length=8, blank=True, help_text=_("A host or a referee beside the players")
    )
    nonce = models.CharField(max_length=64, blank=True)
    absent_since = models.DateTimeField(null=True, blank=True)
    forfeited_at = models.DateTimeField(null=True, blank=True)
    timed_out = models.SmallIntegerField(
        db_default=0, help_text=_("Moves in a row that the clock played for this seat")
    )
    place = models.SmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    holds_rated = models.BooleanField(
        default=False, help_text=_("Sits at a rated match on a live clock that is not over")
    )

    class Meta:
        indexes = [
            models.Index(fields=["user", "-match"], name="seat_history"),
            models.Index(
                fields=["absent_since"],
                name="seat_absent",
                condition=Q(absent_since__isnull=False, forfeited_at__isnull=True),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="seat_is_one_chair"),
            models.UniqueConstraint(fields=["match", "user"], name="seat_is_one_person"),
            models.UniqueConstraint(
                fields=["user"], name="one_live_rated_seat_each", condition=Q(holds_rated=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.index}"


class Event(models.Model):
    """One line of the log. Appended, never changed: the log replays to the state."""

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        CLOCK = "clock", _("clock")
        BOT = "bot", _("bot")
        HOUSE = "house", _("house")

    match = models.ForeignKey(Match, models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    seat = models.SmallIntegerField(null=True)
    by = models.CharField(max_length=8, choices=By)
    move = models.JSONField(null=True)
    move_id = models.UUIDField(null=True)
    facts = models.JSONField(default=list)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="event_in_order"),
            models.UniqueConstraint(fields=["match", "seat", "move_id"], name="event_move_once"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.seq}"


class Lease(models.Model):
    """One connection of one person to one venue. Present is who has a lease that still runs."""

    connection = models.UUIDField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True)
    venue = models.CharField(max_length=64)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["venue", "user"], name="lease_venue_user"),
            models.Index(fields=["expires_at"], name="lease_expiry"),
        ]


class Heartbeat(models.Model):
    """When a part of the site (web, sweep) was last alive, by the database's clock."""

    name = models.CharField(primary_key=True, max_length=32)
    at = models.DateTimeField()


class LessonCount(models.Model):
    """How many came to a step of a game's lesson on one day. Nobody's name is in it."""

    game = models.CharField(max_length=32)
    step = models.SmallIntegerField()
    day = models.DateField()
    reached = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "step", "day"], name="one_count_a_step_and_day")
        ]


class Outage(models.Model):
    """A silence of ours, for which every running clock was given its time back."""

    part = models.CharField(max_length=32)
    began = models.DateTimeField()
    ended = models.DateTimeField()
    credited = models.FloatField(help_text=_("Seconds given back"))
    matches = models.PositiveIntegerField(help_text=_("Matches whose clock was moved"))

    class Meta:
        ordering = ["-ended"]

    def __str__(self) -> str:
        return f"{self.part} {self.began:%Y-%m-%d %H:%M:%S}"

"""Models of a series, its entrants, rounds and pods. `services/` are their only writers.

What somebody has won is never stored as a fact of its own: the numbers on an entrant are a copy of
what `series.results` makes of the finished matches, and `manage.py recompute_series` compares.
"""

from typing import Any

import msgspec
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games import registry
from games.engine import codec
from games.engine.contract import Info, Rules
from games.models import Match
from lobby.models import Table


class Item(msgspec.Struct, frozen=True):
    """A game of the programme: what is played, on which options, by how many at a table."""

    game: str
    options: dict[str, Any]
    size: int
    """Entrants at a table; a pod is smaller only where there are not enough."""

    @property
    def rules(self) -> Rules:
        return registry.rules_for(self.game)

    @property
    def info(self) -> Info:
        return self.rules.INFO


class Series(models.Model):
    """A party night or a tournament. `deadline` is its only clock, by the database's time."""

    class Kind(models.TextChoices):
        NIGHT = "night", _("party night")
        ARENA = "arena", _("arena")
        SWISS = "swiss", _("Swiss")
        KNOCKOUT = "knockout", _("knock-out")

    class Status(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        OVER = "over", _("over")
        CALLED_OFF = "called-off", _("called off")

    code = models.CharField(max_length=6, unique=True)
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(_("name"), max_length=60)
    status = models.CharField(max_length=10, choices=Status, default=Status.PLANNED)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        help_text=_("Whoever made it; at a night the one who inherited it"),
    )
    programme = models.JSONField(help_text=_("Its games in their order; a tournament has one"))

    # ---- Conditions of entry ----
    public = models.BooleanField(default=True, help_text=_("Listed; else by its link alone"))
    rated = models.BooleanField(default=False)
    programs = models.BooleanField(default=False, help_text=_("Whether programs may play too"))
    confirmed = models.BooleanField(default=False, help_text=_("Only with a confirmed address"))
    min_karma = models.PositiveSmallIntegerField(default=0)
    min_rating = models.IntegerField(null=True, blank=True)
    max_rating = models.IntegerField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(default=64, help_text=_("Entrants at most"))

    # ---- Rules ----
    rounds = models.PositiveSmallIntegerField(default=0, help_text=_("Of Swiss; else 0"))
    minutes = models.PositiveSmallIntegerField(default=0, help_text=_("Of an arena; else 0"))
    break_seconds = models.PositiveSmallIntegerField(default=15)
    grace_seconds = models.PositiveSmallIntegerField(
        default=90, help_text=_("So long a chair is held for whoever is not ready")
    )
    weekly = models.BooleanField(default=False)
    previous = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="next"
    )

    # ---- Course ----
    starts_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(
        null=True, blank=True, help_text=_("When its clock acts next: start, next round, or end")
    )
    paused_at = models.DateTimeField(
        null=True, blank=True, help_text=_("Since then its clock stands; resuming moves it on")
    )
    next_item = models.PositiveSmallIntegerField(
        default=0, help_text=_("Index in the programme of the game that comes next")
    )
    reminded = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0, help_text=_("Grows with every change"))
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = _("series")
        indexes = [
            models.Index(fields=["status", "starts_at"], name="series_calendar"),
            models.Index(fields=["host", "status"], name="series_of_host"),
        ]
        constraints = [
            models.CheckConstraint(
                name="series_rated_means_public", condition=Q(rated=False) | Q(public=True)
            ),
            models.CheckConstraint(
                name="series_clock_only_while_it_lasts",
                condition=Q(status__in=["planned", "running", "paused"]) | Q(deadline__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    def get_absolute_url(self) -> str:
        page = "series:night" if self.kind == self.Kind.NIGHT else "series:page"
        return reverse(page, args=[self.code])

    @property
    def venue(self) -> str:
        """The name under which its connections and nudges run."""
        return f"series.{self.pk}"

    @property
    def items(self) -> list[Item]:
        return codec.load(self.programme, list[Item])

    @property
    def item(self) -> Item:
        """The game that is played, or comes next."""
        items = self.items
        return items[min(self.next_item, len(items) - 1)]

    @property
    def lasts(self) -> bool:
        return self.status in (self.Status.PLANNED, self.Status.RUNNING, self.Status.PAUSED)

    @property
    def is_night(self) -> bool:
        return self.kind == self.Kind.NIGHT


class Entrant(models.Model):
    """A person, or a team of two, in a series. The numbers are a copy of the standings."""

    class Status(models.TextChoices):
        FORMING = "forming", _("waits for the partner")
        IN = "in", _("in")
        AWAY = "away", _("away")
        OUT = "out", _("withdrawn")
        REMOVED = "removed", _("removed")

    TAKING_PART = (Status.IN, Status.AWAY, Status.FORMING)

    series = models.ForeignKey(Series, models.CASCADE, related_name="entrants")
    status = models.CharField(max_length=8, choices=Status, default=Status.IN)
    joined_at = models.DateTimeField(db_default=Now())
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The partner whom a team that forms waits for"),
    )
    came_after = models.PositiveSmallIntegerField(
        default=0, help_text=_("Rounds, or games of a night, that were begun before they came")
    )
    free_since = models.DateTimeField(db_default=Now(), help_text=_("Without a table"))

    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.DecimalField(max_digits=9, decimal_places=3, default=0)
    opponents = models.DecimalField(max_digits=9, decimal_places=3, default=0)
    direct = models.SmallIntegerField(default=0)
    firsts = models.PositiveSmallIntegerField(default=0)
    wins = models.PositiveSmallIntegerField(default=0)
    played = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["joined_at", "pk"]

    def __str__(self) -> str:
        return f"{self.series_id}/{self.pk}"


class Member(models.Model):
    """A person of an entrant; a team has two."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="members")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="in_series")
    was = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The guest under whose name they played here before they signed in"),
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["series", "user"], name="series_enters_once"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.user_id}"


class Round(models.Model):
    """A round, or a game of a night. An arena has one, in which all its pods are."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="rounds_made")
    number = models.PositiveSmallIntegerField()
    item = models.PositiveSmallIntegerField(default=0, help_text=_("Index in the programme"))
    made_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="series_rounds_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.series_id}#{self.number}"


class Pod(models.Model):
    """The entrants of one table of a round, and the match they play."""

    class Status(models.TextChoices):
        CALLED = "called", _("called to the table")
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")
        VOID = "void", _("without a result")

    round = models.ForeignKey(Round, models.CASCADE, related_name="pods")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.CALLED)
    table = models.OneToOneField(Table, models.PROTECT, related_name="series_pod")
    match = models.OneToOneField(
        Match, models.PROTECT, null=True, blank=True, related_name="series_pod"
    )
    held_until = models.DateTimeField(
        null=True, blank=True, help_text=_("So long the chairs wait for whoever is not ready")
    )
    featured = models.BooleanField(default=False, help_text=_("A final"))
    made_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["round", "number"]
        indexes = [
            models.Index(
                fields=["round"],
                name="series_pods_open",
                condition=Q(status__in=["called", "playing"]),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="series_pods_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"

    @property
    def is_open(self) -> bool:
        return self.status in (self.Status.CALLED, self.Status.PLAYING)


class PodSeat(models.Model):
    """An entrant in a pod. Nobody is in two open ones, whatever went wrong: see the constraint."""

    pod = models.ForeignKey(Pod, models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField(help_text=_("The first begins"))
    open = models.BooleanField(default=True, help_text=_("Until the pod is over"))
    came = models.BooleanField(default=True, help_text=_("False: a bot sits there, for no points"))

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["pod", "entrant"], name="series_pod_holds_once"),
            models.UniqueConstraint(
                fields=["entrant"], name="series_one_open_pod_each", condition=Q(open=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pod_id}: {self.entrant_id}"


class Bye(models.Model):
    """An entrant without a pod in a round."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="byes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entrant"], name="series_bye_once")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entrant_id}"


class LogLine(models.Model):
    """What the host or the staff did to a series, and why. Appended, never changed."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="log")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    what = models.CharField(max_length=40)
    reason = models.CharField(max_length=300, blank=True)
    details = models.JSONField(default=dict)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.what}"

"""Rating models: ratings, their changes, and tallies. `services.py` is the only writer.

A match is named by its number: people know nothing of how matches are stored.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.ratings.record import PROVISIONAL, Record
from accounts.ratings.seasons import ALL_TIME
from accounts.ratings.skill import Skill


class Rating(models.Model):
    """Where a person stands in a game: for all time, and in each season anew."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False
    )
    game = models.CharField(max_length=32)
    season = models.IntegerField(default=ALL_TIME, help_text=_("0 is all time; 20264 is a quarter"))
    mu = models.FloatField()
    sigma = models.FloatField()
    shown = models.IntegerField(help_text=_("The careful number that everybody sees"))
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    best_streak = models.PositiveIntegerField(default=0)
    last_played = models.DateTimeField(null=True)

    class Meta:
        # Each board is read along an index of its own, in either direction.
        indexes = [
            models.Index(fields=["game", "season", "shown", "user"], name="board_by_rating"),
            models.Index(fields=["game", "season", "matches", "user"], name="board_by_matches"),
            models.Index(fields=["game", "season", "best_streak", "user"], name="board_by_streak"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "season"], name="one_rating_each"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.season}: {self.shown}"

    @property
    def provisional(self) -> bool:
        return self.matches < PROVISIONAL

    @property
    def record(self) -> Record:
        return Record(
            Skill(self.mu, self.sigma),
            self.matches,
            self.wins,
            self.streak,
            self.best_streak,
            self.last_played,
        )

    def take(self, record: Record) -> None:
        """Stands where the record says."""
        self.mu, self.sigma, self.shown = record.skill.mu, record.skill.sigma, record.shown
        self.matches, self.wins = record.matches, record.wins
        self.streak, self.best_streak = record.streak, record.best_streak
        self.last_played = record.last_played


class RatingChange(models.Model):
    """What one match did to one person's rating, once and for ever."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    match_id = models.BigIntegerField()
    game = models.CharField(max_length=32)
    season = models.IntegerField()
    number = models.PositiveIntegerField(help_text=_("Their first, second … rated match of it"))
    place = models.SmallIntegerField()
    weight = models.FloatField(
        db_default=1.0, help_text=_("How much it counted: less if they met the same people before")
    )
    at = models.DateTimeField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    shown_before = models.IntegerField()
    shown = models.IntegerField()
    season_shown = models.IntegerField(help_text=_("The number within the season, afterwards"))

    class Meta:
        indexes = [
            # A curve is read from here alone, without a look at the rows.
            models.Index(
                fields=["user", "game", "-number"],
                include=["season", "shown", "season_shown"],
                name="rating_curve",
                condition=Q(weight__gt=0),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["match_id", "user"], name="rated_once_a_match"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.match_id}: {self.shown_before} → {self.shown}"

    @property
    def gain(self) -> int:
        return self.shown - self.shown_before

    @property
    def loss(self) -> int:
        return -self.gain

    @property
    def provisional(self) -> bool:
        return self.number < PROVISIONAL


class Tally(models.Model):
    """How many people stand at one value of a board: a place is a sum over these, not a count."""

    class Measure(models.TextChoices):
        SHOWN = "shown", _("rating")
        MATCHES = "matches", _("matches")
        STREAK = "best_streak", _("longest streak")

    game = models.CharField(max_length=32)
    season = models.IntegerField()
    measure = models.CharField(max_length=12, choices=Measure)
    value = models.IntegerField()
    people = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "season", "measure", "value"], name="one_tally_a_value"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.season} {self.measure} {self.value}: {self.people}"

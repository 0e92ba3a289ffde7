"""Models of the statistics: how often chance gave what. Written by `statistics.counting` alone."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ChanceCount(models.Model):
    """How often one value came, of one kind of chance, in one game."""

    class Kind(models.TextChoices):
        ROLL = "roll", _("faces of dice")
        FIRST = "first", _("first piece of a shuffle")
        PICK = "pick", _("lots drawn")
        CHAIR = "chair", _("wins by chair")
        BEGAN = "began", _("wins of whoever began")

    game = models.CharField(max_length=32)
    kind = models.CharField(max_length=8, choices=Kind)
    group = models.CharField(max_length=32, help_text=_("What there was to choose from"))
    value = models.CharField(max_length=100, help_text=_("As JSON"))
    weight = models.PositiveIntegerField(help_text=_("Its share of what there was to choose from"))
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = _("chance counts")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind", "group", "value"], name="chance_count_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.kind} {self.value}: {self.count}"


class CountingCursor(models.Model):
    """How far the finished matches have been counted, in the order in which they ended."""

    CHANCE = "chance"

    name = models.CharField(primary_key=True, max_length=16)
    up_to = models.DateTimeField(null=True, blank=True)
    up_to_id = models.BigIntegerField(default=0)
    matches = models.PositiveBigIntegerField(default=0)
    unread = models.PositiveBigIntegerField(
        default=0, help_text=_("Matches whose log could not be played again")
    )
    filled_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name}: {self.matches}"

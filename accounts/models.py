"""User model: a person, a guest or a bot, with preferences and what they may not do for a while."""

from datetime import UTC, datetime, timedelta
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin, UserManager
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.people.names import PATTERN, skeleton, skeleton_in_database, validate_shape

FOR_EVER = datetime(9000, 1, 1, tzinfo=UTC)

GUEST_LASTS = timedelta(hours=24)
"""So long a guest plays under a name alone; nothing makes it longer but signing up."""


class Theme(models.TextChoices):
    AUTO = "auto", _("Like the device")
    DAY = "day", _("Day")
    NIGHT = "night", _("Night")


class Deck(models.TextChoices):
    FOUR = "four", _("Four colours")
    CLASSIC = "classic", _("Classic red and black")
    CVD = "cvd", _("For colour-blind eyes")


class Speed(models.TextChoices):
    NONE = "none", _("No movement")
    FAST = "fast", _("Fast")
    NORMAL = "normal", _("Normal")


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who can sit at a table. The row outlives the account, so that results stand."""

    username = models.CharField(
        _("name"),
        max_length=20,
        unique=True,
        validators=[validate_shape],
        error_messages={"unique": _("Somebody already has this name.")},
    )
    # Kept by Postgres, whoever writes the name: no two names look alike.
    name_key = models.GeneratedField(
        expression=skeleton_in_database("username"),
        output_field=models.CharField(max_length=20),
        db_persist=True,
        unique=True,
    )
    email = models.EmailField(_("e-mail"), blank=True)
    is_staff = models.BooleanField(_("may use the admin"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    is_bot = models.BooleanField(_("bot"), default=False)
    bot_level = models.CharField(_("bot's level"), max_length=12, blank=True)
    # Somebody without an account: a name, and a session of 24 hours. Written by people.guests only.
    is_guest = models.BooleanField(_("guest"), default=False)
    date_joined = models.DateTimeField(_("member since"), default=timezone.now)
    deleted_at = models.DateTimeField(_("left at"), null=True, blank=True)

    # Preferences. An empty language follows the browser.
    language = models.CharField(_("language"), max_length=10, blank=True)
    theme = models.CharField(_("light"), max_length=8, choices=Theme.choices, default=Theme.AUTO)
    deck = models.CharField(
        _("card colours"), max_length=8, choices=Deck.choices, default=Deck.FOUR
    )
    speed = models.CharField(
        _("movement"), max_length=8, choices=Speed.choices, default=Speed.NORMAL
    )
    sound = models.BooleanField(_("sounds"), default=True)
    confirm_moves = models.BooleanField(_("ask before each move"), default=False)
    play_forced = models.BooleanField(_("play forced moves by themselves"), default=True)
    big_cards = models.BooleanField(_("bigger cards"), default=False)

    # The drawn picture; empty means "as the name falls".
    avatar_hue = models.PositiveSmallIntegerField(
        _("colour"), null=True, blank=True, validators=[MaxValueValidator(359)]
    )
    avatar_shape = models.PositiveSmallIntegerField(_("pattern"), null=True, blank=True)

    # What the running sanctions forbid, so that asking costs nothing. Written by accounts.sanctions
    # only, which keeps the reasons. FOR_EVER stands for one without end.
    banned_until = models.DateTimeField(_("banned until"), null=True, blank=True)
    muted_until = models.DateTimeField(_("silent until"), null=True, blank=True)
    unrated_until = models.DateTimeField(_("unrated until"), null=True, blank=True)

    by_token = False
    """Whether a program acts for this person, by an API token; said by whoever let it in."""

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(username__regex=PATTERN), name="name_has_the_right_shape"
            ),
            models.CheckConstraint(
                condition=models.Q(is_guest=False)
                | models.Q(is_staff=False, is_superuser=False, is_bot=False, email=""),
                name="guest_has_no_account",
            ),
        ]
        indexes: ClassVar = [
            models.Index(Upper("username"), name="name_in_any_case"),
            models.Index(
                "date_joined",
                condition=models.Q(is_guest=True, deleted_at=None),
                name="guests_to_end",
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def get_absolute_url(self) -> str:
        return reverse("accounts:profile", args=[self.username])

    @property
    def has_left(self) -> bool:
        return self.deleted_at is not None

    @property
    def guest_until(self) -> datetime | None:
        """When a guest's day is over; None for everybody else."""
        return self.date_joined + GUEST_LASTS if self.is_guest else None

    @property
    def guest_is_over(self) -> bool:
        return self.guest_until is not None and self.guest_until <= timezone.now()

    @property
    def is_banned(self) -> bool:
        return self.banned_until is not None and self.banned_until > timezone.now()

    @property
    def is_muted(self) -> bool:
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def is_unrated(self) -> bool:
        """Kept from rated tables for a while."""
        return self.unrated_until is not None and self.unrated_until > timezone.now()

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username

    def email_user(self, subject: str, message: str, from_email: str | None = None) -> None:
        send_mail(subject, message, from_email, [self.email])

    def clean(self) -> None:
        """A look-alike of somebody else is refused in words, before Postgres refuses it."""
        super().clean()
        others = User.objects.filter(name_key=skeleton(self.username)).exclude(pk=self.pk)
        if others.exists():
            raise ValidationError(
                {"username": _("This name looks too much like somebody else's.")}, code="lookalike"
            )

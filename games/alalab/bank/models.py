"""Models of the question bank: questions, reports of them, and the questions that hosts write.

`editing.py`, `reports.py` and `own_questions.py` write.
"""

import secrets
from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.alalab.bank.validation import (
    LANGUAGE,
    LONGEST_CATEGORY,
    LONGEST_CHOICE,
    LONGEST_TEXT,
    plain,
)
from games.alalab.question import CATEGORIES, DIFFICULTIES, LETTERS, OWN_IDS, MatchQuestion


def new_key() -> str:
    return f"own-{secrets.token_hex(8)}"


class Question(models.Model):
    """A question with four choices, one of them right. It is retired, never deleted."""

    key = models.CharField(
        max_length=64,
        unique=True,
        default=new_key,
        editable=False,
        help_text=_("Stays the same whatever is edited; a file is matched by it."),
    )
    shipped = models.BooleanField(
        _("came with the game"), default=False, editable=False, db_default=False
    )
    text = models.CharField(_("question"), max_length=LONGEST_TEXT)
    choice_a = models.CharField("A", max_length=LONGEST_CHOICE)
    choice_b = models.CharField("B", max_length=LONGEST_CHOICE)
    choice_c = models.CharField("C", max_length=LONGEST_CHOICE)
    choice_d = models.CharField("D", max_length=LONGEST_CHOICE)
    answer = models.PositiveSmallIntegerField(_("right answer"), choices=list(enumerate(LETTERS)))
    category = models.CharField(
        _("category"), max_length=20, choices=[(key, _(name)) for key, name in CATEGORIES.items()]
    )
    difficulty = models.PositiveSmallIntegerField(
        _("difficulty"), choices=[(level, _(name)) for level, name in DIFFICULTIES.items()]
    )
    language = models.CharField(
        _("language"),
        max_length=12,
        default="en",
        validators=[RegexValidator(LANGUAGE, _("A code such as “en”."))],
    )
    plain = models.CharField(
        max_length=300, editable=False, help_text=_("The words alone, to tell duplicates")
    )

    retired_at = models.DateTimeField(_("retired"), null=True, blank=True, editable=False)
    retired_why = models.CharField(
        _("why retired"), max_length=200, blank=True, db_default="", editable=False
    )
    made_at = models.DateTimeField(_("added"), auto_now_add=True)
    edited_at = models.DateTimeField(_("edited"), null=True, blank=True, editable=False)
    edited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("edited by"),
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )

    # Counted by statistics.py when a match is over, never by an edit.
    shown = models.PositiveIntegerField(_("shown"), default=0, db_default=0, editable=False)
    right = models.PositiveIntegerField(_("right"), default=0, db_default=0, editable=False)
    wrong = models.PositiveIntegerField(_("wrong"), default=0, db_default=0, editable=False)
    skipped = models.PositiveIntegerField(_("skipped"), default=0, db_default=0, editable=False)

    class Meta:
        default_permissions = ("add", "change", "view")
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["language", "plain"],
                name="no_question_twice",
                violation_error_message=_("The bank already has this question."),
            ),
            models.CheckConstraint(name="question_answer_is_a_choice", condition=Q(answer__lte=3)),
            models.CheckConstraint(
                name="question_difficulty_known", condition=Q(difficulty__range=(1, 3))
            ),
            models.CheckConstraint(
                name="question_retired_with_a_reason",
                condition=Q(retired_at__isnull=True, retired_why="")
                | Q(retired_at__isnull=False) & ~Q(retired_why=""),
            ),
        ]
        indexes = [
            models.Index(
                fields=["language", "category", "difficulty"],
                name="question_live",
                condition=Q(retired_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return self.text

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.plain = plain(self.text)
        super().save(*args, **kwargs)

    @property
    def choices(self) -> tuple[str, str, str, str]:
        return self.choice_a, self.choice_b, self.choice_c, self.choice_d

    def value(self) -> MatchQuestion:
        """As a match takes it along; later edits do not reach that match."""
        return MatchQuestion(
            id=self.pk,
            text=self.text,
            category=self.category,
            difficulty=self.difficulty,  # type: ignore[arg-type]
            choices=self.choices,
            answer=self.answer,
            language=self.language,
        )


class OwnQuestion(models.Model):
    """A question that somebody wrote for the tables at which they are the host. Nobody else's."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST_TEXT)
    choice_a = models.CharField(max_length=LONGEST_CHOICE)
    choice_b = models.CharField(max_length=LONGEST_CHOICE)
    choice_c = models.CharField(max_length=LONGEST_CHOICE)
    choice_d = models.CharField(max_length=LONGEST_CHOICE)
    answer = models.PositiveSmallIntegerField(choices=list(enumerate(LETTERS)))
    category = models.CharField(max_length=LONGEST_CATEGORY, blank=True)
    plain = models.CharField(max_length=500, help_text=_("The words alone, to tell duplicates"))
    made_at = models.DateTimeField(auto_now_add=True)
    asked_at = models.DateTimeField(
        null=True, help_text=_("When a match ended in which it was shown; the longest ago is next")
    )

    class Meta:
        default_permissions = ()
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "plain"], name="no_own_question_twice"),
            models.CheckConstraint(
                name="own_question_answer_is_a_choice", condition=Q(answer__lte=3)
            ),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def choices(self) -> tuple[str, str, str, str]:
        return self.choice_a, self.choice_b, self.choice_c, self.choice_d

    def value(self) -> MatchQuestion:
        """As a match takes it along. How hard it is nobody has said, and nobody is told."""
        return MatchQuestion(
            id=OWN_IDS - self.pk,
            text=self.text,
            category=self.category,
            difficulty=2,
            choices=self.choices,
            answer=self.answer,
        )


class CountedMatch(models.Model):
    """A match whose questions are counted: it is not counted again."""

    match_id = models.PositiveBigIntegerField(primary_key=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.match_id)


class QuestionImport(models.Model):
    """A file somebody laid before the bank, between its preview and their word."""

    name = models.CharField(_("file"), max_length=200)
    rows = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.name


class QuestionReport(models.Model):
    """A player finds a question wrong, and says why. Each person once for each question."""

    class Reason(models.TextChoices):
        WRONG = "wrong", _("The answer is wrong")
        SEVERAL = "several", _("More than one choice is right")
        UNCLEAR = "unclear", _("It is unclear or misspelt")
        DATED = "dated", _("It is out of date")
        HURTFUL = "hurtful", _("It is hurtful")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        SETTLED = "settled", _("settled")

    question = models.ForeignKey(Question, models.PROTECT, related_name="reports")
    match_id = models.PositiveBigIntegerField(_("match"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("who"), related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    note = models.CharField(_("in their words"), max_length=300, blank=True)
    as_it_stood = models.JSONField(_("the question as it stood"))
    at = models.DateTimeField(_("reported"), auto_now_add=True)

    state = models.CharField(_("state"), max_length=8, choices=State, default=State.OPEN)
    reply = models.CharField(_("our answer"), max_length=300, blank=True)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("settled by"),
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta:
        default_permissions = ("change", "view")
        verbose_name = _("report of a question")
        verbose_name_plural = _("reports of questions")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["question", "by"], name="one_report_each"),
            models.CheckConstraint(
                name="report_settled_with_an_answer",
                condition=Q(state="open") | ~Q(reply="") & Q(settled_at__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["by", "at"], name="report_by_person")]

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.question}"

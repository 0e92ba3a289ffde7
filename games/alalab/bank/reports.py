"""Question reports, and their only writer: a player finds a question wrong, an editor answers.

A report tells the reporter nothing: only a question whose answer this table has been told can be
reported, and any other, whether it exists or not, is refused with the same sentence.
"""

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import permissions
from accounts.models import User
from accounts.notices import kinds
from accounts.notices import services as social
from accounts.people import data_export
from games.alalab.bank import match_questions
from games.alalab.bank.match_questions import ShownQuestion
from games.alalab.bank.models import Question, QuestionReport
from games.alalab.bank.statistics import GAME
from games.engine.contract import Reason, gettext_noop
from games.engine.errors import Refusal
from games.models import Seat

MOST = 10
WITHIN = timedelta(hours=1)
LONGEST_NOTE = 300


class NotAtThisMatch(Refusal):
    code = "not-seated"
    sentence = gettext_noop("Only those who sit at a match can report its questions.")


class MayNotReport(Refusal):
    code = "may-not-act"
    sentence = gettext_noop("Your account may not report questions now.")


class NotRevealed(Refusal):
    code = "not-revealed"
    sentence = gettext_noop("A question can be reported when its answer has been shown here.")


class NotInTheBank(Refusal):
    code = "not-in-the-bank"
    sentence = gettext_noop("This question is not in the bank, so there is nothing to mend.")


class AlreadyReported(Refusal):
    code = "already-reported"
    sentence = gettext_noop("You have reported this question already.")


class TooMany(Refusal):
    code = "too-many"
    sentence = gettext_noop("You have reported many questions. Please wait an hour.")


class NoReason(Refusal):
    code = "no-reason"
    sentence = gettext_noop("Choose what is wrong with the question.")


class NeedsWords(Refusal):
    code = "needs-words"
    sentence = gettext_noop("Say in a few words what is wrong with the question.")


class TooLong(Refusal):
    code = "too-long"
    sentence = gettext_noop("Please use at most 300 characters.")


class AlreadySettled(Refusal):
    code = "already-settled"
    sentence = gettext_noop("This report is settled already.")


def told_at(match_id: int, user: User) -> list[ShownQuestion]:
    """The questions whose answers this person's match has been told, each once, newest first."""
    if not Seat.objects.filter(match_id=match_id, match__game=GAME, user=user).exists():
        raise NotAtThisMatch
    told = {
        each.id: each for each in match_questions.questions_of(match_id) if each.answer is not None
    }
    return list(reversed(told.values()))


def reportable(match_id: int, question_id: int, user: User) -> ShownQuestion:
    """The question, if this person may report it here; else a Refusal."""
    allowed, why = permissions.may_act(user)
    if not allowed:
        raise MayNotReport(Reason(why) if why else None)
    told = next((each for each in told_at(match_id, user) if each.id == question_id), None)
    if told is None:
        raise NotRevealed
    if not Question.objects.filter(pk=question_id).exists():
        raise NotInTheBank
    if of(user).filter(question_id=question_id).exists():
        raise AlreadyReported
    if of(user).filter(at__gt=Now() - WITHIN).count() >= MOST:
        raise TooMany
    return told


def report(match_id: int, question_id: int, user: User, reason: str, note: str) -> QuestionReport:
    """Takes a report down. Raises a Refusal, and then nothing is stored."""
    told = reportable(match_id, question_id, user)
    note = " ".join(note.replace("\x00", " ").split())
    if reason not in QuestionReport.Reason.values:
        raise NoReason
    if reason == QuestionReport.Reason.OTHER and not note:
        raise NeedsWords
    if len(note) > LONGEST_NOTE:
        raise TooLong
    try:
        with transaction.atomic():
            return QuestionReport.objects.create(
                question_id=question_id,
                match_id=match_id,
                by=user,
                reason=reason,
                note=note,
                as_it_stood={
                    "text": told.text,
                    "choices": list(told.choices),
                    "answer": told.answer,
                },
            )
    except IntegrityError:
        raise AlreadyReported from None


def settle(report_id: int, by: User, reply: str) -> QuestionReport:
    """Closes a report with an answer, of which the reporter hears."""
    with transaction.atomic():
        row = QuestionReport.objects.select_for_update(of=("self",)).get(pk=report_id)
        if row.state == QuestionReport.State.SETTLED:
            raise AlreadySettled
        row.state, row.reply = QuestionReport.State.SETTLED, reply
        row.settled_at, row.settled_by = timezone.now(), by
        row.save(update_fields=["state", "reply", "settled_at", "settled_by"])
        url = reverse("alalab:questions", args=[row.match_id])
        social.tell(row.by_id, "question-settled", {"reply": reply}, url, once=f"question.{row.pk}")
    return row


def of(user: User) -> QuerySet[QuestionReport]:
    return QuestionReport.objects.filter(by=user)


def _for_export(user: User) -> list[dict[str, Any]]:
    fields = ("at", "match_id", "reason", "note", "state", "reply", "settled_at")
    rows = of(user).order_by("id").values(*fields, "as_it_stood")
    return [row | {"question": row.pop("as_it_stood")["text"]} for row in rows]


data_export.register("question_reports", _for_export)
kinds.register("question-settled", _("About the question you reported: %(reply)s"), icon="info")

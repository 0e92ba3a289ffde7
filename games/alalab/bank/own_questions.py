"""Own questions: the only writer of those that people write for their own tables.

They are seen, changed and asked by their owner alone: they go along with a match in which the owner
is the host, and with no other. Nothing is counted for them, and they are not in the bank.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import permissions
from accounts.models import User
from accounts.people import data_export
from accounts.people.locking import lock_person
from games.alalab.bank import match_questions
from games.alalab.bank.models import OwnQuestion
from games.alalab.bank.statistics import GAME
from games.alalab.bank.validation import (
    LONGEST_CATEGORY,
    QuestionDraft,
    can_be_shown,
    plain,
    tidy,
    validation_errors,
)
from games.alalab.question import CATEGORIES, LETTERS, OWN_IDS, MatchQuestion
from games.engine.contract import Reason, gettext_noop
from games.engine.errors import Refusal
from games.models import Match, Seat

log = logging.getLogger("courtyard.questions")

MOST = 200
"""Questions that one person may keep."""


class NoSuchQuestion(Refusal):
    code = "no-such-question"
    sentence = gettext_noop("You have no such question.")


class Unfit(Refusal):
    code = "unfit"
    sentence = gettext_noop("This question cannot be asked as it stands.")


class WrittenAlready(Refusal):
    code = "written-already"
    sentence = gettext_noop("You have this question already.")


class Full(Refusal):
    code = "full"
    sentence = gettext_noop("You have 200 questions, and there is no room for more. Delete some.")


class NothingToAsk(Refusal):
    """A host chose questions of their own and has none."""

    code = "nothing-to-ask"
    sentence = gettext_noop(
        "This table asks the host's own questions, and the host has not written any yet."
    )
    link_words = gettext_noop("My questions")

    def __init__(self) -> None:
        super().__init__()
        self.link = reverse("alalab:mine")


@dataclass(frozen=True)
class OwnQuestionDraft:
    """A question as somebody wrote it, made tidy. `category` is any word, or none."""

    text: str
    choices: tuple[str, ...]
    answer: int
    category: str = ""


def draft_of(
    text: str, choices: Iterable[str], answer: int, category: str = ""
) -> OwnQuestionDraft:
    """As written, each on one line. A category that the bank has is the bank's."""
    word = tidy(category[:1000])
    known = (
        key
        for key, title in CATEGORIES.items()
        if word.casefold() in (key, title.casefold(), _(title).casefold())
    )
    return OwnQuestionDraft(
        text=tidy(text[:1000]),
        choices=tuple(tidy(choice[:1000]) for choice in choices),
        answer=answer,
        category=next(known, word),
    )


def troubles(draft: OwnQuestionDraft) -> list[str]:
    """What is wrong with it, a sentence each: the bank's own checks, but any word is a category."""
    some = next(iter(CATEGORIES))
    like_the_banks = QuestionDraft(draft.text, draft.choices, draft.answer, some, difficulty=2)
    why = list(validation_errors(like_the_banks))
    if len(draft.category) > LONGEST_CATEGORY:
        why.append(
            _("The category is longer than %(most)d characters.") % {"most": LONGEST_CATEGORY}
        )
    if not can_be_shown(draft.category):
        why.append(_("There are characters in the category that cannot be shown."))
    return why


# ---- Reading -----------------------------------------------------------------------------------


def of(user: User) -> QuerySet[OwnQuestion]:
    """In the order they were written."""
    return OwnQuestion.objects.filter(owner=user).order_by("id")


def one_of(user: User, question_id: int) -> OwnQuestion:
    row = of(user).filter(pk=question_id).first()
    if row is None:
        raise NoSuchQuestion
    return row


def to_ask(host: User | None, most: int) -> tuple[MatchQuestion, ...]:
    """What the host's next match takes along, in the order in which it is asked.

    First those that were never asked, as they were written; then those asked longest ago.
    """
    rows = OwnQuestion.objects.filter(owner=host).order_by(
        F("asked_at").asc(nulls_first=True), "id"
    )
    taken = tuple(row.value() for row in rows[:most]) if host is not None else ()
    if not taken:
        raise NothingToAsk
    return taken


# ---- Writing -----------------------------------------------------------------------------------


def write(user: User, draft: OwnQuestionDraft, question_id: int | None = None) -> OwnQuestion:
    """Keeps a question, or changes the one that is named. A running match keeps the old words."""
    if why := troubles(draft):
        raise Unfit(Reason(why[0]))
    with transaction.atomic():
        _check_may_write(lock_person(user.pk))
        row = OwnQuestion(owner=user) if question_id is None else one_of(user, question_id)
        if of(user).filter(plain=plain(draft.text)).exclude(pk=row.pk).exists():
            raise WrittenAlready
        if row.pk is None and of(user).count() >= MOST:
            raise Full
        _fill(row, draft)
        row.save()
    return row


def write_many(user: User, drafts: Sequence[OwnQuestionDraft | None]) -> list[str]:
    """Keeps all that can be kept. For each, in order, why it was not, or nothing.

    None stands for what could not be read; it has its reasons already.
    """
    with transaction.atomic():
        _check_may_write(lock_person(user.pk))
        known = set(of(user).values_list("plain", flat=True))
        fresh: list[OwnQuestion] = []
        verdicts = []
        for draft in drafts:
            why = "" if draft is None else _why_not(draft, known, len(known))
            if draft is not None and not why:
                fresh.append(_fill(OwnQuestion(owner=user), draft))
                known.add(plain(draft.text))
            verdicts.append(why)
        OwnQuestion.objects.bulk_create(fresh)
    return verdicts


def delete(user: User, question_id: int) -> None:
    """It is gone for good; matches that took it along keep it. A second time changes nothing."""
    with transaction.atomic():
        lock_person(user.pk)
        of(user).filter(pk=question_id).delete()


def forget(user: User) -> None:
    of(user).delete()


def remember_asked(match_id: int) -> None:
    """After a match: what was shown in it comes last in the host's next.

    If that cannot be written, the match ends all the same.
    """
    try:
        with transaction.atomic():
            _remember_asked(match_id)
    except DatabaseError:
        log.exception("match %d: the host's questions are not marked as asked", match_id)


def _remember_asked(match_id: int) -> None:
    if not Match.objects.filter(pk=match_id, game=GAME, options__source="own").exists():
        return
    hosts = Seat.objects.filter(match_id=match_id, role="host").values("user")
    ids = [
        OWN_IDS - told.id for told in match_questions.questions_of(match_id) if told.id < OWN_IDS
    ]
    OwnQuestion.objects.filter(pk__in=ids, owner__in=hosts).update(asked_at=Now())


def _why_not(draft: OwnQuestionDraft, known: set[str], kept: int) -> str:
    if why := troubles(draft):
        return " ".join(why)
    if plain(draft.text) in known:
        return _(WrittenAlready.sentence)
    return _(Full.sentence) if kept >= MOST else ""


def _check_may_write(user: User) -> None:
    """Others read what is written here, so it is for those who may talk."""
    permissions.check_may_act(user)
    permissions.check_may_talk(user)


def _fill(row: OwnQuestion, draft: OwnQuestionDraft) -> OwnQuestion:
    row.text, row.plain = draft.text, plain(draft.text)
    row.choice_a, row.choice_b, row.choice_c, row.choice_d = draft.choices
    row.answer, row.category = draft.answer, draft.category
    return row


def _for_export(user: User) -> list[dict[str, Any]]:
    return [
        {
            "text": row.text,
            "choices": list(row.choices),
            "answer": LETTERS[row.answer],
            "category": row.category,
            "made_at": row.made_at,
            "asked_at": row.asked_at,
        }
        for row in of(user)
    ]


data_export.register("own_questions", _for_export)

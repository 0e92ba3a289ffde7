"""Question editing: the only writer of the bank's questions.

An edit reaches matches that start later, never a running one.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.alalab.bank import shipped_questions
from games.alalab.bank.models import Question, new_key
from games.alalab.bank.validation import QuestionDraft, plain
from games.alalab.question import MatchQuestion

WORDS = (
    "text",
    "choice_a",
    "choice_b",
    "choice_c",
    "choice_d",
    "answer",
    "category",
    "difficulty",
    "language",
)
"""What an editor may change. Never the counts, which go on while somebody edits."""


def load_shipped() -> int:
    """Puts the questions of the files into the bank. Returns how many are new.

    Once is enough, and again is harmless: what somebody edited or retired stays as they left it,
    and what nobody touched follows the files.
    """
    with transaction.atomic():
        known = Question.objects.select_for_update().in_bulk(field_name="key")
        fresh = []
        for key, value in shipped_questions.by_key():
            words = fields_of(value)
            row = known.get(key)
            if row is None:
                fresh.append(Question(key=key, shipped=True, plain=plain(value.text), **words))
            elif row.edited_at is None and row.retired_at is None and _differs(row, words):
                _write(row, words)
        before = len(known)
        # Somebody may have written one of them before us: theirs stays.
        Question.objects.bulk_create(fresh, ignore_conflicts=True)
        return Question.objects.count() - before if fresh else 0


def edit(question: Question, by: User) -> None:
    """Keeps what an editor wrote, or adds it. The form has checked it."""
    question.edited_at, question.edited_by = timezone.now(), by
    if question.pk is None:
        question.save()
    else:
        question.save(update_fields=[*WORDS, "plain", "edited_at", "edited_by"])


def retire(ids: Iterable[int], by: User, why: str) -> list[Question]:
    """Takes questions out of play. Those that were out already keep their reason."""
    return _set_retired(ids, by, why, retired_at__isnull=True)


def bring_back(ids: Iterable[int], by: User) -> list[Question]:
    return _set_retired(ids, by, "", retired_at__isnull=False)


def _set_retired(ids: Iterable[int], by: User, why: str, **only: Any) -> list[Question]:
    with transaction.atomic():
        rows = list(Question.objects.select_for_update().filter(pk__in=ids, **only).order_by("id"))
        now = timezone.now()
        for row in rows:
            row.retired_at, row.retired_why = (now if why else None), why
            row.edited_at, row.edited_by = now, by
        Question.objects.bulk_update(rows, ["retired_at", "retired_why", "edited_at", "edited_by"])
    return rows


def write_drafts(drafts: Sequence[QuestionDraft], by: User) -> tuple[int, int]:
    """Writes checked drafts: how many were added, and how many were changed.

    A draft with the key of a question changes that question; any other is added.
    """
    now = timezone.now()
    added = changed = 0
    with transaction.atomic():
        keys = [draft.key for draft in drafts if draft.key]
        rows = Question.objects.select_for_update().filter(key__in=keys).order_by("id")
        known = {row.key: row for row in rows}
        for draft in drafts:
            row = known.get(draft.key)
            fields = fields_of(draft)
            if row is None:
                row = Question(key=draft.key or new_key(), **fields)
                row.retired_at, row.retired_why = (now if draft.retired else None), draft.retired
                row.edited_at, row.edited_by = now, by
                row.save()
                added += 1
            elif _differs(row, fields) or row.retired_why != draft.retired:
                row.retired_at = (row.retired_at or now) if draft.retired else None
                row.retired_why = draft.retired
                row.edited_at, row.edited_by = now, by
                _write(row, fields, "retired_at", "retired_why", "edited_at", "edited_by")
                changed += 1
    return added, changed


def fields_of(question: QuestionDraft | MatchQuestion) -> dict[str, Any]:
    """What is written of it, by the names of the model's fields."""
    a, b, c, d = question.choices
    return {
        "text": question.text,
        "choice_a": a,
        "choice_b": b,
        "choice_c": c,
        "choice_d": d,
        "answer": question.answer,
        "category": question.category,
        "difficulty": question.difficulty,
        "language": question.language,
    }


def _differs(row: Question, fields: dict[str, Any]) -> bool:
    return any(getattr(row, name) != value for name, value in fields.items())


def _write(row: Question, fields: dict[str, Any], *others: str) -> None:
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=[*fields, "plain", *others])

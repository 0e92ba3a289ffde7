"""The only writer of questions. An edit reaches matches that start later, never a running one."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.alalab.checking import Draft, plain
from games.alalab.models import Question, QuestionImport, new_key
from games.alalab.stock import keyed

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
        for key, value in keyed():
            words = _words(value.text, value.choices, value.answer) | {
                "category": value.category,
                "difficulty": value.difficulty,
                "language": value.language,
            }
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


def put(drafts: Sequence[Draft], by: User) -> tuple[int, int]:
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


def fields_of(draft: Draft) -> dict[str, Any]:
    assert draft.answer is not None and draft.difficulty is not None, "a checked draft"
    return _words(draft.text, draft.choices, draft.answer) | {
        "category": draft.category,
        "difficulty": draft.difficulty,
        "language": draft.language,
    }


def _words(text: str, choices: Sequence[str], answer: int) -> dict[str, Any]:
    a, b, c, d = choices
    return {
        "text": text,
        "choice_a": a,
        "choice_b": b,
        "choice_c": c,
        "choice_d": d,
        "answer": answer,
    }


def _differs(row: Question, fields: dict[str, Any]) -> bool:
    return any(getattr(row, name) != value for name, value in fields.items())


def _write(row: Question, fields: dict[str, Any], *others: str) -> None:
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=[*fields, "plain", *others])


# ---- A file between its preview and the editor's word -----------------------------------------


def keep_file(name: str, rows: list[dict[str, Any]], by: User) -> QuestionImport:
    """Keeps what was read. Files that nobody decided about are forgotten after a day."""
    QuestionImport.objects.filter(at__lt=timezone.now() - timedelta(days=1)).delete()
    return QuestionImport.objects.create(name=name[:200], rows=rows, by=by)


def put_file(import_id: int, by: User) -> tuple[int, int, int]:
    """Puts the good rows in: how many were added, changed and left out. A second time: nothing."""
    from games.alalab import importing

    with transaction.atomic():
        kept = QuestionImport.objects.select_for_update(of=("self",)).filter(pk=import_id).first()
        if kept is None:
            return 0, 0, 0
        verdicts = importing.weigh(importing.load(kept.rows))
        added, changed = put(importing.good(verdicts), by)
        kept.delete()
    return added, changed, sum(each.standing == "bad" for each in verdicts)


def drop_file(import_id: int) -> None:
    QuestionImport.objects.filter(pk=import_id).delete()

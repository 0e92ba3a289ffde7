"""File import: parsed rows are compared with the bank, kept for a preview, then written or not.

A row with the key of a question changes that question; any other row adds one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any, Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.alalab.bank import editing
from games.alalab.bank.file_parsing import FileRow
from games.alalab.bank.models import Question, QuestionImport
from games.alalab.bank.validation import QuestionDraft, plain, validation_errors

RowStatus = Literal["new", "changed", "same", "bad"]


@dataclass(frozen=True)
class Verdict:
    """What a row would do to the bank; for a bad one why it cannot."""

    row: FileRow
    status: RowStatus
    why: list[str] = field(default_factory=list)


def compare(rows: Sequence[FileRow]) -> list[Verdict]:
    """What each row would do to the bank as it stands now. Changes nothing."""
    keys = [row.draft.key for row in rows if row.draft.key]
    texts = {plain(row.draft.text) for row in rows}
    by_key = Question.objects.filter(key__in=keys).in_bulk(field_name="key")
    by_text = {
        (each.language, each.plain): each for each in Question.objects.filter(plain__in=texts)
    }
    seen_keys: dict[str, int] = {}
    seen_texts: dict[tuple[str, str], int] = {}
    verdicts = []
    for row in rows:
        draft = row.draft
        why = [*row.troubles, *validation_errors(draft)]
        words = (draft.language, plain(draft.text))
        twin = by_text.get(words)
        if draft.text and words in seen_texts:
            why.append(_("It is the same question as row %(row)d.") % {"row": seen_texts[words]})
        if draft.key and draft.key in seen_keys:
            why.append(_("It has the same key as row %(row)d.") % {"row": seen_keys[draft.key]})
        seen_texts.setdefault(words, row.number)
        seen_keys.setdefault(draft.key, row.number)
        known = by_key.get(draft.key)
        if not why and twin is not None and twin != known:
            if known is None and not draft.key and _equal(twin, draft):
                known = twin
            else:
                why.append(
                    _("The bank has this question already. Its key is %(key)s.") % {"key": twin.key}
                )
        verdicts.append(Verdict(row, _status(known, draft, why), why))
    return verdicts


def _status(known: Question | None, draft: QuestionDraft, why: list[str]) -> RowStatus:
    if why:
        return "bad"
    if known is None:
        return "new"
    return "same" if _equal(known, draft) else "changed"


def _equal(question: Question, draft: QuestionDraft) -> bool:
    fields = editing.fields_of(draft) | {"retired_why": draft.retired}
    return all(getattr(question, name) == value for name, value in fields.items())


def drafts_of(verdicts: Iterable[Verdict]) -> list[QuestionDraft]:
    return [each.row.draft for each in verdicts if each.status in ("new", "changed")]


# ---- A file between its preview and the editor's word -----------------------------------------


def keep(name: str, rows: Iterable[FileRow], by: User) -> QuestionImport:
    """Keeps what was read. Files that nobody decided about are forgotten after a day."""
    QuestionImport.objects.filter(at__lt=timezone.now() - timedelta(days=1)).delete()
    dumped = [asdict(row) for row in rows]
    return QuestionImport.objects.create(name=name[:200], rows=dumped, by=by)


def preview(kept: QuestionImport) -> list[Verdict]:
    """What each row would do now: the bank may have changed since the file was kept."""
    return compare([_loaded(item) for item in kept.rows])


def write(import_id: int, by: User) -> tuple[int, int, int]:
    """Writes the good rows: how many were added, changed and left out. A second time: nothing."""
    with transaction.atomic():
        kept = QuestionImport.objects.select_for_update(of=("self",)).filter(pk=import_id).first()
        if kept is None:
            return 0, 0, 0
        verdicts = preview(kept)
        added, changed = editing.write_drafts(drafts_of(verdicts), by)
        kept.delete()
    return added, changed, sum(each.status == "bad" for each in verdicts)


def discard(import_id: int) -> None:
    QuestionImport.objects.filter(pk=import_id).delete()


def _loaded(item: dict[str, Any]) -> FileRow:
    draft = item["draft"] | {"choices": tuple(item["draft"]["choices"])}
    return FileRow(item["number"], QuestionDraft(**draft), item["troubles"])

"""A file of questions on its way into the bank: read, weighed row by row, then put in or not.

A row with the key of a question changes that question; any other row adds one. Rows are numbered
as a spreadsheet shows them (the names of the columns are row 1), objects of a JSON list from 1.
"""

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from django.utils.translation import gettext as _

from games.alalab.bank import fields_of
from games.alalab.checking import CHOICES, UNSHOWN, Draft, faults, plain, same, tidy
from games.alalab.exporting import unshielded
from games.alalab.models import Question
from games.alalab.stock import CATEGORIES, DIFFICULTIES, LETTERS

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS = 5000
CHOICE_COLUMNS = tuple(f"choice_{letter.lower()}" for letter in LETTERS)
NEEDED = ("text", *CHOICE_COLUMNS, "answer", "category", "difficulty")
GONE = "\ufffd"
"""Stands where a character was that cannot be kept."""


class Unreadable(Exception):
    """The file as a whole cannot be read; the sentence says why."""


Standing = Literal["new", "changed", "same", "bad"]


@dataclass(frozen=True)
class Row:
    """One row of the file. `troubles` were found while reading it."""

    number: int
    draft: Draft
    troubles: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Verdict:
    row: Row
    standing: Standing
    why: list[str] = field(default_factory=list)


# ---- Reading -----------------------------------------------------------------------------------


def read(name: str, data: bytes) -> list[Row]:
    """The rows of a file, or Unreadable."""
    if len(data) > MOST_BYTES:
        raise Unreadable(
            _("The file is larger than %(most)d MB. Split it.") % {"most": MOST_BYTES // 2**20}
        )
    text = _decoded(data)
    if not text.strip():
        raise Unreadable(_("The file is empty."))
    looks_like_json = text.lstrip()[:1] in ("[", "{")
    rows = list(_from_json(text) if looks_like_json else _from_csv(text))
    if not rows:
        raise Unreadable(_("There are no questions in the file."))
    return rows


def _decoded(data: bytes) -> str:
    utf16 = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        text = data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(
            _("The file is not UTF-8 text. Save it as “CSV UTF-8” or as JSON.")
        ) from None
    if "\x00" in text:
        raise Unreadable(_("This is not a text file. Save it as “CSV UTF-8” or as JSON."))
    return text


def _from_json(text: str) -> Iterator[Row]:
    try:
        data = json.loads(text)
    except RecursionError:
        raise Unreadable(_("The JSON in the file is nested too deeply.")) from None
    except json.JSONDecodeError as error:
        raise Unreadable(
            _("The JSON in the file breaks off at line %(line)d, column %(column)d.")
            % {"line": error.lineno, "column": error.colno}
        ) from None
    except ValueError:
        raise Unreadable(_("The JSON in the file holds a number that is too long.")) from None
    if isinstance(data, dict):
        data = data.get("questions")
    if not isinstance(data, list):
        raise Unreadable(_("The JSON must be a list of questions."))
    _not_too_many(len(data))
    for number, item in enumerate(data, start=1):
        if isinstance(item, dict):
            yield _row(number, item, item.get("choices"))
        else:
            yield Row(number, Draft("", (), None, "", None), [_("This is not a question.")])


def _from_csv(text: str) -> Iterator[Row]:
    try:
        head, *lines = list(csv.reader(io.StringIO(text), delimiter=_delimiter(text)))
    except csv.Error:
        raise Unreadable(_("The file is neither JSON nor a table with commas.")) from None
    names = [name.strip().lower().replace(" ", "_") for name in head]
    missing = [name for name in NEEDED if name not in names]
    if missing:
        raise Unreadable(
            _("The first row must name the columns. Missing: %(names)s.")
            % {"names": ", ".join(missing)}
        )
    if len(set(names)) < len(names):
        raise Unreadable(_("The first row names a column twice."))
    _not_too_many(len(lines))
    for number, cells in enumerate(lines, start=2):
        if not any(cell.strip() for cell in cells):
            continue
        item = dict(zip(names, map(unshielded, cells), strict=False))
        row = _row(number, item, [item.get(name, "") for name in CHOICE_COLUMNS])
        if len(cells) > len(names):
            row.troubles.append(_("It has more cells than there are columns."))
        yield row


def _delimiter(text: str) -> str:
    """Spreadsheets of some countries write semicolons; some programs write tabs."""
    head = text.lstrip().split("\n", 1)[0]
    return max(",;\t", key=head.count)


def _not_too_many(rows: int) -> None:
    if rows > MOST_ROWS:
        raise Unreadable(
            _("The file has more than %(most)d questions. Split it.") % {"most": MOST_ROWS}
        )


def _row(number: int, item: dict[str, Any], choices: Any) -> Row:
    troubles = []
    if not isinstance(choices, list):
        choices = []
    words = [item.get(name) for name in ("text", "category", "language", "key", "retired")]
    if not all(value is None or isinstance(value, str) for value in [*words, *choices]):
        troubles.append(_("Question, choices, category, language, key and reason must be text."))
    cleaned = tuple(_clean(choice) for choice in choices)
    draft = Draft(
        text=_clean(item.get("text")),
        choices=cleaned,
        answer=_answer(item.get("answer"), cleaned),
        category=_named(_clean(item.get("category")), CATEGORIES),
        difficulty=_difficulty(item.get("difficulty")),
        language=_clean(item.get("language")).lower() or "en",
        key=_clean(item.get("key")),
        retired=_clean(item.get("retired")),
    )
    return Row(number, draft, troubles)


def _clean(value: Any) -> str:
    """One line, spaced once. What no database or page can hold is marked, and named later."""
    if not isinstance(value, str):
        return ""
    return "".join(
        GONE if unicodedata.category(sign) in UNSHOWN else sign for sign in tidy(value[:1000])
    )


def _answer(value: Any, choices: Sequence[str]) -> int | None:
    """A letter, or one of the choices in full."""
    told = _clean(value)
    if len(told) == 1 and told.upper() in LETTERS:
        return LETTERS.index(told.upper())
    alike = [index for index, choice in enumerate(choices[:CHOICES]) if same(choice) == same(told)]
    return alike[0] if told and len(alike) == 1 else None


def _difficulty(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value if value in DIFFICULTIES else None
    told = _named(_clean(value), {str(level): name for level, name in DIFFICULTIES.items()})
    return int(told) if told in ("1", "2", "3") else None


def _named(told: str, names: dict[str, str]) -> str:
    """A key, or the title that people know it by."""
    for key, title in names.items():
        if told.casefold() in (key, title.casefold(), _(title).casefold()):
            return key
    return told


# ---- Weighing ----------------------------------------------------------------------------------


def weigh(rows: Sequence[Row]) -> list[Verdict]:
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
        why = [*row.troubles, *faults(draft)]
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
        verdicts.append(Verdict(row, _standing(known, draft, why), why))
    return verdicts


def _standing(known: Question | None, draft: Draft, why: list[str]) -> Standing:
    if why:
        return "bad"
    if known is None:
        return "new"
    return "same" if _equal(known, draft) else "changed"


def _equal(question: Question, draft: Draft) -> bool:
    fields = fields_of(draft) | {"retired_why": draft.retired}
    return all(getattr(question, name) == value for name, value in fields.items())


def good(verdicts: Iterable[Verdict]) -> list[Draft]:
    return [each.row.draft for each in verdicts if each.standing in ("new", "changed")]


# ---- Between the preview and the word ------------------------------------------------------------


def dump(rows: Iterable[Row]) -> list[dict[str, Any]]:
    return [asdict(row) for row in rows]


def load(data: Iterable[dict[str, Any]]) -> list[Row]:
    rows = []
    for item in data:
        draft = item["draft"] | {"choices": tuple(item["draft"]["choices"])}
        rows.append(Row(item["number"], Draft(**draft), item["troubles"]))
    return rows

"""File parsing: the rows of a CSV or JSON file of questions, each a draft with what is wrong in it.

Rows are numbered as a spreadsheet shows them (the names of the columns are row 1), objects of a
JSON list from 1.
"""

import csv
import io
import json
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.alalab.bank.file_export import unshielded
from games.alalab.bank.validation import CHOICES, UNSHOWN, QuestionDraft, same, tidy
from games.alalab.question import CATEGORIES, DIFFICULTIES, LETTERS

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS = 5000
CHOICE_COLUMNS = tuple(f"choice_{letter.lower()}" for letter in LETTERS)
NEEDED = ("text", *CHOICE_COLUMNS, "answer", "category", "difficulty")
GONE = "\ufffd"
"""Stands where a character was that cannot be kept."""


class Unreadable(Exception):
    """The file as a whole cannot be read; the sentence says why."""


@dataclass(frozen=True)
class FileRow:
    """One row of the file. `troubles` were found while reading it."""

    number: int
    draft: QuestionDraft
    troubles: list[str] = field(default_factory=list)


def parse(data: bytes) -> list[FileRow]:
    """The rows of a file, or Unreadable."""
    check_size(len(data))
    text = _decoded(data)
    if not text.strip():
        raise Unreadable(_("The file is empty."))
    looks_like_json = text.lstrip()[:1] in ("[", "{")
    rows = list(_from_json(text) if looks_like_json else _from_csv(text))
    if not rows:
        raise Unreadable(_("There are no questions in the file."))
    return rows


def check_size(size: int) -> None:
    """Raises Unreadable for a file that is too large to be read at all."""
    if size > MOST_BYTES:
        raise Unreadable(
            _("The file is larger than %(most)d MB. Split it.") % {"most": MOST_BYTES // 2**20}
        )


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


def _from_json(text: str) -> Iterator[FileRow]:
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
            yield FileRow(
                number, QuestionDraft("", (), None, "", None), [_("This is not a question.")]
            )


def _from_csv(text: str) -> Iterator[FileRow]:
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


def _row(number: int, item: dict[str, Any], choices: Any) -> FileRow:
    troubles = []
    if not isinstance(choices, list):
        choices = []
    words = [item.get(name) for name in ("text", "category", "language", "key", "retired")]
    if not all(value is None or isinstance(value, str) for value in [*words, *choices]):
        troubles.append(_("Question, choices, category, language, key and reason must be text."))
    cleaned = tuple(_clean(choice) for choice in choices)
    draft = QuestionDraft(
        text=_clean(item.get("text")),
        choices=cleaned,
        answer=_answer(item.get("answer"), cleaned),
        category=_named(_clean(item.get("category")), CATEGORIES),
        difficulty=_difficulty(item.get("difficulty")),
        language=_clean(item.get("language")).lower() or "en",
        key=_clean(item.get("key")),
        retired=_clean(item.get("retired")),
    )
    return FileRow(number, draft, troubles)


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

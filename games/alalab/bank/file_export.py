"""File export: the bank as CSV for spreadsheets, or as JSON. What is written can be read back."""

import csv
import io
import json
import re
from collections.abc import Iterable
from typing import Any

from games.alalab.bank.models import Question
from games.alalab.question import LETTERS

COLUMNS = (
    "key",
    "text",
    "choice_a",
    "choice_b",
    "choice_c",
    "choice_d",
    "answer",
    "category",
    "difficulty",
    "language",
    "retired",
)
BOM = "\ufeff"
"""It tells spreadsheets that the text is UTF-8."""

# A spreadsheet takes such a cell for a formula; an apostrophe in front keeps it words.
FORMULA = re.compile(r"'*[=+\-@\t\r]")


def as_csv(questions: Iterable[Question]) -> str:
    file = io.StringIO()
    sheet = csv.DictWriter(file, COLUMNS)
    sheet.writeheader()
    for question in questions:
        a, b, c, d = question.choices
        row = _row(question) | {"choice_a": a, "choice_b": b, "choice_c": c, "choice_d": d}
        sheet.writerow({name: shielded(str(value)) for name, value in row.items()})
    return BOM + file.getvalue()


def as_json(questions: Iterable[Question]) -> str:
    rows = [_row(question) | {"choices": list(question.choices)} for question in questions]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def shielded(cell: str) -> str:
    return f"'{cell}" if FORMULA.match(cell) else cell


def unshielded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


def _row(question: Question) -> dict[str, Any]:
    return {
        "key": question.key,
        "text": question.text,
        "answer": LETTERS[question.answer],
        "category": question.category,
        "difficulty": question.difficulty,
        "language": question.language,
        "retired": question.retired_why,
    }

"""Questions out to a file and in from one: what is good, what is bad and why."""

import json
from typing import Any

import pytest

from games.alalab.bank import editing, file_export, file_import, file_parsing
from games.alalab.bank.file_import import Verdict
from games.alalab.bank.file_parsing import Unreadable
from games.alalab.bank.models import Question
from tests.games.alalab.quiz import a_question, person

pytestmark = pytest.mark.django_db

HEAD = "key,text,choice_a,choice_b,choice_c,choice_d,answer,category,difficulty,language,retired"
GOOD = ",How many legs has a stool for milking?,Three,Four,Five,Six,A,numbers,1,en,"


@pytest.fixture(autouse=True)
def empty_bank(db: None) -> None:
    Question.objects.all().delete()


def weighed(text: str | bytes, name: str = "questions.csv") -> list[Verdict]:
    data = text.encode() if isinstance(text, str) else text
    return file_import.compare(file_parsing.parse(data))


def of(**changes: Any) -> str:
    """A JSON file with one question, good but for the changes."""
    item = {
        "text": "How many legs has a stool for milking?",
        "choices": ["Three", "Four", "Five", "Six"],
        "answer": "A",
        "category": "numbers",
        "difficulty": 1,
    }
    return json.dumps([item | changes])


# ---- There and back -----------------------------------------------------------------------------


def odd_questions() -> None:
    a_question()
    a_question("Which is −40 °F in Celsius?", choice_a="-40 °C", choice_b="=40", choice_c="'=40")
    a_question("Which, of “these”, has\u00a0a comma?", choice_a='Say "so", he said', choice_b="@b")
    a_question("كم عدد أيام الأسبوع؟", language="ar", choice_a="سبعة")
    editing.retire([a_question("Retired, was it?").pk], person(), "It was wrong; see a book.")


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_what_goes_out_comes_back_as_it_was(kind: str) -> None:
    odd_questions()
    editing.load_shipped()
    write = file_export.as_csv if kind == "csv" else file_export.as_json
    before = write(Question.objects.order_by("id"))
    verdicts = weighed(before)
    assert {each.status for each in verdicts} == {"same"}
    assert len(verdicts) == Question.objects.count()
    assert editing.write_drafts(file_import.drafts_of(verdicts), person()) == (0, 0)
    # And into an empty bank: the same questions with the same keys.
    Question.objects.all().delete()
    verdicts = weighed(before)
    assert {each.status for each in verdicts} == {"new"}
    editing.write_drafts(file_import.drafts_of(verdicts), person())
    assert write(Question.objects.order_by("id")) == before


def test_a_spreadsheet_sees_no_formula() -> None:
    odd_questions()
    cells = file_export.as_csv(Question.objects.order_by("id"))
    assert "'-40 °C" in cells and "'=40" in cells and "''=40" in cells and "'@b" in cells


# ---- What a row can be --------------------------------------------------------------------------


def test_a_row_with_the_key_of_a_question_changes_it() -> None:
    question = a_question()
    verdicts = weighed(of(key=question.key, text="How many wheels has a trike?"))
    assert [each.status for each in verdicts] == ["changed"]
    assert editing.write_drafts(file_import.drafts_of(verdicts), person()) == (0, 1)
    question.refresh_from_db()
    assert (question.text, question.answer) == ("How many wheels has a trike?", 0)


def test_a_row_can_retire_and_bring_back() -> None:
    question = a_question()
    row = json.loads(file_export.as_json([question]))[0]
    for reason in ("It is dull.", ""):
        verdicts = weighed(json.dumps([row | {"retired": reason}]))
        editing.write_drafts(file_import.drafts_of(verdicts), person())
        question.refresh_from_db()
        assert (question.retired_why, question.retired_at is None) == (reason, not reason)


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}\n{GOOD}\n",
        f"\ufeff{HEAD}\r\n{GOOD}\r\n",
        f"{HEAD}\n{GOOD}\n".replace(",", ";"),
        f"{HEAD}\n{GOOD}\n".replace(",", "\t"),
        f"{HEAD.upper()}\n{GOOD}\n\n,,,,,,,,,,\n",
        f"{HEAD}\n{GOOD}\n".encode("utf-16"),
        of(),
        of(answer="three", difficulty="Easy", category="Numbers and logic", language="EN"),
        of(answer="a", difficulty="1", unknown="is ignored"),
        '{"questions": ' + of() + "}",
    ],
)
def test_many_ways_to_write_the_same(text: Any) -> None:
    (only,) = weighed(text)
    assert (only.status, only.why) == ("new", [])
    draft = only.row.draft
    assert (draft.text, draft.answer, draft.category, draft.difficulty, draft.language) == (
        "How many legs has a stool for milking?",
        0,
        "numbers",
        1,
        "en",
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"text": ""}, "The question is missing."),
        ({"text": "x" * 141}, "The question is longer than 140 characters."),
        ({"text": 7}, "must be text"),
        ({"choices": ["One", "Two", "Three"]}, "four choices; here are 3"),
        ({"choices": ["One", "Two", "Three", ""]}, "four choices; here are 3"),
        ({"choices": "One, two, three, four"}, "four choices; here are 0"),
        ({"choices": ["One", "Two", "two ", "Four"]}, "Two of the choices are the same."),
        ({"choices": ["One", "Two", "Three", "x" * 41]}, "longer than 40 characters"),
        ({"choices": [None, {}, [], 4]}, "must be text"),
        ({"answer": "E"}, "The answer must be A, B, C or D"),
        ({"answer": 2}, "The answer must be A, B, C or D"),
        ({"answer": "Seven"}, "The answer must be A, B, C or D"),
        ({"category": "knitting"}, "There is no category “knitting”."),
        ({"difficulty": 4}, "The difficulty must be 1, 2 or 3."),
        ({"difficulty": True}, "The difficulty must be 1, 2 or 3."),
        ({"difficulty": 1e999}, "The difficulty must be 1, 2 or 3."),
        ({"language": "English"}, "The language must be a code"),
        ({"key": "No spaces, please"}, "The key may have small letters"),
        ({"retired": "x" * 201}, "The reason for retiring is longer"),
        ({"text": "A bell\u0007?"}, "characters in it that cannot be shown"),
        ({"text": "Half \ud800?"}, "characters in it that cannot be shown"),
        ({"text": "Nought \u0000?"}, "characters in it that cannot be shown"),
    ],
)
def test_a_bad_row_is_named_with_its_reason(changes: dict[str, Any], sentence: str) -> None:
    (only,) = weighed(of(**changes))
    assert only.status == "bad"
    assert sentence in " ".join(only.why)
    assert only.row.number == 1
    kept = file_import.keep("q.json", [only.row], person())
    assert file_import.write(kept.pk, person()) == (0, 0, 1), "it can be kept, and is left out"


def test_duplicates_are_named() -> None:
    known = a_question()
    rows = "\n".join(
        [
            HEAD,
            GOOD,
            GOOD.replace("How many", "how  MANY").replace("?", ""),
            f",{known.text},One,Three,Four,Five,B,numbers,1,en,",
            f",{known.text},Two,Three,Four,Five,B,numbers,1,en,",
            GOOD.replace(",How", "mine,How").replace("stool", "chair"),
            GOOD.replace(",How", "mine,How").replace("stool", "table"),
            f"other,{known.text},One,Three,Four,Five,B,numbers,1,en,",
        ]
    )
    verdicts = weighed(rows)
    told = {each.row.number: (each.status, " ".join(each.why)) for each in verdicts}
    known_already = f"The bank has this question already. Its key is {known.key}."
    assert told == {
        2: ("new", ""),
        3: ("bad", "It is the same question as row 2."),
        4: ("bad", known_already),
        5: ("bad", "It is the same question as row 4."),
        6: ("new", ""),
        7: ("bad", "It has the same key as row 6."),
        8: ("bad", "It is the same question as row 4."),
    }


def test_a_row_without_a_key_that_is_in_the_bank_word_for_word_changes_nothing() -> None:
    a_question()
    row = json.loads(file_export.as_json(Question.objects.all()))[0]
    del row["key"]
    assert [each.status for each in weighed(json.dumps([row]))] == ["same"]


def test_good_rows_go_in_and_bad_ones_are_left_out() -> None:
    text = f"{HEAD}\n{GOOD}\n,Bad,One,Two,Three,Four,F,numbers,1,en,\n"
    rows = file_parsing.parse(text.encode())
    kept = file_import.keep("q.csv", rows, person())
    assert file_import.write(kept.pk, person()) == (1, 0, 1)
    assert file_import.write(kept.pk, person()) == (0, 0, 0), "a second press does nothing"
    assert Question.objects.count() == 1


# ---- What cannot be read at all -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\xef\xbb\xbf \n", "The file is empty."),
        ("text;é".encode("latin-1"), "not UTF-8 text"),
        (b"PK\x03\x04\x00\x00\x00\x00", "not a text file"),
        (b"[{", "breaks off at line 1"),
        (b"[1, 2", "breaks off"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[" + b"9" * 5000 + b"]", "number that is too long"),
        (b"{}", "must be a list of questions"),
        (b"[]", "no questions in the file"),
        (HEAD.encode(), "no questions in the file"),
        (b"question,answer\nWhat?,A\n", "Missing: text, choice_a"),
        ((HEAD + ",text\n" + GOOD).encode(), "names a column twice"),
        (b'text,"' + b"x" * 200_000, "neither JSON nor a table"),
        (b"x" * (file_parsing.MOST_BYTES + 1), "larger than 2 MB"),
        (b"[" + b"1," * file_parsing.MOST_ROWS + b"1]", "more than 5000 questions"),
    ],
)
def test_a_file_of_rubbish_is_refused_in_words(data: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        file_parsing.parse(data)


def test_items_that_are_no_questions_are_named() -> None:
    told = weighed('[1, "two", null, [], {}]')
    assert [each.status for each in told] == ["bad"] * 5
    assert told[0].why[0] == "This is not a question."


def test_a_row_with_too_many_cells_is_named() -> None:
    (only,) = weighed(f"{HEAD}\n{GOOD},one,too,many\n")
    assert "more cells than there are columns" in only.why[0]


def test_the_largest_file_allowed_is_read() -> None:
    many = "\n".join(GOOD.replace("How", f"How{n}") for n in range(file_parsing.MOST_ROWS))
    verdicts = weighed(f"{HEAD}\n{many}")
    assert len(verdicts) == file_parsing.MOST_ROWS
    assert {each.status for each in verdicts} == {"new"}

"""The bank: filled once, edited for good, and what a match takes along of it."""

from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, transaction

from games.alalab.bank import editing, shipped_questions
from games.alalab.bank.apps import fill
from games.alalab.bank.models import Question
from games.alalab.rules import POOL
from games.alalab.supply import supply
from games.alalab.values import Options, Selection
from tests.games.alalab.quiz import a_question, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def shipped() -> None:
    editing.load_shipped()


# ---- Filling -----------------------------------------------------------------------------------


def test_the_bank_is_filled_once() -> None:
    Question.objects.all().delete()
    assert editing.load_shipped() == len(shipped_questions.select())
    assert editing.load_shipped() == 0
    assert Question.objects.filter(shipped=True).count() == len(shipped_questions.select())
    row = Question.objects.get(key="en-geography-01")
    key, value = next(iter(shipped_questions.by_key()))
    assert (row.key, row.text, row.choices, row.answer) == (
        key,
        value.text,
        value.choices,
        value.answer,
    )


def test_what_was_edited_or_retired_stays_and_what_was_not_follows_the_files(
    shipped: None, django_assert_max_num_queries: Any
) -> None:
    editor = person()
    edited, retired, untouched, gone = Question.objects.order_by("id")[:4]
    edited.text = "Which river runs through the capital of Egypt?"
    editing.edit(edited, editor)
    editing.retire([retired.pk], editor, "too easy")
    Question.objects.filter(pk=untouched.pk).update(choice_a="Of an older edition")
    gone.delete()
    with django_assert_max_num_queries(8):
        assert editing.load_shipped() == 1, "a new one is added"
    edited.refresh_from_db()
    retired.refresh_from_db()
    untouched.refresh_from_db()
    assert edited.text.startswith("Which river runs")
    assert retired.retired_why == "too easy"
    assert untouched.choice_a != "Of an older edition"


def test_the_same_words_written_by_hand_before_do_not_stop_the_others() -> None:
    Question.objects.all().delete()
    a_question(shipped_questions.select()[0].text)
    assert editing.load_shipped() == len(shipped_questions.select()) - 1


def test_migrate_fills_the_bank_and_flush_does_not() -> None:
    """`flush` runs after many a test; filling the bank each time would slow them all."""
    Question.objects.all().delete()
    fill(None, apps=apps)
    assert not Question.objects.exists()
    fill(None, apps=apps, plan=[])
    assert Question.objects.exists()


def test_commands_say_what_they_did() -> None:
    said = StringIO()
    Question.objects.all().delete()
    call_command("load_questions", stdout=said)
    assert f"{len(shipped_questions.select())} questions added" in said.getvalue()


def test_the_same_question_is_not_kept_twice() -> None:
    a_question("How many wheels has a tricycle?")
    with pytest.raises(IntegrityError), transaction.atomic():
        a_question("how many  wheels has a TRICYCLE")
    a_question("How many wheels has a tricycle?", language="fr")


def test_an_edit_never_touches_the_counts() -> None:
    question = a_question()
    opened_by_the_editor = Question.objects.get(pk=question.pk)
    Question.objects.filter(pk=question.pk).update(shown=7, right=3)
    opened_by_the_editor.text = "How many wheels has a tuk-tuk?"
    editing.edit(opened_by_the_editor, person())
    question.refresh_from_db()
    assert (question.text, question.shown, question.right) == (
        "How many wheels has a tuk-tuk?",
        7,
        3,
    )


def test_retiring_keeps_the_first_reason_and_bringing_back_clears_it() -> None:
    question, editor = a_question(), person()
    assert editing.retire([question.pk], editor, "wrong") == [question]
    assert editing.retire([question.pk], editor, "again") == []
    question.refresh_from_db()
    assert (question.retired_why, question.edited_by) == ("wrong", editor)
    assert editing.bring_back([question.pk], editor) == [question]
    question.refresh_from_db()
    assert (question.retired_at, question.retired_why) == (None, "")


# ---- What a match takes along --------------------------------------------------------------------


def only(*questions: Question) -> None:
    Question.objects.exclude(pk__in=[each.pk for each in questions]).delete()


def texts(options: Options) -> set[str]:
    return {each.text for each in supply(options).bank or ()}


def asking(**fields: Any) -> Options:
    return Options(questions=Selection(**fields))


def test_a_match_takes_what_the_table_asked_for() -> None:
    only(
        easy := a_question("Easy food?", category="food", difficulty=1),
        hard := a_question("Hard food?", category="food", difficulty=3),
        other := a_question("Words?", category="words", difficulty=1),
        out := a_question("Retired?", category="food", difficulty=1),
        french := a_question("Combien ?", category="food", difficulty=1, language="fr"),
    )
    editing.retire([out.pk], person(), "wrong")
    assert texts(asking()) == {easy.text, hard.text, other.text}
    assert texts(asking(categories=("food",))) == {easy.text, hard.text}
    assert texts(asking(categories=("food",), difficulty=1)) == {easy.text}
    assert texts(asking(difficulty=1)) == {easy.text, other.text}
    assert texts(asking(language="fr")) == {french.text}


def test_where_nothing_fits_the_wish_is_widened() -> None:
    only(
        easy := a_question("Easy food?", category="food", difficulty=1),
        other := a_question("Words?", category="words", difficulty=1),
    )
    assert texts(asking(categories=("food",), difficulty=3)) == {easy.text}
    assert texts(asking(categories=("sport",))) == {easy.text, other.text}
    only()
    assert supply(asking()).bank is None, "then those that come with the game are taken"


def test_no_more_travel_than_the_match_can_ask(shipped: None) -> None:
    drawn = supply(Options(max_questions=30)).bank
    assert drawn is not None and len(drawn) == len({each.id for each in drawn}) == 30
    hosted = supply(Options(mode="hosted")).bank
    assert hosted is not None and len(hosted) == POOL
    again = supply(Options(max_questions=30)).bank
    assert [each.id for each in drawn] != [each.id for each in again or ()]

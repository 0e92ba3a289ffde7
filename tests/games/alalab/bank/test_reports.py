"""“Report this question”: who may, when, and that it tells nobody an answer."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.access import permissions
from accounts.notices import kinds
from accounts.notices.models import Notice
from accounts.people.data_export import collect_all
from games.alalab.bank import editing, report_views, reports
from games.alalab.bank.models import Question, QuestionReport
from games.models import Match
from games.pace import Pace
from tests.games.alalab import quiz

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Any]:
    editing.load_shipped()
    return [quiz.person(), quiz.person()]


@pytest.fixture
def match(people: list[Any]) -> Match:
    return quiz.start(*people)


def at_the_page_of(user: Any) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def door(match: Match, question_id: int) -> str:
    return f"/game/alalab/match/{match.pk}/questions/{question_id}/report/"


def post(match: Match, question_id: int, user: Any, quick: bool = True, **form: Any) -> Any:
    headers = {"HX-Request": "true"} if quick else {}
    form = {"reason": "wrong", "note": "I looked it up."} | form
    return at_the_page_of(user).post(door(match, question_id), form, headers=headers)


# ---- What lands in the admin --------------------------------------------------------------------


def test_a_report_is_kept_with_the_question_as_it_stood(match: Match, people: list[Any]) -> None:
    question_id = quiz.answer(match, people[0], right=True)
    before = Question.objects.get(pk=question_id)
    Question.objects.filter(pk=question_id).update(choice_a="Edited since")
    answer = post(match, question_id, people[1], reason="several", note="  B  too. ")
    assert answer.status_code == 200 and b"Thank you" in answer.content
    row = QuestionReport.objects.get()
    assert (row.by, row.match_id, row.reason, row.note, row.state) == (
        people[1],
        match.pk,
        "several",
        "B too.",
        "open",
    )
    assert row.as_it_stood == {
        "text": before.text,
        "choices": list(before.choices),
        "answer": before.answer,
    }


def test_each_person_reports_a_question_once(match: Match, people: list[Any]) -> None:
    question_id = quiz.answer(match, people[0], right=True)
    assert post(match, question_id, people[0]).status_code == 200
    again = post(match, question_id, people[0])
    assert again.status_code == 422 and b"reported this question already" in again.content
    assert post(match, question_id, people[1]).status_code == 200
    assert QuestionReport.objects.count() == 2


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"reason": ""}, b"Choose what is wrong"),
        ({"reason": "nonsense"}, b"Choose what is wrong"),
        ({"reason": "other", "note": " "}, b"in a few words"),
        ({"note": "x" * 301}, b"at most 300"),
    ],
)
def test_a_form_that_says_too_little_or_too_much(
    match: Match, people: list[Any], form: dict[str, Any], words: bytes
) -> None:
    question_id = quiz.answer(match, people[0], right=True)
    answer = post(match, question_id, people[0], **form)
    assert answer.status_code == 422 and words in answer.content
    assert b"<form" in answer.content, "the form is shown again"
    assert not QuestionReport.objects.exists()


def test_too_many_reports_in_an_hour(match: Match, people: list[Any]) -> None:
    question_id = quiz.answer(match, people[0], right=True)
    for question in Question.objects.exclude(pk=question_id)[: reports.MOST]:
        QuestionReport.objects.create(
            question=question, match_id=1, by=people[0], reason="wrong", as_it_stood={}
        )
    assert b"many questions" in post(match, question_id, people[0]).content
    QuestionReport.objects.update(at=timezone.now() - timedelta(hours=1, seconds=5))
    assert post(match, question_id, people[0]).status_code == 200


def test_a_script_is_slowed_down(
    match: Match, people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_views, "knocks", Pace(burst=1, per_second=0))
    assert post(match, 1, people[0]).status_code == 422
    assert b"many questions" in post(match, 1, people[0]).content


def test_whoever_is_banned_reports_nothing(match: Match, people: list[Any]) -> None:
    question_id = quiz.answer(match, people[0], right=True)
    permissions.ban(people[0], quiz.person(), "rude", None)
    people[0].refresh_from_db()
    with pytest.raises(reports.MayNotReport):
        reports.report(match.pk, question_id, people[0], "wrong", "")


# ---- It tells nothing ---------------------------------------------------------------------------


def test_before_the_reveal_the_door_says_the_same_of_every_question(
    match: Match, people: list[Any]
) -> None:
    """The one on the screen, one to come, one of another match, one that does not exist."""
    quiz.play(match, people[0], type="buzz")
    state = quiz.state_of(match)
    others = [question.id for question in state.coming[:2]] + [10**9, 0]
    for user in people:
        told = set()
        for question_id in [state.question.id, *others]:
            for answer in (
                post(match, question_id, user),
                at_the_page_of(user).get(door(match, question_id), headers={"HX-Request": "true"}),
            ):
                assert answer.status_code == 422
                text = answer.content.decode()
                told.add(text)
                for words in (*state.question.choices, state.question.text):
                    assert f">{words}<" not in text
        assert len(told) == 1
    assert not QuestionReport.objects.exists()


def test_a_wrong_answer_reveals_nothing_here(match: Match, people: list[Any]) -> None:
    question_id = quiz.answer(match, people[0], right=False)
    assert post(match, question_id, people[0]).status_code == 422
    page = at_the_page_of(people[0]).get(f"/game/alalab/match/{match.pk}/questions/")
    assert page.status_code == 200
    assert b"No answer has been shown yet" in page.content


def test_a_question_reported_before_cannot_be_probed_in_a_later_match(people: list[Any]) -> None:
    """“You have reported it already” would tell that a question is coming; it does not."""
    match = quiz.start(*people)
    coming = quiz.state_of(match).coming[0].id
    QuestionReport.objects.create(
        question_id=coming, match_id=1, by=people[0], reason="wrong", as_it_stood={}
    )
    assert b"when its answer has been shown" in post(match, coming, people[0]).content


def test_only_those_at_the_match_are_heard(match: Match, people: list[Any]) -> None:
    """And a match that does not exist answers like one of others."""
    question_id = quiz.answer(match, people[0], right=True)
    stranger = quiz.person()
    here = post(match, question_id, stranger)
    assert here.status_code == 422 and b"Only those who sit" in here.content
    match.pk += 1000
    nowhere = post(match, question_id, stranger)
    assert nowhere.content == here.content
    page = at_the_page_of(stranger).get(f"/game/alalab/match/{match.pk}/questions/")
    assert page.status_code == 422 and b"Only those who sit" in page.content
    assert post(match, question_id, None).status_code == 302, "a visitor is asked to sign in"


def test_another_games_match_has_no_questions(people: list[Any]) -> None:
    from tests.games.tables import match_for

    other = match_for(*people)
    assert b"Only those who sit" in post(other, 1, people[0]).content


# ---- Pages --------------------------------------------------------------------------------------


def test_the_small_form_stands_in_the_sheet(match: Match, people: list[Any]) -> None:
    question_id = quiz.answer(match, people[0], right=True)
    client = at_the_page_of(people[0])
    form = client.get(door(match, question_id), headers={"HX-Request": "true"})
    assert form.status_code == 200 and b'name="reason"' in form.content
    assert "no-store" in form.headers["Cache-Control"]
    plain = client.get(door(match, question_id))
    assert plain.status_code == 302, "without a script: the page of the questions"


def test_the_page_of_questions_works_without_a_script(match: Match, people: list[Any]) -> None:
    question_id = quiz.answer(match, people[0], right=True)
    text = Question.objects.get(pk=question_id).text
    answer = post(match, question_id, people[0], quick=False)
    assert answer.status_code == 302
    client = at_the_page_of(people[0])
    page = client.get(answer.headers["Location"]).content.decode()
    assert "You reported it: The answer is wrong." in page and "Somebody will look" in page
    assert text.split()[0] in page
    again = client.post(door(match, question_id), {"reason": "wrong"}, follow=True)
    assert "You have reported this question already." in again.content.decode()


def test_the_answer_of_the_editors_is_read_by_the_reporter(match: Match, people: list[Any]) -> None:
    question_id = quiz.answer(match, people[0], right=True)
    row = reports.report(match.pk, question_id, people[0], "wrong", "")
    reports.settle(row.pk, quiz.person(), "You are right, it is retired.")
    (notice,) = Notice.objects.filter(user_id=row.by_id, kind="question-settled")
    assert "it is retired" in kinds.words(notice.kind, notice.params)
    with pytest.raises(reports.AlreadySettled):
        reports.settle(row.pk, quiz.person(), "Again")
    page = at_the_page_of(people[0]).get(f"/game/alalab/match/{match.pk}/questions/")
    assert "You are right, it is retired." in page.content.decode()
    exported = collect_all(people[0])["question_reports"]
    assert exported[0]["reply"] == "You are right, it is retired."

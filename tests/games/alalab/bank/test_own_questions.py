"""Questions that people write themselves: what is kept, what is refused, and whose they are."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.people.closing import close_account
from accounts.people.data_export import collect_all
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Kind
from games.alalab.bank import own_question_paste, own_questions
from games.alalab.bank.models import OwnQuestion, Question
from games.alalab.bank.own_questions import OwnQuestionDraft, draft_of
from games.engine.errors import Refusal
from tests.games.alalab.quiz import person

pytestmark = pytest.mark.django_db

PAGE = "/game/alalab/mine/"
LINE = "How many legs has a spider? | Six | *Eight | Ten | Twelve"


def a_draft(text: str = "Who bakes the best bread?", **changes: Any) -> OwnQuestionDraft:
    words: dict[str, Any] = {"choices": ("Ali", "Dana", "Noor", "Yael"), "answer": 2} | changes
    return draft_of(text, **words)


def a_form(**changes: Any) -> dict[str, Any]:
    return {
        "text": "Who bakes the best bread?",
        "choice_a": "Ali",
        "choice_b": "Dana",
        "choice_c": "Noor",
        "choice_d": "Yael",
        "answer": "2",
        "category": "",
    } | changes


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


# ---- One question -------------------------------------------------------------------------------


def test_a_question_is_written_changed_and_deleted() -> None:
    user = person()
    client = signed_in(user)
    assert (
        client.post(PAGE, a_form(text="  Who bakes\n it? ", category="history")).status_code == 302
    )
    row = own_questions.of(user).get()
    assert (row.text, row.choices[row.answer], row.category) == ("Who bakes it?", "Noor", "history")
    page = client.get(PAGE).content.decode()
    assert "Who bakes it?" in page and "History" in page and "1 of 200" in page

    door = f"{PAGE}{row.pk}/"
    assert 'value="Noor"' in client.get(door).content.decode()
    assert client.post(door, a_form(answer="0", category="Kitchen")).status_code == 302
    row.refresh_from_db()
    assert (row.text, row.answer, row.category) == ("Who bakes the best bread?", 0, "Kitchen")

    asked = client.get(f"{door}delete/").content.decode()
    assert "Delete this question?" in asked and own_questions.of(user).exists(), "it asks first"
    assert client.post(f"{door}delete/").status_code == 302
    assert not own_questions.of(user).exists()
    assert client.post(f"{door}delete/").status_code == 404


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"text": " "}, "Please write something here."),
        ({"text": "x" * 141}, "The question is longer than 140 characters."),
        ({"choice_b": ""}, "Please write something here."),
        ({"choice_b": "x" * 41}, "is longer than 40 characters."),
        ({"choice_b": " ali "}, "Two of the choices are the same."),
        ({"answer": ""}, "Please say which is right."),
        ({"answer": "4"}, "Select a valid choice."),
        ({"text": "Who\u0007?"}, "characters in it that cannot be shown"),
        ({"category": "x" * 21}, "The category is longer than 20 characters."),
        ({"category": "a\ufffd"}, "characters in the category that cannot be shown"),
    ],
)
def test_the_checks_of_the_bank(changes: dict[str, str], sentence: str) -> None:
    user = person()
    answer = signed_in(user).post(PAGE, a_form(**changes))
    assert answer.status_code == 422 and sentence in answer.content.decode()
    assert not own_questions.of(user).exists()


def test_nobody_writes_a_question_twice_but_others_may() -> None:
    user, other = person(), person()
    first = own_questions.write(user, a_draft())
    with pytest.raises(own_questions.WrittenAlready):
        own_questions.write(user, a_draft("who bakes the BEST bread"))
    second = own_questions.write(user, a_draft("Who else?"))
    with pytest.raises(own_questions.WrittenAlready):
        own_questions.write(user, a_draft(), second.pk)
    own_questions.write(user, a_draft(answer=0), first.pk)
    own_questions.write(other, a_draft())
    assert [own_questions.of(each).count() for each in (user, other)] == [2, 1]


def test_there_is_room_for_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_questions, "MOST", 2)
    user = person()
    first = own_questions.write(user, a_draft("One?"))
    assert own_questions.write_many(user, [a_draft("Two?"), a_draft("Three?")]) == [
        "",
        own_questions.Full.sentence,
    ]
    with pytest.raises(own_questions.Full):
        own_questions.write(user, a_draft("Three?"))
    own_questions.write(user, a_draft("Uno?"), first.pk)
    page = signed_in(user).get(PAGE).content.decode()
    assert "no room for more" in page and 'id="add"' not in page


def test_who_may_not_talk_may_not_write_here_either() -> None:
    for kind in (Kind.MUTE, Kind.BAN):
        user = person()
        sanctions.impose(user, kind, "Mind your words", by=None)
        with pytest.raises(own_questions.MayNotWrite):
            own_questions.write(user, a_draft())
        with pytest.raises(own_questions.MayNotWrite):
            own_question_paste.paste(user, LINE)
    assert not OwnQuestion.objects.exists()


# ---- Whose they are -----------------------------------------------------------------------------


def test_nobody_else_sees_changes_or_deletes_them() -> None:
    owner, other = person(), person()
    row = own_questions.write(owner, a_draft())
    client = signed_in(other)
    assert row.text not in client.get(PAGE).content.decode()
    for path in (f"{PAGE}{row.pk}/", f"{PAGE}{row.pk}/delete/"):
        assert client.get(path).status_code == 404
        assert client.post(path, a_form(text="Mine?")).status_code == 404
        assert Client().get(path).status_code == 302
    own_questions.delete(other, row.pk)
    with pytest.raises(own_questions.NoSuchQuestion):
        own_questions.write(other, a_draft("Mine?"), row.pk)
    row.refresh_from_db()
    assert row.text == "Who bakes the best bread?"
    assert [each.text for each in own_questions.to_ask(owner, 9)] == [row.text]
    for nobodys in (other, None):
        with pytest.raises(own_questions.NothingToAsk):
            own_questions.to_ask(nobodys, 9)


def test_they_are_in_their_owners_file_and_go_with_the_account() -> None:
    owner, other = person(), person()
    own_questions.write(owner, a_draft(category="Kitchen"))
    own_questions.write(other, a_draft("Another?"))
    (told,) = collect_all(owner)["own_questions"]
    assert (told["text"], told["answer"], told["category"]) == (
        "Who bakes the best bread?",
        "C",
        "Kitchen",
    )
    close_account(owner)
    assert [row.text for row in OwnQuestion.objects.all()] == ["Another?"]


# ---- Many at once -------------------------------------------------------------------------------

BAD_LINES = [
    ("Too short? | A | *B | C", "five or six parts. Here are 4."),
    ("Too long? | A | *B | C | D | Nature | more", "five or six parts. Here are 7."),
    ("No star? | A | B | C | D", "Put a star before the right choice"),
    ("Two stars? | *A | *B | C | D", "Put a star before the right choice"),
    ("Twins? | A | *a | C | D", "Two of the choices are the same."),
    ("Empty? | A | * | C | D", "A question has four choices; here are 3."),
    (" | A | *B | C | D", "The question is missing."),
    (f"{'x' * 141} | A | *B | C | D", "longer than 140 characters."),
    ("Category? | A | *B | C | D | " + "x" * 21, "The category is longer than 20 characters."),
    ("how many legs has a spider | A | *B | C | D", "You have this question already."),
]


@pytest.mark.parametrize(
    ("line", "choices", "answer", "category"),
    [
        (LINE, ("Six", "Eight", "Ten", "Twelve"), 1, ""),
        (f"{LINE} | Nature", ("Six", "Eight", "Ten", "Twelve"), 1, "nature"),
        ("How?|* a|b|c|d|My  house", ("a", "b", "c", "d"), 0, "My house"),
        ("How?\ta\tb | 2\tc\t*d", ("a", "b | 2", "c", "d"), 3, ""),
    ],
)
def test_a_line_is_a_question(line: str, choices: Any, answer: int, category: str) -> None:
    user = person()
    assert own_question_paste.paste(user, f"\r\n{line}\r\n\r\n") == (1, [])
    row = own_questions.of(user).get()
    assert (row.choices, row.answer, row.category) == (choices, answer, category)


def test_each_bad_line_is_named_and_the_good_ones_are_kept() -> None:
    user = person()
    text = "\n".join([LINE, *(line for line, _ in BAD_LINES), "", "Last? | *A | B | C | D"])
    answer = signed_in(user).post(f"{PAGE}paste/", {"lines": text})
    page = answer.content.decode()
    assert answer.status_code == 422 and "2 questions are kept." in page
    assert [row.text for row in own_questions.of(user)] == ["How many legs has a spider?", "Last?"]
    for number, (_line, why) in enumerate(BAD_LINES, start=2):
        named = page.split(f"Line {number}:")[1].split("</li>")[0]
        assert why in named, number
    assert "Line 13" not in page
    box = page.split("<textarea")[1].split("</textarea>")[0]
    assert "No star?" in box and "Last?" not in box


def test_good_lines_alone_lead_back_to_the_list() -> None:
    user = person()
    answer = signed_in(user).post(f"{PAGE}paste/", {"lines": LINE})
    assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
    empty = signed_in(user).post(f"{PAGE}paste/", {"lines": " \n"})
    assert empty.status_code == 422 and own_questions.of(user).count() == 1
    full = signed_in(user).post(
        f"{PAGE}paste/", {"lines": "x" * (own_question_paste.LONGEST_PASTE + 1)}
    )
    assert full.status_code == 422 and "too much at once" in full.content.decode()


def test_none_of_it_is_in_the_bank() -> None:
    before = Question.objects.count()
    own_questions.write(person(), a_draft())
    assert Question.objects.count() == before
    assert issubclass(own_questions.NothingToAsk, Refusal)

"""The bank in the admin: what an editor sees and does, and who may."""

import json
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.alalab.bank import editing, file_parsing
from games.alalab.bank.models import Question, QuestionImport, QuestionReport
from tests.games.alalab.quiz import a_question, person

pytestmark = pytest.mark.django_db

LIST = "/admin/alalab/question/"
REPORTS = "/admin/alalab/questionreport/"
GOOD = {
    "text": "How many legs has a stool for milking?",
    "choices": ["Three", "Four", "Five", "Six"],
    "answer": "A",
    "category": "numbers",
    "difficulty": 1,
}
BAD = GOOD | {"text": "Which letter is missing?", "answer": "Z"}


@pytest.fixture(autouse=True)
def empty_bank(db: None) -> None:
    Question.objects.all().delete()


def staff(*rights: str, **fields: Any) -> Any:
    """Somebody of the house, with a second step."""
    user = person(is_staff=True, **fields)
    TOTP.activate(user, generate_totp_secret())
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return user


def desk_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def editor() -> Client:
    return desk_of(staff("view_question", "add_question", "change_question", "view_questionreport"))


def fields_of(**changes: Any) -> dict[str, Any]:
    return {
        "text": "How many wheels has a cart?",
        "choice_a": "Two",
        "choice_b": "Three",
        "choice_c": "Four",
        "choice_d": "Five",
        "answer": "2",
        "category": "numbers",
        "difficulty": "1",
        "language": "en",
    } | changes


def upload(client: Client, text: str | bytes, name: str = "questions.json") -> Any:
    data = text.encode() if isinstance(text, str) else text
    return client.post(f"{LIST}import/", {"file": SimpleUploadedFile(name, data)})


# ---- Edit and retire -----------------------------------------------------------------------------


def test_an_editor_adds_and_mends(editor: Client) -> None:
    assert editor.post(f"{LIST}add/", fields_of()).status_code == 302
    question = Question.objects.get()
    assert question.edited_by is not None and question.key.startswith("own-")
    Question.objects.update(shown=4)
    page = editor.get(f"{LIST}{question.pk}/change/").content.decode()
    assert question.key in page
    changed = fields_of(text="  How many  wheels has a wagon? ")
    assert editor.post(f"{LIST}{question.pk}/change/", changed).status_code == 302
    question.refresh_from_db()
    assert (question.text, question.shown) == ("How many wheels has a wagon?", 4)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"choice_b": "two "}, "Two of the choices are the same."),
        ({"text": "x" * 141}, "at most 140"),
        ({"language": "English"}, "A code such as"),
        ({"text": "how many wheels has a TRICYCLE"}, "The bank has this question already."),
    ],
)
def test_a_bad_edit_is_refused_in_words(
    editor: Client, changes: dict[str, str], sentence: str
) -> None:
    a_question()
    answer = editor.post(f"{LIST}add/", fields_of(**changes))
    assert answer.status_code == 200 and sentence in answer.content.decode()
    assert Question.objects.count() == 1


def test_retiring_asks_for_a_reason_and_can_be_taken_back(editor: Client) -> None:
    question = a_question()
    chosen = {"action": "retire", "_selected_action": [question.pk]}
    page = editor.post(LIST, chosen)
    assert page.status_code == 200 and question.text in page.content.decode()
    question.refresh_from_db()
    assert question.retired_at is None
    assert editor.post(LIST, chosen | {"apply": "1", "why": ""}).status_code == 200
    editor.post(LIST, chosen | {"apply": "1", "why": "It is wrong."})
    question.refresh_from_db()
    assert question.retired_why == "It is wrong."
    editor.post(LIST, {"action": "bring_back", "_selected_action": [question.pk]})
    question.refresh_from_db()
    assert question.retired_at is None


def test_nothing_is_deleted(editor: Client) -> None:
    question = a_question()
    root = desk_of(staff(is_superuser=True))
    assert root.post(f"{LIST}{question.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Question.objects.exists()


# ---- The list ------------------------------------------------------------------------------------


def listed(client: Client, query: str) -> set[str]:
    return {row.text for row in client.get(LIST + query).context["cl"].result_list}


def test_the_list_is_filtered_and_searched(editor: Client) -> None:
    editing.retire([a_question("Retired?").pk], person(), "wrong")
    french = a_question("Combien ?", language="fr", category="food", difficulty=3)
    hard = a_question("Hard?", choice_a="Elephant")
    reported = a_question("Reported?")
    Question.objects.filter(pk=hard.pk).update(right=1, wrong=19)
    QuestionReport.objects.create(
        question=reported, match_id=1, by=person(), reason="wrong", as_it_stood={}
    )
    assert listed(editor, "?play=no") == {"Retired?"}
    assert listed(editor, "?play=yes") == {"Combien ?", "Hard?", "Reported?"}
    assert listed(editor, "?language=fr") == {french.text}
    assert listed(editor, "?category__exact=food") == {french.text}
    assert listed(editor, "?difficulty__exact=3") == {french.text}
    assert listed(editor, "?reports=open") == {"Reported?"}
    assert listed(editor, "?reports=any") == {"Reported?"}
    assert "Reported?" not in listed(editor, "?reports=no")
    assert listed(editor, "?hardness=hard") == {"Hard?"}
    assert "Hard?" not in listed(editor, "?hardness=unknown")
    assert listed(editor, "?q=elephant") == {"Hard?"}
    page = editor.get(LIST).content.decode()
    assert "5 % of 20" in page and "retired: wrong" in page


def test_the_list_costs_the_same_however_long(
    editor: Client, django_assert_max_num_queries: Any
) -> None:
    editing.load_shipped()
    with django_assert_max_num_queries(16):
        assert editor.get(LIST).status_code == 200


# ---- Files ---------------------------------------------------------------------------------------


def test_a_file_is_shown_before_it_is_taken(editor: Client) -> None:
    answer = upload(editor, json.dumps([GOOD, BAD, GOOD]))
    assert answer.status_code == 302 and not Question.objects.exists()
    preview = answer.headers["Location"]
    page = editor.get(preview).content.decode()
    assert "1 new" in page and "2 bad" in page
    assert "<td>2</td>" in page and "The answer must be A, B, C or D" in page
    assert "<td>3</td>" in page and "It is the same question as row 1." in page
    assert "Import the 1 good row" in page
    done = editor.post(preview, {"do": "import"}, follow=True).content.decode()
    assert "1 added, 0 changed, 2 rows left out." in done
    assert Question.objects.get().text == GOOD["text"]
    assert editor.post(preview, {"do": "import"}).status_code == 404, "decided is decided"


def test_nothing_is_taken_if_one_says_so(editor: Client) -> None:
    preview = upload(editor, json.dumps([GOOD, BAD])).headers["Location"]
    done = editor.post(preview, {"do": "nothing"}, follow=True).content.decode()
    assert "Nothing was imported." in done
    assert not Question.objects.exists() and not QuestionImport.objects.exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not UTF-8 text"),
        (b"[{", "breaks off"),
        (b"x" * (file_parsing.MOST_BYTES + 1), "larger than 2 MB"),
    ],
)
def test_rubbish_is_refused_on_the_same_page(editor: Client, data: bytes, sentence: str) -> None:
    answer = upload(editor, data)
    assert answer.status_code == 422 and sentence in answer.content.decode()
    assert not QuestionImport.objects.exists()


def test_what_is_exported_is_what_is_filtered(editor: Client) -> None:
    editing.load_shipped()
    csv = editor.get(f"{LIST}export.csv?category__exact=food&difficulty__exact=3")
    assert csv.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in csv.headers["Content-Disposition"]
    assert csv.content.startswith(b"\xef\xbb\xbf")
    assert len(csv.content.decode().splitlines()) == 13
    rows = json.loads(editor.get(f"{LIST}export.json?q=pyramids").content)
    assert [row["key"] for row in rows] == ["en-geography-08"]
    everything = json.loads(editor.get(f"{LIST}export.json").content)
    assert len(everything) == Question.objects.count(), "all pages, not the first"
    chosen = Question.objects.values_list("pk", flat=True)[:2]
    some = editor.post(LIST, {"action": "export_json", "_selected_action": list(chosen)})
    assert len(json.loads(some.content)) == 2


def test_the_round_trip_through_the_admin_changes_nothing(editor: Client) -> None:
    editing.load_shipped()
    exported = editor.get(f"{LIST}export.csv").content
    preview = upload(editor, exported, "bank.csv").headers["Location"]
    page = editor.get(preview).content.decode()
    assert f"{Question.objects.count()} as in the bank" in page
    assert "There is nothing to import." in page


# ---- Who may -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rights", "may_see", "may_import"),
    [
        ((), False, False),
        (("view_question",), True, False),
        (("view_question", "change_question"), True, False),
        (("add_question", "change_question"), True, True),
    ],
)
def test_rights_open_the_doors(rights: tuple[str, ...], may_see: bool, may_import: bool) -> None:
    a_question()
    client = desk_of(staff(*rights))
    assert (client.get(f"{LIST}export.csv").status_code == 200) is may_see
    assert (client.get(f"{LIST}export.json").status_code == 200) is may_see
    assert (client.get(f"{LIST}import/").status_code == 200) is may_import
    answer = upload(client, json.dumps([GOOD]))
    assert (answer.status_code == 302) is may_import
    assert ("import/" in client.get(LIST).content.decode()) is may_import


def test_a_reader_neither_edits_nor_retires() -> None:
    question = a_question()
    client = desk_of(staff("view_question"))
    assert client.post(f"{LIST}{question.pk}/change/", fields_of()).status_code == 403
    client.post(
        LIST,
        {"action": "retire", "_selected_action": [question.pk], "apply": "1", "why": "no"},
    )
    question.refresh_from_db()
    assert question.retired_at is None


def test_nobody_decides_about_anothers_file(editor: Client) -> None:
    preview = upload(editor, json.dumps([GOOD])).headers["Location"]
    other = desk_of(staff("add_question", "change_question"))
    assert other.get(preview).status_code == 404
    assert other.post(preview, {"do": "import"}).status_code == 404


def test_players_have_no_door_to_the_bank() -> None:
    client = desk_of(person())
    for address in (LIST, f"{LIST}export.json", f"{LIST}import/", REPORTS):
        assert client.get(address).status_code == 302


# ---- Reports -------------------------------------------------------------------------------------


@pytest.fixture
def report() -> QuestionReport:
    stood = {"text": "As it was?", "choices": ["One", "Two", "Three", "Four"], "answer": 1}
    return QuestionReport.objects.create(
        question=a_question(), match_id=9, by=person(), reason="wrong", as_it_stood=stood
    )


def test_a_report_is_read_and_answered(report: QuestionReport) -> None:
    client = desk_of(staff("view_questionreport", "change_questionreport", "view_question"))
    assert report.question.text in client.get(REPORTS).content.decode()
    address = f"{REPORTS}{report.pk}/change/"
    page = client.get(address).content.decode()
    assert "As it was?" in page and "← right" in page
    settle = f"{REPORTS}{report.pk}/do/settle/"
    assert settle in page
    assert client.post(settle, {"reply": ""}).status_code == 200, "an answer is needed"
    assert client.post(settle, {"reply": "Mended, thank you."}).status_code == 302
    report.refresh_from_db()
    assert (report.state, report.reply) == ("settled", "Mended, thank you.")
    assert report.settled_by is not None
    assert client.get(address).status_code == 200
    assert client.get(f"{REPORTS}?question__id__exact={report.question_id}").status_code == 200


def test_a_reader_settles_nothing(report: QuestionReport) -> None:
    client = desk_of(staff("view_questionreport", "view_question"))
    page = client.get(f"{REPORTS}{report.pk}/change/").content.decode()
    settle = f"{REPORTS}{report.pk}/do/settle/"
    assert settle not in page
    assert client.post(settle, {"reply": "No."}).status_code == 403
    chosen = {"action": "settle", "_selected_action": [report.pk], "apply": "1", "reply": "No."}
    client.post(REPORTS, chosen)
    report.refresh_from_db()
    assert report.state == "open"


def test_several_reports_are_settled_with_one_answer(report: QuestionReport) -> None:
    client = desk_of(staff("view_questionreport", "change_questionreport"))
    chosen = {"action": "settle", "_selected_action": [report.pk]}
    assert client.post(REPORTS, chosen).status_code == 200
    client.post(REPORTS, chosen | {"apply": "1", "reply": "Retired."})
    report.refresh_from_db()
    assert (report.state, report.reply) == ("settled", "Retired.")


def test_the_question_shows_what_players_said(editor: Client, report: QuestionReport) -> None:
    page = editor.get(f"{LIST}{report.question_id}/change/").content.decode()
    assert f"{REPORTS}{report.pk}/change/" in page
    assert "The answer is wrong" in page

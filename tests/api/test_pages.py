"""The pages: the description, and a person's tokens and bots."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from api import services
from api.models import Scope, Token
from games import registry
from tests.api.conftest import Program, person, program

pytestmark = pytest.mark.django_db

WISHES = {"name": "first", "account": "Leyla", "scopes": ["read"], "lifetime": "30"}


@pytest.fixture
def page(leyla: User) -> Client:
    """Her browser, a moment after she gave her password."""
    client = Client()
    client.force_login(leyla)
    client.post("/accounts/reauthenticate/", {"password": "pomegranate-7"})
    return client


def test_the_description_is_a_page_of_ours(db: None) -> None:
    response = Client().get("/api/")
    html = response.content.decode()
    assert response.status_code == 200
    for rules in registry.all_games():
        assert str(rules.INFO.key) in html
    for words in ("/api/v1/matches/{match_id}/moves", "legalMoves", "4401", "steal-build"):
        assert words in html.replace("&quot;", '"')
    assert "<script>" not in html and " style=" not in html and "http://cdn" not in html
    assert Client().get("/api/openapi.json").json()["openapi"].startswith("3.1")


def test_what_is_nowhere_is_told_as_json(db: None) -> None:
    answer = Client().post("/api/v1/nowhere")
    assert (answer.status_code, answer.json()["code"]) == (404, "nothing-here")


def test_a_new_token_is_shown_once(page: Client) -> None:
    response = page.post("/me/tokens/", WISHES)
    html = response.content.decode()
    text = re.search(r"cy_[\w-]{40,}", html)
    assert response.status_code == 200 and text and "no-store" in response["Cache-Control"]
    assert Program(text[0]).get("me")["scopes"] == ["read"]
    later = page.get("/me/tokens/").content.decode()
    assert text[0] not in later and "first" in later and text[0][:8] in later
    assert page.post("/me/tokens/", WISHES).status_code == 422, "a reload makes no second one"


def test_making_one_asks_for_the_password_first(leyla: User) -> None:
    client = Client()
    client.force_login(leyla)
    asked = client.post("/me/tokens/", WISHES)
    assert asked.status_code == 302 and "/accounts/reauthenticate/" in asked["Location"]
    assert client.post(asked["Location"], {"password": "wrong"}).status_code == 200
    assert not Token.objects.exists()
    made = client.post(asked["Location"], {"password": "pomegranate-7"}).text
    assert re.search(r"cy_[\w-]{40,}", made), "the wish was kept"
    assert client.get("/me/tokens/").status_code == 200, "to look at the list asks for nothing"


def test_the_owner_hears_of_each_by_mail(
    page: Client, leyla: User, django_capture_on_commit_callbacks: Any
) -> None:
    bot = services.make_bot(leyla, "Clockwork")
    with django_capture_on_commit_callbacks(execute=True):
        html = page.post("/me/tokens/", WISHES).text
        services.make_token(bot, "of the bot", Scope.values)
    first, second = mail.outbox
    assert first.to == second.to == ["leyla@example.org"]
    assert "“first”" in first.body and "act as Clockwork" in second.body
    text = re.search(r"cy_[\w-]{40,}", html)
    assert text and text[0] not in first.body


def test_all_are_revoked_by_one_button_or_a_new_password(page: Client, leyla: User) -> None:
    other = program(person("Samir"))
    mine = [program(leyla), program(services.make_bot(leyla, "Clockwork"))]
    assert "Yes, revoke them all" in page.get("/me/tokens/").text
    assert page.post("/me/tokens/revoke/").status_code == 302
    assert [each.get("me").status for each in mine] == [401, 401]
    again = program(leyla)
    new = {"password1": "walnut-lamp-9", "password2": "walnut-lamp-9"}
    page.post("/accounts/password/change/", new | {"oldpassword": "pomegranate-7"})
    leyla.refresh_from_db()
    assert leyla.check_password("walnut-lamp-9")
    assert again.get("me").code == "wrong-token"
    assert other.get("me").status == 200


@pytest.mark.parametrize(
    "wrong",
    [{"name": ""}, {"scopes": []}, {"account": "Noam"}, {"lifetime": "7000"}, {"name": "x" * 41}],
)
def test_a_wish_that_does_not_go_is_told(page: Client, noam: User, wrong: dict[str, str]) -> None:
    response = page.post("/me/tokens/", WISHES | wrong)
    assert response.status_code == 422 and not Token.objects.exists()


def test_revoking_and_whose_tokens_they_are(page: Client, leyla: User, noam: User) -> None:
    mine, text = services.make_token(leyla, "mine", ["read"])
    his, _ = services.make_token(noam, "his", ["read"])
    assert page.post(f"/me/tokens/{his.pk}/revoke/").status_code == 404
    assert page.post(f"/me/tokens/{mine.pk}/revoke/").status_code == 302
    assert Program(text).get("me").status == 401
    assert page.get(f"/me/tokens/{mine.pk}/revoke/").status_code == 405


def test_a_bot_is_made_gets_a_token_and_is_closed(page: Client, leyla: User) -> None:
    assert page.post("/me/tokens/bots/", {"bot_name": "admin"}).status_code == 422
    assert page.post("/me/tokens/bots/", {"bot_name": "Clockwork"}).status_code == 302
    html = page.post("/me/tokens/", WISHES | {"account": "Clockwork"}).content.decode()
    text = re.search(r"cy_[\w-]{40,}", html)
    assert text and Program(text[0]).get("me")["isBot"] is True
    other = Client()
    other.force_login(person("Samir"))
    assert other.post("/me/tokens/bots/Clockwork/close/").status_code == 404
    assert page.post("/me/tokens/bots/Clockwork/close/").status_code == 302
    assert Program(text[0]).get("me").status == 401


def test_visitors_are_asked_to_sign_in(db: None) -> None:
    assert Client().get("/me/tokens/").status_code == 302

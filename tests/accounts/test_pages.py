"""Every page of the account a person can reach wears the site's look and keeps to its policy."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, MakePerson

VISITOR_PAGES = [
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/logout/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/done/",
    "/accounts/password/reset/key/1-bad-token/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/bad-key/",
    "/accounts/inactive/",
]
OWN_PAGES = [
    "/me/",
    "/me/leave/",
    "/@Leyla/",
    "/accounts/logout/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
]
FORBIDDEN = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:")


def assert_ours(client: Client, path: str) -> None:
    answer = client.get(path, follow=True)
    assert answer.status_code == 200, path
    assert 'id="main"' in answer.text and "data-theme=" in answer.text
    assert len(re.findall(r"<h1[ >]", answer.text)) == 1
    assert not FORBIDDEN.search(answer.text)
    title = re.search(r"<title>(.*?)</title>", answer.text, re.DOTALL)
    assert title and title.group(1).strip() and "Live table games" not in title.group(1)


@pytest.mark.django_db
@pytest.mark.parametrize("path", VISITOR_PAGES)
def test_pages_for_visitors(path: str, leyla: User) -> None:
    client = Client()
    if path == "/accounts/logout/":
        client.force_login(leyla)
    assert_ours(client, path)


@pytest.mark.parametrize("path", OWN_PAGES)
@pytest.mark.parametrize("verified", [True, False], ids=["confirmed", "unconfirmed"])
def test_pages_of_ones_own(make_person: MakePerson, path: str, verified: bool) -> None:
    make_person(verified=verified)
    client = Client()
    client.post("/accounts/login/", {"login": "Leyla", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert_ours(client, path)


def test_an_address_is_changed_only_when_the_new_one_is_confirmed(leyla: User) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": "Leyla", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"email": "new@example.com", "action_add": "yes"})
    leyla.refresh_from_db()
    assert leyla.email == "leyla@example.com"
    assert_ours(client, "/accounts/email/")
    letter = next(letter for letter in mail.outbox if letter.to == ["new@example.com"])
    link = re.search(r"http://testserver(/\S+)", str(letter.body))
    assert link
    assert_ours(client, link.group(1))
    client.post(link.group(1))
    leyla.refresh_from_db()
    assert leyla.email == "new@example.com"


def test_mails_are_in_the_houses_words(leyla: User) -> None:
    Client().post("/accounts/password/reset/", {"email": "leyla@example.com"})
    (letter,) = mail.outbox
    assert letter.subject == "A new password for Courtyard"
    assert str(letter.body).startswith("Hello Leyla,")

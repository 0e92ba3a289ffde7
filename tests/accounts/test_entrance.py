"""Signing up, in and out; passwords; who is turned away; how often one may try."""

import re
import time
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.apps import apps
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from accounts.access import permissions
from accounts.access.permissions import check_may_act, check_may_still_act
from accounts.models import User
from accounts.sanctions.services import ban, lift_ban
from tests.accounts.conftest import PASSWORD, MakePerson, verdict

NEW = "another-long-word-3"


def sign_in(client: Client, login: str, password: str = PASSWORD, **extra: Any) -> Any:
    return client.post("/accounts/login/", {"login": login, "password": password}, **extra)


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def link_in_last_mail() -> str:
    found = re.search(r"http://testserver(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found.group(1)


@pytest.mark.django_db
def test_sign_up_signs_in_and_the_link_confirms_the_address() -> None:
    client = Client()
    answer = client.post(
        "/accounts/signup/",
        {"username": "Leyla", "email": "Leyla@Example.com", "password1": PASSWORD},
    )
    assert answer.status_code == 302 and is_in(client)
    person = User.objects.get()
    assert (person.username, person.email) == ("Leyla", "leyla@example.com")
    assert "Please confirm" in client.get("/me/").text
    link = link_in_last_mail()
    assert client.get(link).status_code == 200
    assert not EmailAddress.objects.get().verified  # looking at a link is not confirming
    client.post(link)
    assert EmailAddress.objects.get().verified
    assert "Please confirm" not in client.get("/me/").text


def test_the_second_of_two_sign_ups_at_once_is_asked_again(leyla: User, monkeypatch: Any) -> None:
    """Both passed the check before either was stored."""
    monkeypatch.setattr(
        "accounts.access.account_adapter.AccountAdapter.clean_username", lambda self, name: name
    )
    answer = Client().post(
        "/accounts/signup/",
        {"username": "Leyla", "email": "other@example.com", "password1": PASSWORD},
        follow=True,
    )
    assert answer.status_code == 200
    assert "took this name a moment ago" in answer.text
    assert User.objects.count() == 1


ADDRESSES = {"hers": "leyla@example.com", "unconfirmed": "noam@example.com", "new": "x@y.org"}


def answers_to(address: str, *asked: tuple[str, dict[str, str]]) -> str:
    """All that a browser is told, with this address taken out."""
    client, told = Client(), ""
    for path, form in asked:
        answer = client.post(path, form, follow=True) if form else client.get(path)
        told += f"{answer.status_code} {answer.redirect_chain if form else ''} {answer.text}"
    told = told.replace(address, "ADDRESS").replace(address.replace("@", "%40"), "ADDRESS")
    return re.sub(r"\b[A-Za-z0-9]{64}\b", "CSRF", told)


def test_no_page_tells_whether_an_address_has_an_account(make_person: MakePerson) -> None:
    make_person("Leyla")
    make_person("Noam", verified=False)
    for mails, steps in (
        (
            ["Your account at Courtyard", *["Confirm your address for Courtyard"] * 2],
            [
                ("/accounts/signup/", {"username": "Dalia", "email": "", "password1": PASSWORD}),
                ("/accounts/email/", {}),
            ],
        ),
        (None, [("/accounts/password/reset/", {"email": ""})]),
    ):
        mail.outbox.clear()
        told = set()
        for address in ADDRESSES.values():
            cache.clear()
            with transaction.atomic():
                asked = [(path, {**form, "email": address} if form else {}) for path, form in steps]
                told.add(answers_to(address, *asked))
                transaction.set_rollback(True)
        assert len(told) == 1
        if mails:
            assert [each.subject for each in mail.outbox] == mails
            assert [each.to for each in mail.outbox] == [[each] for each in ADDRESSES.values()]


def test_an_address_is_confirmed_for_one_account_only(leyla: User) -> None:
    client = Client()
    form = {"username": "Squatter", "email": "leyla@example.com", "password1": PASSWORD}
    client.post("/accounts/signup/", form)
    (row,) = EmailAddress.objects.filter(user__username="Squatter")
    assert not row.verified and not row.can_set_verified()
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": "leyla@example.com"})
    assert [each.to for each in mail.outbox] == [["leyla@example.com"]]
    reset = link_in_last_mail()
    page = Client()
    page.post(page.get(reset)["Location"], {"password1": NEW, "password2": NEW})
    leyla.refresh_from_db()
    assert leyla.check_password(NEW)


@pytest.mark.parametrize("login", ["Leyla", "leyla", "leyla@example.com", "LEYLA@EXAMPLE.COM"])
def test_sign_in_by_name_or_address(leyla: User, login: str) -> None:
    client = Client()
    assert sign_in(client, login).status_code == 302
    assert is_in(client)


@pytest.mark.parametrize("login", ["Leyla", "Nobody1", "leyla@example.com", "none@example.com"])
def test_a_wrong_password_does_not_tell_whether_the_account_exists(leyla: User, login: str) -> None:
    answer = sign_in(Client(), login, "wrong")
    (error,) = answer.context["form"].non_field_errors()
    assert error.endswith("password do not belong together.")


@pytest.mark.parametrize(
    "login", ["Leyla", "leyla@example.com", "Nobody", "nobody@example.com", "@"]
)
def test_nor_does_the_time_it_takes(leyla: User, login: str, monkeypatch: Any) -> None:
    """A password is hashed slowly, so who hashes twice tells by it."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(hasher: Any, password: str, *args: Any) -> str:
        hashed.append(password)
        return encode(hasher, password, *args)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    sign_in(Client(), login, "guessed")
    assert hashed == ["guessed"]


def test_signing_out_needs_a_post_and_names_its_session(
    signed_in: Client, revoked: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    assert signed_in.get("/accounts/logout/").status_code == 200 and is_in(signed_in)
    key = signed_in.session.session_key
    with django_capture_on_commit_callbacks(execute=True):
        signed_in.post("/accounts/logout/")
    assert not is_in(signed_in)
    assert revoked == [("Leyla", "logged-out", key)]


def test_a_bot_cannot_sign_in(make_person: MakePerson) -> None:
    make_person("Lamp", is_bot=True)
    client = Client()
    sign_in(client, "Lamp")
    assert not is_in(client)


# ---- bans --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "told"), [(2, "banned until"), (None, "banned for good")], ids=["two days", "for good"]
)
def test_a_banned_person_is_told_why_and_until_when(
    leyla: User, days: int | None, told: str
) -> None:
    until = timezone.now() + timedelta(days=days) if days else None
    ban(leyla, None, "Shouting at the table", until)
    client = Client()
    answer = sign_in(client, "Leyla")
    assert answer.status_code == 403
    assert told in answer.text and "Shouting at the table" in answer.text
    if until:
        assert str(until.year) in answer.text
    assert not is_in(client)


def test_a_wrong_password_does_not_tell_of_a_ban(leyla: User) -> None:
    ban(leyla, None, "Shouting at the table")
    answer = sign_in(Client(), "Leyla", "wrong")
    assert answer.status_code == 200 and "Shouting" not in answer.text


def test_a_ban_ends_open_sessions_at_once_and_says_so(
    leyla: User, signed_in: Client, revoked: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    assert is_in(signed_in)
    with django_capture_on_commit_callbacks(execute=True):
        ban(leyla, None, "Enough")
        assert revoked == []  # not before it is stored
    assert revoked == [("Leyla", "banned", None)]
    assert not is_in(signed_in)
    lift_ban(leyla)
    assert sign_in(Client(), "Leyla").status_code == 302


def test_a_ban_that_is_over_is_over(leyla: User) -> None:
    ban(leyla, None, "Enough", timezone.now() - timedelta(seconds=1))
    assert verdict(check_may_act, leyla) == (True, "")


def test_a_shut_account_is_told_so(
    leyla: User, signed_in: Client, revoked: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        permissions.deactivate(leyla)
    assert revoked == [("Leyla", "deactivated", None)]
    assert not is_in(signed_in)
    assert sign_in(Client(), "Leyla", follow=True).redirect_chain == [("/accounts/inactive/", 302)]


def test_an_open_connection_is_asked_again(leyla: User, signed_in: Client) -> None:
    key = signed_in.session.session_key
    assert key and verdict(check_may_still_act, leyla.pk, key) == (True, "")
    assert verdict(check_may_still_act, leyla.pk + 1, key)[0] is False
    assert verdict(check_may_still_act, leyla.pk, "no-such-session")[0] is False
    ban(leyla, None, "Enough")
    assert verdict(check_may_still_act, leyla.pk, key) == (
        False,
        "This account is banned for good. Reason: Enough",
    )
    lift_ban(leyla)
    leyla.set_password(NEW)
    leyla.save()
    assert verdict(check_may_still_act, leyla.pk, key) == (False, "You are signed out.")


# ---- passwords ---------------------------------------------------------------------------------


def test_a_new_password_ends_all_other_sessions(
    leyla: User, signed_in: Client, revoked: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    elsewhere = Client()
    sign_in(elsewhere, "Leyla")
    assert is_in(elsewhere)
    with django_capture_on_commit_callbacks(execute=True):
        signed_in.post(
            "/accounts/password/change/",
            {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
        )
    assert is_in(signed_in)
    assert not is_in(elsewhere)
    assert revoked == [("Leyla", "password", None)]


def test_a_password_reset_ends_all_sessions_and_the_link_works_once(
    leyla: User, signed_in: Client, revoked: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    visitor = Client()
    visitor.post("/accounts/password/reset/", {"email": "leyla@example.com"})
    link = link_in_last_mail()
    form_page = visitor.get(link, follow=True)
    with django_capture_on_commit_callbacks(execute=True):
        visitor.post(form_page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    assert revoked == [("Leyla", "password", None)]
    assert not is_in(signed_in)
    assert sign_in(Client(), "Leyla", NEW).status_code == 302
    assert "used already, or is too old" in Client().get(link, follow=True).text


def test_a_reset_answers_alike_for_known_and_unknown_addresses(leyla: User) -> None:
    pages = []
    for address in ("leyla@example.com", "nobody@example.com"):
        answer = Client().post("/accounts/password/reset/", {"email": address}, follow=True)
        pages.append((answer.redirect_chain, strip_tokens(answer.text)))
    assert pages[0] == pages[1]
    assert [letter.to for letter in mail.outbox] == [["leyla@example.com"], ["nobody@example.com"]]


def strip_tokens(page: str) -> str:
    page = re.sub(r'csrfmiddlewaretoken" value="[^"]+"', "", page)
    return re.sub(r'X-CSRFToken": "[^"]+"', "", page)


# ---- throttles ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "door", ["/accounts/login/", "/admin/login/?next=/admin/"], ids=["site", "admin"]
)
def test_guessing_passwords_is_stopped_at_both_doors(
    make_person: MakePerson, settings: Settings, door: str
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/5m/key"}
    make_person("Leyla", is_staff=True, is_superuser=True)
    client = Client()
    page = client.get(door, follow=True)
    assert page.request["PATH_INFO"] == "/accounts/login/"
    for _ in range(3):
        sign_in(client, "Leyla", "wrong")
    answer = sign_in(client, "Leyla")
    assert answer.context["form"].non_field_errors() == [
        "Too many wrong passwords. Please wait five minutes."
    ]
    assert not is_in(client)


def test_the_admins_own_login_form_takes_no_password(make_person: MakePerson) -> None:
    make_person("Leyla", is_staff=True, is_superuser=True)
    client = Client()
    answer = client.post("/admin/login/", {"username": "Leyla", "password": PASSWORD})
    assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
    assert not is_in(client)


def test_a_guesser_elsewhere_does_not_lock_the_person_out(leyla: User, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/5m/key"}
    for _ in range(4):
        sign_in(Client(), "Leyla", "wrong", REMOTE_ADDR="203.0.113.9")
    assert sign_in(Client(), "Leyla", REMOTE_ADDR="203.0.113.9").status_code == 200
    assert sign_in(Client(), "Leyla", REMOTE_ADDR="198.51.100.4").status_code == 302


def test_behind_a_proxy_each_visitor_has_a_counter(leyla: User, settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "2/5m/ip"}
    for _ in range(3):
        sign_in(Client(), "Leyla", "wrong", HTTP_X_FORWARDED_FOR="203.0.113.9")
    assert sign_in(Client(), "Leyla", HTTP_X_FORWARDED_FOR="203.0.113.9").status_code == 200
    assert sign_in(Client(), "Leyla", HTTP_X_FORWARDED_FOR="198.51.100.4").status_code == 302


@pytest.mark.django_db
def test_too_many_requests_are_answered_429(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "2/m/ip"}
    client = Client()
    assert [sign_in(client, "Nobody1", "x").status_code for _ in range(3)] == [200, 200, 429]


def test_sign_ups_of_one_address_are_limited_by_the_hour_too(monkeypatch: Any) -> None:
    """However slowly they come."""
    clock = SimpleNamespace(now=1.0, monotonic=time.monotonic, sleep=time.sleep)
    clock.time = lambda: clock.now
    monkeypatch.setattr("allauth.core.internal.ratelimit.time", clock)
    request, passed = RequestFactory().post("/"), 0
    for clock.now in range(0, 3500, 5):
        passed += ratelimit.consume(request, action="signup")
    assert passed == 100


def test_a_session_that_names_the_backend_as_it_was_called_stays_open(
    leyla: User, signed_in: Client
) -> None:
    session = signed_in.session
    session[BACKEND_SESSION_KEY] = "accounts.backend.Door"
    session.save()
    assert not is_in(signed_in)
    import_module("accounts.migrations.0004_name_of_the_backend").rename_backend(apps, None)
    assert is_in(signed_in)

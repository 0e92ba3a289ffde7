"""The optional second step: set up, asked for at sign-in, recovered from, switched off."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
)
from allauth.mfa.totp.internal.auth import yield_hotp_counters_from_time as counters
from django.test import Client
from pytest_django import Settings

from accounts.access.mfa_adapter import MFAAdapter
from accounts.models import User
from accounts.sanctions.services import ban, lift_ban
from tests.accounts.conftest import PASSWORD, MakePerson


def code_for(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(counters()))))


def sign_in(client: Client) -> None:
    client.post("/accounts/login/", {"login": "Leyla", "password": PASSWORD})


def confirm_password(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def shown_secret(client: Client) -> str:
    page = client.get("/accounts/2fa/totp/activate/").text
    found = re.search(r'id="secret" type="text" readonly value="(\w+)"', page)
    assert found, page
    return found.group(1)


def test_the_whole_way(leyla: User) -> None:
    client = Client()
    sign_in(client)
    assert "reauthenticate" in client.get("/accounts/2fa/totp/activate/")["Location"]
    confirm_password(client)
    secret = shown_secret(client)
    client.post("/accounts/2fa/totp/activate/", {"code": code_for(secret)})
    assert secret not in str(Authenticator.objects.get(user=leyla, type="totp").data)

    page = client.get("/accounts/2fa/recovery-codes/").text
    found = re.search(r'<textarea id="recovery-codes"[^>]*>([^<]+)</textarea>', page)
    assert found
    codes = found.group(1).split()
    assert len(codes) == 10
    assert client.get("/accounts/2fa/recovery-codes/download/").text.split() == codes

    other = Client()
    sign_in(other)
    assert other.get("/me/").status_code == 302  # the password alone is not enough now
    assert other.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert other.get("/me/").status_code == 302
    other.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert other.get("/me/").status_code == 200

    third = Client()
    sign_in(third)
    third.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert third.get("/me/").status_code == 302  # each recovery code works once

    client.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("ban_falls", ["before the password", "before the code"])
def test_a_ban_is_told_whenever_it_falls(leyla: User, ban_falls: str) -> None:
    secret = generate_totp_secret()
    TOTP.activate(leyla, secret)
    client = Client()
    if ban_falls == "before the password":
        ban(leyla, None, "Enough")
        answer = client.post("/accounts/login/", {"login": "Leyla", "password": PASSWORD})
    else:
        sign_in(client)
        ban(leyla, None, "Enough")
        answer = client.post("/accounts/2fa/authenticate/", {"code": code_for(secret)})
    assert answer.status_code == 403 and "Reason: Enough" in answer.text
    lift_ban(leyla)
    assert client.get("/me/").status_code == 302  # and nothing of the attempt is left


def test_an_unconfirmed_address_cannot_set_it_up(make_person: MakePerson) -> None:
    make_person(verified=False)
    client = Client()
    sign_in(client)
    confirm_password(client)
    answer = client.get("/accounts/2fa/totp/activate/", follow=True)
    assert answer.redirect_chain == [("/accounts/2fa/", 302)]
    assert "until you have verified your email address" in answer.text
    assert not Authenticator.objects.exists()


def test_secrets_survive_a_change_of_the_secret_key(settings: Settings) -> None:
    settings.SECRET_KEY = "the-old-key"
    locked = MFAAdapter().encrypt("JBSWY3DP")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the-new-key", ["the-old-key"]
    assert "JBSWY3DP" not in locked
    assert MFAAdapter().decrypt(locked) == "JBSWY3DP"

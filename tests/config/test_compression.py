"""Compressed pages: the same page in a fifth of the bytes, and nothing to learn from its length."""

import gzip
import re

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client

from accounts.models import User

TOKEN = re.compile(rb"[A-Za-z0-9]{64}")  # masked anew in every page


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/", "/accounts/login/"])
def test_a_page_comes_compressed_to_who_asks(client: Client, path: str) -> None:
    plain = client.get(path)
    assert "Content-Encoding" not in plain.headers
    packed = client.get(path, headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.content) < len(plain.content) / 2
    for answer in [plain, packed]:
        assert "Accept-Encoding" in answer.headers["Vary"]
    page = gzip.decompress(packed.content)
    assert TOKEN.sub(b"", page) == TOKEN.sub(b"", plain.content)


@pytest.mark.django_db
def test_the_same_page_is_not_always_of_the_same_length(client: Client) -> None:
    asked = {"Accept-Encoding": "gzip"}
    lengths = {len(client.get("/rules/", headers=asked).content) for _ in range(20)}
    assert len(lengths) > 5


@pytest.mark.django_db
def test_a_page_with_a_secret_repeats_nothing_of_its_address(client: Client) -> None:
    person = User.objects.create_user("Leyla", "leyla@example.com", "pomegranate-7")
    client.force_login(person)
    client.post("/accounts/reauthenticate/", {"password": "pomegranate-7"})
    for path, shown in {
        "/accounts/2fa/totp/activate/": 'id="secret"',
        "/accounts/2fa/recovery-codes/": 'id="recovery-codes"',
        "/me/tokens/": "token",
    }.items():
        if "recovery" in path:
            TOTP.activate(person, generate_totp_secret())
            RecoveryCodes.activate(person)
        page = client.get(path, {"next": "/from-the-address/", "q": "from-the-address"})
        assert page.status_code == 200, (path, page.headers)
        assert shown in page.text and "from-the-address" not in page.text, path

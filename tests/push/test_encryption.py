"""The two RFCs' own examples, byte for byte."""

import json
import time

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec

from accounts.push import vapid
from accounts.push.encryption import LONGEST, Keys, encrypt, from_text, to_text
from tests.push.service import Browser, signed_claims

# RFC 8291, section 5 and appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
UA_PUBLIC = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
UA_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AS_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)

# RFC 8292, section 2.4.
TOKEN = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOj"
    "E0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlM"
    "uCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
)
TOKEN_KEY = (
    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)


def test_encryption_is_the_rfcs() -> None:
    keys = Keys(from_text(UA_PUBLIC), from_text(AUTH))
    body = encrypt(PLAIN, keys, private=vapid.load(AS_PRIVATE), salt=from_text(SALT))
    assert to_text(body) == BODY


def test_the_tests_browser_reads_the_rfcs_message() -> None:
    browser = Browser(private=vapid.load(UA_PRIVATE), auth=from_text(AUTH))
    assert browser.decrypt(from_text(BODY)) == PLAIN


def test_each_message_has_a_salt_and_a_key_of_its_own_and_fits_in_4096_bytes() -> None:
    browser = Browser()
    text = b"x" * LONGEST
    first, second = (encrypt(text, browser.keys) for _ in range(2))
    assert first[:16] != second[:16], "the salt"
    assert first[21:86] != second[21:86], "our public key"
    assert len(first) == 4096
    assert browser.decrypt(first) == browser.decrypt(second) == text
    with pytest.raises(ValueError, match="at most"):
        encrypt(text + b"x", browser.keys)


def test_the_tests_push_service_checks_a_token_as_the_rfc_does() -> None:
    assert signed_claims(f"vapid t={TOKEN}, k={TOKEN_KEY}") == {
        "aud": "https://push.example.net",
        "exp": 1453523768,
        "sub": "mailto:push@example.com",
    }
    with pytest.raises(InvalidSignature):
        signed_claims(f"vapid t={TOKEN[:-4]}AAAA, k={TOKEN_KEY}")


def test_our_token_names_the_service_the_end_and_us() -> None:
    private = vapid.make_private_key()
    header = vapid.authorization("https://push.example.net/a/b", private, "mailto:us@example.com")
    claims = signed_claims(header)
    assert claims["aud"] == "https://push.example.net"
    assert claims["sub"] == "mailto:us@example.com"
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    assert header.endswith(f"k={vapid.public_key(private)}")
    assert json.dumps(claims)


@pytest.mark.parametrize("point", [b"", b"\4" + b"\1" * 64, b"\2" * 33])
def test_a_key_that_is_no_point_of_the_curve_is_refused(point: bytes) -> None:
    with pytest.raises(ValueError):
        Keys(point, b"a" * 16)
    with pytest.raises(ValueError):
        Keys(from_text(UA_PUBLIC), b"short")


def test_a_private_key_is_a_number_of_the_curve() -> None:
    assert isinstance(vapid.load(vapid.make_private_key()), ec.EllipticCurvePrivateKey)
    for wrong in ("", "abc", "not base64 !!", to_text(bytes(32))):
        with pytest.raises(ValueError):
            vapid.load(wrong)

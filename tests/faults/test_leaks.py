"""The leak search finds a secret however it is written and packed, and leaves what is public."""

import base64
import gzip
import json
import zlib
from math import inf

import pytest

from ops.faults.leaks import PNG, Capture, Leak, Secret, leaks

SEED = bytes(range(40, 72))
QUESTION = 'Who wrote "Kalila & Dimna"?'


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def picture(kind: bytes, body: bytes) -> bytes:
    return PNG + len(body).to_bytes(4, "big") + kind + body + bytes(4)


@pytest.mark.parametrize(
    ("secret", "data"),
    [
        (SEED, b"<p>" + SEED + b"</p>"),
        (SEED, f"seed {SEED.hex()}".encode()),
        (SEED, f"seed {SEED.hex().upper()}".encode()),
        (SEED, base64.b64encode(SEED)),
        (SEED, base64.b64encode(b"x" + SEED + b"yz")),
        (SEED, base64.urlsafe_b64encode(b"xy" + SEED)),
        (QUESTION, json.dumps({"text": QUESTION}).encode()),
        (QUESTION, b"Who wrote &quot;Kalila &amp; Dimna&quot;?"),
        (QUESTION, b"?q=Who%20wrote%20%22Kalila%20%26%20Dimna%22%3F"),
        (QUESTION, gzip.compress(QUESTION.encode(), mtime=0)),
        (QUESTION, zlib.compress(QUESTION.encode())),
        (QUESTION, deflated(QUESTION.encode())),
        (QUESTION, picture(b"tEXt", b"Comment\0" + QUESTION.encode())),
        (QUESTION, picture(b"zTXt", b"Comment\0\0" + zlib.compress(QUESTION.encode()))),
    ],
)
def test_a_secret_is_found(secret: str | bytes, data: bytes) -> None:
    found = leaks([Capture("Noam", 3, data, "/t/")], [Secret("it", secret, public_from=9)])
    assert [(leak.secret, leak.reader, leak.step, leak.where) for leak in found] == [
        ("it", "Noam", 3, "/t/")
    ]


@pytest.mark.parametrize(
    ("reader", "step", "data"),
    [
        ("Noam", 9, QUESTION.encode()),  # it is public by now
        ("Leyla", 3, QUESTION.encode()),  # she asks it
        ("Noam", 3, b"Who wrote it?"),
    ],
)
def test_what_is_no_leak(reader: str, step: int, data: bytes) -> None:
    secret = Secret("it", QUESTION, public_from=9, known_to=frozenset({"Leyla"}))
    assert leaks([Capture(reader, step, data)], [secret]) == []


def test_a_secret_leaks_once_a_reader_and_address() -> None:
    captures = [Capture("Noam", step, QUESTION.encode(), "/t/") for step in (1, 2)]
    assert leaks(captures, [Secret("it", QUESTION)]) == [Leak("it", "Noam", 1, "/t/", "plain")]
    assert Secret("it", QUESTION).public_from == inf


def test_what_is_too_short_to_be_a_secret_is_refused() -> None:
    with pytest.raises(AssertionError, match="by chance"):
        leaks([], [Secret("a card", "QH")])

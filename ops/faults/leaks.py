"""Leak search: secrets looked for in every byte that reached anybody. Pure; nothing is read here.

`leaks(captures, secrets)` takes what readers were sent and what was secret from whom until when:

    captures = [Capture("Leyla", step=12, data=b"<!doctype html>…"), …]
    secrets = [Secret("seed of match 7", "9f2c…", public_from=40), …]

and gives every `Leak`. A step is any number that grows, such as the time or a match's event. A
secret is searched for as it is, and as hex, Base64, JSON, HTML and URLs would write it; data is
searched as it is and unpacked, where it is gzip, zlib, raw deflate (a socket's) or a PNG.

A card such as "QH" is no secret by itself: that a seat's bytes do not depend on another's cards is
shown by comparing (`tests/games/test_secrets.py`). Here belong values that nobody could have by
chance: seeds, keys, questions not yet asked, tokens, sessions, addresses.
"""

import base64
import html
import json
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from math import inf
from typing import NamedTuple
from urllib.parse import quote

import markupsafe

SHORTEST = 8
"""What is shorter may stand anywhere by chance."""

PNG = b"\x89PNG\r\n\x1a\n"


class Capture(NamedTuple):
    """What one reader was sent at one step."""

    reader: str
    step: float
    data: bytes
    where: str = ""
    """The address it came from, for whoever reads the finding."""


class Secret(NamedTuple):
    """A text nobody may be sent before `public_from`, but those who know it anyway."""

    what: str
    text: str | bytes
    public_from: float = inf
    known_to: frozenset[str] = frozenset()


class Leak(NamedTuple):
    secret: str
    reader: str
    step: float
    where: str
    written: str
    """How it was written: plain, hex, base64 …"""


def leaks(captures: Iterable[Capture], secrets: Iterable[Secret]) -> list[Leak]:
    """Every secret in every capture that should not hold it, each once a reader and address."""
    found: dict[tuple[str, str, str], Leak] = {}
    for secret, capture, written in sightings(captures, secrets):
        if is_leak(secret, capture):
            leak = Leak(secret.what, capture.reader, capture.step, capture.where, written)
            found.setdefault((secret.what, capture.reader, capture.where), leak)
    return list(found.values())


def is_leak(secret: Secret, capture: Capture) -> bool:
    return capture.reader not in secret.known_to and capture.step < secret.public_from


def sightings(
    captures: Iterable[Capture], secrets: Iterable[Secret]
) -> Iterator[tuple[Secret, Capture, str]]:
    """Where a secret stands, rightly or not, and how it is written.

    Thousands of spellings are sought at once: by their first bytes, at every place.
    """
    sought: dict[bytes, list[tuple[Secret, str, bytes]]] = defaultdict(list)
    for secret in secrets:
        for written, needle in spellings(secret.text):
            sought[needle[:SHORTEST]].append((secret, written, needle))
    for capture in captures:
        for layer in unpacked(capture.data):
            places = range(len(layer) - SHORTEST + 1)
            for at in [at for at in places if layer[at : at + SHORTEST] in sought]:
                for secret, written, needle in sought[layer[at : at + SHORTEST]]:
                    if layer.startswith(needle, at):
                        yield secret, capture, written


@cache
def spellings(text: str | bytes) -> list[tuple[str, bytes]]:
    """How a secret may be written, each with its name, and each way once."""
    ways = {needle: name for name, needle in reversed([*_spellings(text)])}
    return [(name, needle) for needle, name in ways.items()]


def _spellings(text: str | bytes) -> Iterator[tuple[str, bytes]]:
    raw = text.encode() if isinstance(text, str) else text
    assert len(raw) >= SHORTEST, f"{raw!r} may stand anywhere by chance"
    yield "plain", raw
    yield "hex", raw.hex().encode()
    yield "HEX", raw.hex().upper().encode()
    for skipped in range(3):  # a neighbour before it shifts what its letters are
        safe = (len(raw) - skipped) // 3 * 3 + skipped
        for name, encode in (("base64", base64.b64encode), ("base64url", base64.urlsafe_b64encode)):
            yield name, encode(raw[skipped:safe])
    if isinstance(text, str):
        as_json = [json.dumps(text, ensure_ascii=ascii)[1:-1] for ascii in (True, False)]
        for name, way in zip(("plain", "json", "json"), (text, *as_json), strict=True):
            yield name, way.encode()
            yield "html", html.escape(way).encode()
            yield "html", str(markupsafe.escape(way)).encode()
        yield "url", quote(text).encode()


def unpacked(data: bytes) -> Iterator[bytes]:
    """The data itself, and what is packed in it."""
    yield data
    for bits in (zlib.MAX_WBITS | 16, zlib.MAX_WBITS, -zlib.MAX_WBITS):
        try:
            yield zlib.decompressobj(bits).decompress(data)
        except zlib.error:
            continue
    if data.startswith(PNG):
        yield from _chunks(data)


def _chunks(data: bytes) -> Iterator[bytes]:
    """The chunks of a PNG, those that are compressed unpacked as well."""
    at = len(PNG)
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        body = data[at + 8 : at + 8 + length]
        yield body
        for start in {0, *(i + 2 for i, byte in enumerate(body[:90]) if byte == 0)}:
            try:
                yield zlib.decompressobj().decompress(body[start:])
            except zlib.error:
                continue
        at += 12 + length

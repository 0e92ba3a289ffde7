"""Chance that anyone can check: an HMAC-SHA256 counter stream.

The stream of step `seq` of a match with the 32-byte `key` is the concatenation of

    HMAC-SHA256(key, "courtyard-chance-1" || seq as 8 bytes || i as 8 bytes),   i = 0, 1, 2, …

with all numbers big-endian. A number below n is drawn by taking the next 4 bytes as an unsigned
number x; x is thrown away while x >= 2^32 - (2^32 mod n), and the result is x mod n. So every
result is exactly equally likely.

* `shuffle` is Fisher–Yates from the end: for i = last … 1, swap i with a number below i + 1.
* `pick` takes the item at a number below the length.
* `roll` picks a face `count` times.

The key is HMAC-SHA256(seed, nonces), where the nonces of the seats, in seat order, are joined by
newlines. The seed is 32 random bytes of the server; its SHA-256 is shown before any nonce is given.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from struct import Struct
from typing import TypeVar

from games.engine.contract import Chance

T = TypeVar("T")

LABEL = b"courtyard-chance-1"
WORD = 2**32
WORDS = Struct(">8I")
"""A block of the stream as numbers of 4 bytes."""


class Stream:
    """One step's worth of chance. It forgets nothing but its place in the stream."""

    def __init__(self, key: bytes, seq: int) -> None:
        self._words = words(key, seq)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self._below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return tuple(deck)

    def roll(self, faces: Sequence[T], count: int) -> tuple[T, ...]:
        return tuple(self.pick(faces) for _ in range(count))

    def pick(self, items: Sequence[T]) -> T:
        return items[self._below(len(items))]

    def _below(self, n: int) -> int:
        limit = WORD - WORD % n
        while (x := next(self._words)) >= limit:
            continue
        return x % n


def words(key: bytes, seq: int) -> Iterator[int]:
    """The stream, four bytes at a time."""
    step = hmac.new(key, LABEL + seq.to_bytes(8, "big"), "sha256")
    for number in count():
        block = step.copy()
        block.update(number.to_bytes(8, "big"))
        yield from WORDS.unpack(block.digest())


def chance_for(key: bytes, seq: int) -> Stream:
    """The chance of one step of a match."""
    return Stream(key, seq)


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """What is published before the match: it binds the server and tells nothing."""
    return hashlib.sha256(seed).hexdigest()


def match_key(seed: bytes, nonces: Sequence[str]) -> bytes:
    """Nobody chooses the key alone: the seed is the server's, the nonces are the seats'."""
    return hmac.digest(seed, "\n".join(nonces).encode(), "sha256")


def best_of(items: Sequence[T], scores: Sequence[float], chance: Chance) -> T:
    """The item with the highest score; chance decides between equals."""
    top = max(scores)
    return chance.pick([i for i, s in zip(items, scores, strict=True) if s > top - 1e-9])

"""Chance as documented, against numbers computed with openssl and another language."""

from collections import Counter

import pytest

from games.engine import chance
from games.engine.chance import Stream, chance_for, commitment, match_key

SEED = bytes(31) + b"\x07"
KEY = bytes.fromhex("348cc0c6d202f945d8c14eaffc13df652bc5089c08e34e2fa13b9b28736a50db")


def test_the_key_is_an_hmac_of_the_nonces() -> None:
    assert match_key(SEED, ["anna", "ben"]) == KEY


def test_the_commitment_is_the_seeds_hash() -> None:
    assert commitment(SEED) == "48428bdb7ddd829410d6bbb924fdeb3a3d7e88c2577bffae073b990c6f061d08"


def test_the_stream_gives_the_documented_numbers() -> None:
    stream = chance_for(KEY, 5)
    assert stream.shuffle(range(10)) == (7, 8, 2, 1, 0, 4, 9, 6, 5, 3)
    assert stream.pick("abcdefg") == "e"
    # 56 bytes in: the second block has begun.
    assert stream.roll((1, 2, 3, 4, 5, 6), 4) == (6, 3, 6, 1)


def test_words_are_taken_big_endian() -> None:
    stream = chance_for(KEY, 5)
    assert [stream.pick(range(2**31)) for _ in range(2)] == [267220593, 2008126742]


def test_a_word_past_the_last_whole_multiple_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 2^32 mod 6 is 4: the four highest words would make the low faces likelier.
    words = [2**32 - 1, 2**32 - 4, 2**32 - 5, 7]
    monkeypatch.setattr("games.engine.chance.words", lambda *_: iter(words))
    stream = Stream(b"", 0)
    assert stream.roll(range(6), 2) == ((2**32 - 5) % 6, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [((KEY, 1), (KEY, 2)), ((KEY, 1), (SEED, 1))],
    ids=["another step", "another key"],
)
def test_streams_differ_by_step_and_key(one: tuple[bytes, int], other: tuple[bytes, int]) -> None:
    assert chance_for(*one).shuffle(range(40)) != chance_for(*other).shuffle(range(40))
    assert chance_for(*one).shuffle(range(40)) == chance_for(*one).shuffle(range(40))


def test_order_of_nonces_matters() -> None:
    assert match_key(SEED, ["anna", "ben"]) != match_key(SEED, ["ben", "anna"])


def test_shuffle_keeps_what_it_is_given() -> None:
    given = ["a", "b", "c", "c"]
    shuffled = chance_for(KEY, 1).shuffle(given)
    assert Counter(shuffled) == Counter(given)
    assert given == ["a", "b", "c", "c"]


def test_every_order_of_three_is_about_as_likely() -> None:
    stream = chance_for(KEY, 9)
    orders = Counter(stream.shuffle("abc") for _ in range(6000))
    assert len(orders) == 6
    # Six standard deviations; the stream is fixed, so this never wavers.
    assert all(abs(seen - 1000) < 175 for seen in orders.values())


def test_a_new_seed_is_32_bytes_and_new() -> None:
    assert len(chance.new_seed()) == 32
    assert chance.new_seed() != chance.new_seed()

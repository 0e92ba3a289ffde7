"""Worked example of fair chance, for its page: small enough to follow, made by the real thing."""

from typing import Any

from games.engine.chance import chance_for, commitment, match_key

SEED = (7).to_bytes(32, "big")
NONCES = ("anna", "ben")
STEP = 5
DECK = tuple("0123456789")


def example() -> dict[str, Any]:
    key = match_key(SEED, NONCES)
    return {
        "seed": SEED.hex(),
        "seal": commitment(SEED),
        "nonces": NONCES,
        "key": key.hex(),
        "step": STEP,
        "deck": " ".join(DECK),
        "shuffled": " ".join(chance_for(key, STEP).shuffle(DECK)),
    }

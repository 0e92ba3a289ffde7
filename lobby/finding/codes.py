"""Table codes: six letters, easy to read aloud. No vowels, so no words; no look-alikes."""

import secrets

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ"
LENGTH = 6


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def normalize(typed: str) -> str:
    """A typed code as it was meant: any case, spaces and dashes, or a whole link pasted in."""
    typed = typed.strip().rstrip("/").rsplit("/", 1)[-1]
    return "".join(letter for letter in typed.upper() if letter.isalnum())[: LENGTH + 1]

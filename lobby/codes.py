"""Six letters that find a table, easy to read aloud. No vowels, so no words; no look-alikes."""

import secrets

ALPHABET = "BCDFGHJKMNPQRSTVWXYZ"
LENGTH = 6


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def forgive(typed: str) -> str:
    """The code as it was meant: any case, any spaces and dashes, or a whole link pasted in."""
    typed = typed.strip().rstrip("/").rsplit("/", 1)[-1]
    return "".join(letter for letter in typed.upper() if letter.isalnum())[: LENGTH + 1]

"""Ties between chance and the table: where the pieces on it lay in a shuffle or a roll."""

from collections.abc import Iterator
from typing import Any


def ties(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Which pieces of the table are which of a call's: hands in a shuffle, dice in a roll.

    A tie says that the things numbered `of` at the path `where` of the step are, one by one, those
    numbered `at` in the result. Only what is certain is stated, and each position of a shuffle is
    used once. Numbers are left out: a score is no card.
    """
    for number, call in enumerate(step["chance"]):
        if call["call"] == "shuffle":
            yield from _dealt(number, call["result"], step["state"])
        elif call["call"] == "roll":
            yield from _rolled(number, call["result"], step["facts"])


def resolve(step: dict[str, Any], where: list[str | int]) -> list[Any]:
    """What lies at a path of a step, as a list."""
    value: Any = step
    for name in where:
        value = value[name]
    return value if isinstance(value, list) else [value]


def _dealt(number: int, result: list[Any], state: Any) -> Iterator[dict[str, Any]]:
    free: dict[str, list[int]] = {}
    for position, piece in enumerate(result):
        if isinstance(piece, str):
            free.setdefault(piece, []).append(position)
    for where, pieces in _pieces_in(state, ["state"]):
        wanted = {piece: pieces.count(piece) for piece in pieces}
        if all(len(free.get(piece, ())) >= n for piece, n in wanted.items()):
            at = [free[piece].pop(0) for piece in pieces]
            yield {"call": number, "where": where, "of": list(range(len(at))), "at": at}


def _pieces_in(value: Any, where: list[str | int]) -> Iterator[tuple[list[str | int], list[str]]]:
    """Every list of words, and every word, in a state."""
    if isinstance(value, str):
        yield where, [value]
    elif isinstance(value, list):
        if value and all(isinstance(one, str) for one in value):
            yield where, value
        else:
            for number, one in enumerate(value):
                yield from _pieces_in(one, [*where, number])
    elif isinstance(value, dict):
        for name, one in value.items():
            if name != "type":
                yield from _pieces_in(one, [*where, name])


def _rolled(number: int, result: list[Any], facts: list[Any]) -> Iterator[dict[str, Any]]:
    """A fact that shows the faces: as they fell, or beside the numbers of the dice that rolled."""
    for order, fact in enumerate(facts):
        lists = {name: value for name, value in fact.items() if isinstance(value, list)}
        numbered = [v for v in lists.values() if len(v) == len(result) and _are_numbers(v)]
        for name, faces in lists.items():
            if _are_numbers(faces):
                continue
            for of in [*numbered, list(range(len(result)))]:
                if [faces[n] for n in of if n < len(faces)] == result:
                    at = list(range(len(result)))
                    yield {"call": number, "where": ["facts", order, name], "of": of, "at": at}
                    return


def _are_numbers(values: list[Any]) -> bool:
    return all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in values)

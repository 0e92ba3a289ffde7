"""Patches: texts as the difference to earlier ones, line by line.

Known are the earlier lines of the texts that change, one text after the other, and behind them the
new lines, which are sent. A patch makes a text out of runs of them: where a run begins, and how
long it is. So what stands on a line of its own is sent once, even when it goes from the hand to the
table.
"""

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache

Patch = list[int]


def differences(
    old: Mapping[str, str], new: Mapping[str, str]
) -> tuple[dict[str, Patch], list[str]]:
    """By name a patch of each text that is not as it was, and the lines that are new in them."""
    changed = {name: text for name, text in new.items() if old.get(name) != text}
    if not changed:
        return {}, []
    known = lines_of(old, changed)
    before = len(known)
    where = {line: number for number, line in enumerate(known)}
    return {name: _patch(text, known, where) for name, text in changed.items()}, known[before:]


def _patch(text: str, known: list[str], where: dict[str, int]) -> Patch:
    patch: Patch = []
    start = end = 0
    for line in split(text):
        if start < end < len(known) and known[end] == line:
            end += 1
            continue
        at = where.get(line)
        if at is None:
            at = where[line] = len(known)
            known.append(line)
        if at != end or start == end:
            if start < end:
                patch += (start, end - start)
            start = at
        end = at + 1
    patch += (start, end - start)
    return patch


def apply(
    old: Mapping[str, str], patches: Mapping[str, Patch], lines: Sequence[str]
) -> dict[str, str]:
    """All texts as they are afterwards; `static/js/patch.js` does the same."""
    known = [*lines_of(old, patches), *lines]
    made = dict(old)
    for name, patch in patches.items():
        runs = zip(patch[::2], patch[1::2], strict=True)
        made[name] = "\n".join(line for start, n in runs for line in known[start : start + n])
    return made


def lines_of(old: Mapping[str, str], changed: Container[str]) -> list[str]:
    known: list[str] = []
    for name, text in old.items():
        if name in changed:
            known += split(text)
    return known


@lru_cache(maxsize=512)
def split(text: str) -> Sequence[str]:
    """Its lines. What is new in one push is old in the next, and all share the board."""
    return text.split("\n")

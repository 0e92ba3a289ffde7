"""Patches: texts as the difference to earlier ones, line by line.

A patch is a list. A string in it is a new line; two numbers are a run of lines that are known
already, where it begins and how long it is. Known are the lines of all earlier texts, one after the
other, and after them the new lines in the order in which they come. So what stands on a line of its
own is sent once, even when it goes from the hand to the table.
"""

from collections.abc import Mapping

Patch = list[int | str]


def differences(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, Patch]:
    """By name a patch of each text that is not as it was."""
    changed = {name: text for name, text in new.items() if old.get(name) != text}
    if not changed:
        return {}
    known = lines_of(old)
    where = {line: number for number, line in enumerate(known)}
    return {name: _patch(text, known, where) for name, text in changed.items()}


def _patch(text: str, known: list[str], where: dict[str, int]) -> Patch:
    patch: Patch = []
    start = end = -1
    for line in text.split("\n"):
        if 0 <= end < len(known) and known[end] == line:
            end += 1
            continue
        if start >= 0:
            patch += (start, end - start)
        start = end = where.get(line, -1)
        if start >= 0:
            end += 1
        else:
            where[line] = len(known)
            known.append(line)
            patch.append(line)
    if start >= 0:
        patch += (start, end - start)
    return patch


def apply(old: Mapping[str, str], patches: Mapping[str, Patch]) -> dict[str, str]:
    """All texts as they are afterwards; `static/js/patch.js` does the same."""
    known = lines_of(old)
    return {**old, **{name: _patched(patch, known) for name, patch in patches.items()}}


def _patched(patch: Patch, known: list[str]) -> str:
    made = []
    steps = iter(patch)
    for step in steps:
        if isinstance(step, str):
            known.append(step)
            made.append(step)
        else:
            length = next(steps)
            assert isinstance(length, int)
            made += known[step : step + length]
    return "\n".join(made)


def lines_of(texts: Mapping[str, str]) -> list[str]:
    return "\n".join(texts.values()).split("\n") if texts else []

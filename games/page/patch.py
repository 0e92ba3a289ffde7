"""Patches: texts as the difference to earlier ones, line by line.

Known are the lines that the reader has besides, behind them the earlier lines of the texts that
change, one text after the other, and behind those the new lines, which are sent. A patch says how a
text is made of them, from where it begins: 3 takes the next three known lines, -2 the next two new
ones in the place of as many, and 0 goes by what follows it to another line. So what stands on a
line of its own is sent once, even when it goes from the table to a hand.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from sys import intern

SHORT = 24
"""Characters of a line that is sent again, if it is not the next: to go there would be as long."""

Patch = list[int]
Lines = tuple[str, ...]


class Pool:
    """Lines that a reader has besides the texts that are compared, and where each of them is."""

    def __init__(self, texts: Iterable[Lines] = ()) -> None:
        self.lines = [line for text in texts for line in text]
        self.where = dict(zip(self.lines, count(), strict=False))


EMPTY = Pool()


def split(text: str) -> Lines:
    """Its lines, each in memory once: thousands of pages keep theirs for the next push, and most of
    them are alike."""
    return tuple(map(intern, str.split(text, "\n")))


def differences(
    old: Mapping[str, Lines], new: Mapping[str, Lines], beside: Pool = EMPTY
) -> tuple[dict[str, Patch], list[str]]:
    """By name a patch of each text that is not as it was, and the lines that are new in them."""
    changed = {name: lines for name, lines in new.items() if old.get(name) != lines}
    if not changed:
        return {}, []
    known, begins = _known(old, changed, beside.lines)
    own, before = known[len(beside.lines) :], len(known)
    where = dict(zip(own, count(len(beside.lines)), strict=False))
    patches = {
        name: _patch(
            old.get(name, ()),
            lines,
            begins.get(name, len(beside.lines)),
            known,
            where,
            beside.where,
        )
        for name, lines in changed.items()
    }
    return patches, known[before:]


def apply(
    old: Mapping[str, Lines],
    patches: Mapping[str, Patch],
    lines: Sequence[str],
    beside: Sequence[str] = (),
) -> dict[str, Lines]:
    """All texts as they are afterwards; `static/js/patch.js` does the same."""
    known, begins = _known(old, patches, beside)
    new = len(known)
    known += lines
    made = dict(old)
    for name, patch in patches.items():
        at, text = begins.get(name, len(beside)), []
        steps = iter(patch)
        for step in steps:
            if step == 0:
                at += next(steps)
            elif step > 0:
                text += known[at : at + step]
                at += step
            else:
                text += known[new : new - step]
                new, at = new - step, at - step
        made[name] = tuple(text)
    return made


def _known(
    old: Mapping[str, Lines], changed: Mapping[str, object], beside: Sequence[str]
) -> tuple[list[str], dict[str, int]]:
    """What the reader has besides and the lines of the texts that change, and where each begins."""
    known = [*beside]
    begins: dict[str, int] = {}
    for name, lines in old.items():
        if name in changed:
            begins[name] = len(known)
            known += lines
    return known, begins


def _patch(
    old: Lines,
    new: Lines,
    begins: int,
    known: list[str],
    where: dict[str, int],
    beside: dict[str, int],
) -> Patch:
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    patch: Patch = []
    at, run = begins + head, head
    for line in new[head : len(new) - tail]:
        step = 1
        if at >= len(known) or known[at] != line:
            place = where.get(line, beside.get(line)) if len(line) > SHORT else None
            if place is not None:
                patch += (run, 0, place - at) if run else (0, place - at)
                at, run = place, 0
            else:
                where[line] = len(known)
                known.append(line)
                step = -1
        if run * step < 0:
            patch.append(run)
            run = 0
        run += step
        at += 1
    ends = begins + len(old) - tail
    if tail and (run < 0 or at != ends):
        patch += (run,) if run else ()
        patch += (0, ends - at) if at != ends else ()
        run = 0
    if run + tail:
        patch.append(run + tail)
    return patch


def _same(one: Lines, other: Lines) -> int:
    """How many lines both begin with, found by halves: whole stretches are compared at once."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low

"""Patches: a text as the difference to an earlier one, line by line.

A patch is a list. A string in it is a new line; two numbers are a run of lines that are known
already, where it begins and how long it is. Known are the lines of the earlier text, and after them
the new lines in the order in which they came. So what stands on a line of its own is sent once.
"""

Patch = list[int | str]


def difference(old: str, new: str) -> Patch:
    known = old.split("\n")
    where = {line: number for number, line in enumerate(known)}
    patch: Patch = []
    start = end = -1
    for line in new.split("\n"):
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


def patched(old: str, patch: Patch) -> str:
    """The text that the patch was made for; `static/js/patch.js` does the same."""
    known, made = old.split("\n"), []
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

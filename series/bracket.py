"""The bracket: rounds as columns of boxes, laid out for an SVG. Lines show who went on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

WIDE, GAP_X, GAP_Y, HEAD = 176, 44, 14, 30
LINE, PAD = 24, 8


@dataclass
class Box:
    """A table of a round."""

    x: int
    y: int
    height: int
    pod: dict[str, Any]
    names: list[dict[str, Any]] = field(default_factory=list)

    @property
    def middle(self) -> int:
        return self.y + self.height // 2


@dataclass
class Picture:
    """All boxes, their titles, and the curves between them."""

    width: int
    height: int
    boxes: list[Box]
    titles: list[dict[str, Any]]
    curves: list[str]


Column = tuple[str, Sequence[dict[str, Any]]]
"""A round: its title, and its tables."""


def draw(rounds: Sequence[Column], joined: bool) -> Picture:
    """Each round is a column; columns are centred, and `joined` ones have curves between them."""
    if joined:
        rounds = _untangled(rounds)
    heights = [sum(_height(pod) + GAP_Y for pod in pods) for _title, pods in rounds]
    tall = max(heights, default=0)
    boxes: list[list[Box]] = []
    titles = []
    for column, ((title, pods), high) in enumerate(zip(rounds, heights, strict=True)):
        x, y = column * (WIDE + GAP_X), HEAD + (tall - high) // 2
        titles.append({"x": x + WIDE // 2, "text": title})
        row = []
        for pod in pods:
            box = Box(x, y, _height(pod), pod)
            box.names = [
                {**each, "x": x + PAD + 4, "y": y + PAD + 17 + index * LINE, "end": x + WIDE - PAD}
                for index, each in enumerate(pod["people"])
            ]
            row.append(box)
            y += box.height + GAP_Y
        boxes.append(row)
    return Picture(
        width=max(WIDE, len(boxes) * (WIDE + GAP_X) - GAP_X),
        height=HEAD + tall,
        boxes=[box for row in boxes for box in row],
        titles=titles,
        curves=[*_curves(boxes)] if joined else [],
    )


def _untangled(rounds: Sequence[Column]) -> list[Column]:
    """Each table as far down as those it is made of, so that few curves cross."""
    found: list[Column] = []
    for title, pods in rounds:
        came = found[-1][1] if found else []
        row = {each["id"]: index for index, pod in enumerate(came) for each in pod["people"]}

        def mean(pod: dict[str, Any], row: dict[int, int] = row) -> float:
            rows = [row.get(each["id"], 0) for each in pod["people"]]
            return sum(rows) / max(1, len(rows))

        found.append((title, sorted(pods, key=mean)))
    return found


def _height(pod: dict[str, Any]) -> int:
    return 2 * PAD + LINE * len(pod["people"])


def _curves(columns: list[list[Box]]) -> list[str]:
    """From where somebody came to the box in which they are next."""
    found = []
    for before, after in pairwise(columns):
        for box in after:
            here = {each["id"] for each in box.pod["people"]}
            for source in before:
                if here & {each["id"] for each in source.pod["people"]}:
                    start, bend = source.x + WIDE, source.x + WIDE + GAP_X // 2
                    found.append(
                        f"M{start} {source.middle}C{bend} {source.middle}"
                        f" {bend} {box.middle} {box.x} {box.middle}"
                    )
    return found

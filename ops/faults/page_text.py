"""A page without a browser: what its socket brings, put together as `static/js/told.js` does."""

import json
import re
import zlib

from games.page.patch import Lines, apply, split

PERSON = re.compile(r'\n(?=<li id="seat-\d+")')


def unpacked(frame: str | bytes) -> str:
    """A frame as it was before `games.live.packing` packed it."""
    return zlib.decompress(frame, wbits=-15).decode() if isinstance(frame, bytes) else frame


class PageText:
    """The regions of a match as one socket told them."""

    def __init__(self) -> None:
        self.alike: dict[str, Lines] = {}
        self.own: dict[str, Lines] = {}
        self.seat: int | None = None

    def read(self, frame: str | bytes) -> str:
        """The HTML of a frame. After a push of the match: all regions as they are now."""
        frame = unpacked(frame)
        first, _, rest = frame.partition("\n")
        if not first.startswith('{"regions"'):
            return frame
        alike = json.loads(first)
        if alike.get("anew"):
            self.__init__()  # type: ignore[misc]
        *lines, second, rest = rest.split("\n", alike["lines"] + 1)
        self.alike = apply(self.alike, alike["regions"], lines)
        own = json.loads(second)
        *lines, rest = rest.split("\n", own["lines"])
        known = [line for text in self.alike.values() for line in text]
        self.own = apply(self.own, own["regions"], lines, known)
        self.seat = own.get("seat", self.seat)
        return "\n".join([*("\n".join(region) for region in self.told.values()), rest])

    @property
    def told(self) -> dict[str, Lines]:
        """By name the regions as this reader sees them."""
        return {name: self.region(name) for name in {**self.alike, **self.own}}

    def region(self, name: str) -> Lines:
        if name in self.own or self.seat is None:
            return (self.alike | self.own)[name]
        text = "\n".join(self.alike[name])
        if name == "seats":
            people, end, close = text.rpartition("\n</ul>")
            opening, *others = PERSON.split(people)
            behind = [*others[self.seat + 1 :], *others[: self.seat]]
            text = "\n".join([opening, *behind]) + end + close
        elif name == "sheet":
            row = f'<section data-seat="{self.seat}" class="tally-row'
            text = text.replace(row, f"{row} me")
        return split(text)

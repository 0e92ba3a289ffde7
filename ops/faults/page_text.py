"""A page without a browser: what its socket brings, put together as `static/js/arrival.js` does."""

import json
import zlib

from games.page.patch import Lines, apply


def unpacked(frame: str | bytes) -> str:
    """A frame as it was before `games.live.packing` packed it."""
    return zlib.decompress(frame, wbits=-15).decode() if isinstance(frame, bytes) else frame


class PageText:
    """The regions of a match as one socket told them."""

    def __init__(self) -> None:
        self.told: dict[str, Lines] = {}

    def read(self, frame: str | bytes) -> str:
        """The HTML of a frame. After a push of the match: all regions as they are now."""
        frame = unpacked(frame)
        head, _, rest = frame.partition("\n")
        if not head.startswith('{"regions"'):
            return frame
        push = json.loads(head)
        *lines, rest = rest.split("\n", push["lines"])
        self.told = apply({} if push.get("anew") else self.told, push["regions"], lines)
        return "\n".join([*("\n".join(region) for region in self.told.values()), rest])

"""A page without a browser: what its socket brings, put together as `static/js/arrival.js` does."""

import json

from games.page.patch import apply


class PageText:
    """The regions of a match as one socket told them."""

    def __init__(self) -> None:
        self.told: dict[str, str] = {}

    def read(self, frame: str) -> str:
        """The HTML of a frame. After a push of the match: all regions as they are now."""
        head, _, rest = frame.partition("\n")
        if not head.startswith('{"regions"'):
            return frame
        push = json.loads(head)
        self.told = apply({} if push.get("anew") else self.told, push["regions"])
        return "\n".join([*self.told.values(), rest])

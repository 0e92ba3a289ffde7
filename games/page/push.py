"""Push values: a step of a match for one page, as text. Pure."""

from typing import NamedTuple


class Push(NamedTuple):
    """What one step of a match brings to one page, as text."""

    alike: str = ""
    own: str = ""

    @property
    def text(self) -> str:
        return self.alike + self.own

    def followed_by(self, html: str) -> "Push":
        """With what else this page is told."""
        return Push(self.alike, self.own + html)

    def __bool__(self) -> bool:
        return bool(self.alike or self.own)


Told = str | Push
"""What a page is told; what is no step of a match has no part that others share."""

"""The words of a game: what its `narration.py` defines, with the defaults of what it leaves out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.engine.contract import Outcome, Seat
from games.page.html import format_html
from games.page.offers import Offer
from games.page.wording import Who


@dataclass(frozen=True, eq=False)
class Words:
    """The first part every game has; the rest is optional, see `engine/defaults.py`."""

    tell: Callable[[Any, Who], SafeString]
    """`(fact, who)`: what happened, in a sentence. Empty: nothing worth a line."""
    offer: Callable[[Any, Any], Offer]
    """`(move, view)`: a legal move as a button."""
    ask: Callable[[Any, Seat | None, Sequence[Any]], str]
    """`(view, seat, moves)`: what the table asks of the one who looks."""
    headline: Callable[[Outcome, Who], SafeString]
    """`(outcome, who)`: how it ended, in a sentence."""
    option_line: Callable[[Any], str]
    """`(options)`: what was agreed, in a short line."""

    marks: Callable[[Any], tuple[str, ...]]
    sound: Callable[[Any], str]
    because: Callable[[Any, Sequence[Any]], str]
    head: Callable[[Any, Seat | None, Sequence[Any]], str]
    waits_for: Callable[[Any, Seat, Sequence[Any]], bool]
    offers: Callable[[Any, Sequence[Any]], Sequence[Offer] | None]
    summary: Callable[[Any], tuple[Any, Any]]
    score_line: Callable[[Any], str]
    help_anchor: Callable[[Any], str]
    shortcuts: Callable[[], Sequence[tuple[str, str]]]

    def line(self, fact: Any, step: Sequence[Any], who: Who) -> SafeString:
        """A line of the log: what happened, and why, as far as everybody may know its step."""
        told = self.tell(fact, who)
        why = self.because(fact, [each for each in step if each.known_to is None])
        return format_html("{} {}", told, why) if told and why else told

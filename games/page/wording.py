"""Wording that games share: cards (a name for ears, a sign for eyes), points, clocks, winners."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol

from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from games.engine.contract import Outcome, Seat
from games.engine.options import LIVE_BELOW
from games.page.html import format_html, format_html_join
from games.page.phrases import gettext as _
from games.page.phrases import language, ngettext

DAY = 24 * 3600


class Who(Protocol):
    """Names a seat, safely: "You" for one's own, or "you" inside a sentence."""

    def __call__(self, seat: Seat, *, inside: bool = False) -> SafeString: ...


RANKS = {
    "A": pgettext_lazy("card", "ace"),
    "J": pgettext_lazy("card", "jack"),
    "Q": pgettext_lazy("card", "queen"),
    "K": pgettext_lazy("card", "king"),
} | {str(number): str(number) for number in range(2, 11)}

SUITS = {
    "S": pgettext_lazy("card", "spades"),
    "H": pgettext_lazy("card", "hearts"),
    "D": pgettext_lazy("card", "diamonds"),
    "C": pgettext_lazy("card", "clubs"),
}

# The mark after each symbol asks for text, not for a coloured picture.
SYMBOLS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e"}


def split(code: str) -> tuple[str, str]:
    """Rank and suit of a card such as "10S"; anything else is refused."""
    rank, suit = code[:-1], code[-1:]
    if rank not in RANKS or suit not in SUITS:
        raise ValueError(f"{code!r} is not a card.")
    return rank, suit


def card_words(code: str) -> str:
    """The card as it is read aloud, in the language of the reader."""
    return _words(code, language())


@lru_cache(maxsize=1024)
def _words(code: str, language: str) -> str:
    rank, suit = split(code)
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[rank], "suit": SUITS[suit]}


def card_short(code: str) -> str:
    """The card as it is written in a line of the log."""
    rank, suit = split(code)
    return rank + SYMBOLS[suit]


def card_mark(code: str) -> SafeString:
    """The card inside a sentence: short for eyes, whole words for ears, in its suit's colour."""
    return _mark(code, language())


@lru_cache(maxsize=1024)
def _mark(code: str, language: str) -> SafeString:
    return format_html(
        '<span class="ct s-{}" role="img" aria-label="{}">{}</span>',
        split(code)[1].lower(),
        card_words(code),
        card_short(code),
    )


def card_marks(codes: Iterable[str], between: str = " ") -> SafeString:
    """Several cards inside a sentence."""
    return format_html_join(between, "{}", ((card_mark(code),) for code in codes))


def sentences(*parts: str) -> str:
    """One after the other; what is empty is left out."""
    return " ".join(part for part in parts if part)


def clock_short(seconds: int) -> str:
    """A turn clock in a line of options: "45 s", "24 h", "3 days"."""
    if seconds > DAY:
        return ngettext("%(n)s day", "%(n)s days", seconds // DAY) % {"n": seconds // DAY}
    if seconds >= LIVE_BELOW:
        return _("{n} h").format(n=seconds // 3600)
    return _("{n} s").format(n=seconds)


def minus(number: int | str) -> str:
    """A number with the sign that is as wide as a plus, never a hyphen."""
    return str(number).replace("-", "−")


def points(number: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": minus(number)}


def winners_line(
    outcome: Outcome, who: Who, amount: Callable[[int], str], together: bool = False
) -> SafeString:
    """Who won, and with how much. Team mates win together; others share a win."""
    if not outcome.places:
        return format_html("{}", _("The match was abandoned and counts for nobody."))
    *first, last = outcome.winners or (None,)
    if last is None:
        return format_html("{}", _("Nobody won."))
    score = amount(outcome.scores[last])
    if not first:
        return format_html(_("{who} won with {score}."), who=who(last), score=score)
    if together:
        text = _("{first} and {last} won together with {score}.")
    elif len({outcome.scores[seat] for seat in outcome.winners}) > 1:
        text = _("{first} and {last} share the win.")
    else:
        text = _("{first} and {last} share the win with {score} each.")
    named = (who(seat, inside=number > 0) for number, seat in enumerate(first))
    names = format_html_join(_(", "), "{}", ((name,) for name in named))
    return format_html(text, first=names, last=who(last, inside=True), score=score)

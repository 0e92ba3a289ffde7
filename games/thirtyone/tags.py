"""The pieces of Sudden Death 31: stacks of chips, the clock of a hand, what a hand counts."""

import math
from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.engine.cards import without
from games.engine.contract import Seat
from games.page.offers import Offer
from games.page.wording import SYMBOLS
from games.page.wording import card_mark as card_mark
from games.templatetags.pieces import sprite
from games.thirtyone import values
from games.thirtyone.hands import EACH, GOAL, best_suit, strength_of
from games.thirtyone.narration import total_words, what_it_buys

register = template.Library()

PURE = ("best_of_four", "counted_without")

HIGH = 10
"""Chips in one column of a stack."""
COLUMNS = 4
WIDE, THICK, TILT = 20, 3.4, 3.2
LOW_STACK = 5
"""A stack of this size can be lost in one hand by any bet that the table of turns knows."""


@register.simple_tag
@lru_cache(maxsize=256)
def chip_stack(count: int) -> SafeString:
    """Chips as they stand on a table, ten to a column; the number stands in words beside it."""
    columns = max(1, min(COLUMNS, math.ceil(count / HIGH)))
    width = columns * (WIDE + 2)
    tallest = min(HIGH, max(count, 1))
    height = tallest * THICK + 2 * TILT + 2
    left = [min(HIGH, count - HIGH * column) for column in range(columns)]
    address, foot = sprite("thirtyone/chips.svg"), f"{height:.1f}"
    uses = "".join(
        f'<use href="{address}#c{here}" x="{column * (WIDE + 2)}" y="{foot}"/>'
        for column, here in enumerate(left)
        if here
    )
    # Numbers only: nothing here came from anybody.
    return mark_safe(
        f'<svg class="chips chips-{columns}" viewBox="0 0 {width} {foot}"'
        f' width="{width}" height="{foot}" aria-hidden="true">{uses}</svg>'
    )


@lru_cache(maxsize=64)
def turn_clock(left: int) -> SafeString:
    """The turns left as a dial: a segment each, up to a full round of segments."""
    most = max(left, 5)
    parts = ['<svg class="turn-clock" viewBox="0 0 64 64" aria-hidden="true">\n']
    gap = 0.12 if most <= 10 else 0.06
    for n in range(most):
        start = 2 * math.pi * n / most - math.pi / 2 + gap
        end = 2 * math.pi * (n + 1) / most - math.pi / 2 - gap
        x1, y1 = 32 + 27 * math.cos(start), 32 + 27 * math.sin(start)
        x2, y2 = 32 + 27 * math.cos(end), 32 + 27 * math.sin(end)
        kind = "on" if n < left else "off"
        parts.append(
            f'<path class="{kind}" d="M{x1:.1f} {y1:.1f}A27 27 0 0 1 {x2:.1f} {y2:.1f}"/>\n'
        )
    parts.append("</svg>")
    return mark_safe("".join(parts))


def bet_lines(offers: Sequence[Offer], options: dict[str, Any] | None) -> list[str]:
    """What the dial says at each bet: what it buys at this table, then what it does."""
    turns = (options or {}).get("turns", values.Options().turns)
    return [f"{what_it_buys(offer.move.amount, turns)} {offer.preview}" for offer in offers]


def turns_of(view: values.View, seat: int) -> range:
    """One item for each turn that this seat still has in the hand."""
    if view.turn is None or view.phase not in ("turn", "discard"):
        return range(0)
    ahead = (seat - view.turn) % len(view.chips)
    return range(max(0, math.ceil((view.turns_left - ahead) / len(view.chips))))


def dots(turns: int) -> SafeString:
    return SafeString("<i></i>" * turns)


def at_risk(view: values.View, seat: int) -> bool:
    """One hand from broke: all in, or so low that the next bet can take everything."""
    chips = view.chips[seat]
    if view.phase == "bet":
        return chips == min(view.chips) and chips <= LOW_STACK
    return chips == 0


def counted(hand: Sequence[str]) -> SimpleNamespace | None:
    """What a hand counts: its total, the suit that makes it, and both in words."""
    if not hand:
        return None
    suit = best_suit(hand)
    total = strength_of(hand)[0]
    return SimpleNamespace(
        total=total, suit=suit.lower(), symbol=SYMBOLS[suit], words=total_words(total, suit)
    )


def goal() -> int:
    """The most that a hand can count."""
    return GOAL


def best_of_four(hand: Sequence[str]) -> SimpleNamespace | None:
    """What can be kept of a hand: of four cards, the best three."""
    if len(hand) <= EACH:
        return counted(hand)
    rests = [without(hand, card) for card in hand]
    return counted(max(rests, key=strength_of))


def counted_without(hand: Sequence[str], card: str) -> SimpleNamespace | None:
    """What would be left of a hand without one of its cards."""
    return counted(without(hand, card))


def gains(last_hand: values.LastHand, seat: int) -> int | None:
    """The chips that a winner took out of the pot; None: it was another's."""
    if seat not in last_hand.winners:
        return None
    share, odd = divmod(last_hand.pot, len(last_hand.winners))
    return share + (last_hand.winners.index(Seat(seat)) < odd)

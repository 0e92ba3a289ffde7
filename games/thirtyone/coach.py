"""Coach of Sudden Death 31: what the hand counts, what a bet buys, what a swap or discard keeps."""

from collections.abc import Sequence

from games.engine import cards
from games.engine.cards import without
from games.engine.contract import Reason, gettext_noop
from games.thirtyone.hands import strength_of
from games.thirtyone.values import AnyMove, Bet, Discard, Swap, View

STRONG = 24
"""With so much the others should have few turns: three draws seldom make it."""


def advise(view: View, moves: Sequence[AnyMove]) -> Reason | None:
    if not moves:
        return None
    now = strength_of(view.hand)[0]
    match moves[0]:
        case Bet():
            if now >= STRONG:
                text = gettext_noop("You hold %(now)s, which is strong: a high bet, few turns.")
            else:
                text = gettext_noop("You hold %(now)s: a low bet buys turns to get better.")
            return Reason(text, {"now": now})
        case Discard():
            keep = max(moves, key=lambda move: strength_of(without(view.hand, card_of(move))))
            return Reason(
                gettext_noop("Without %(card)s you keep %(total)s, the most of your four."),
                {
                    "card": cards.short(card_of(keep)),
                    "total": strength_of(without(view.hand, card_of(keep)))[0],
                },
            )
    return swap_or_draw(view, [move for move in moves if isinstance(move, Swap)], now)


def card_of(move: AnyMove) -> str:
    assert isinstance(move, Discard | Swap)
    return move.card


def swap_or_draw(view: View, swaps: Sequence[Swap], now: int) -> Reason | None:
    """What lies open is sure; what is drawn nobody knows."""
    if not swaps or view.discard_top is None:
        return Reason(gettext_noop("You hold %(now)s, and nothing lies open: draw."), {"now": now})

    def swapped(move: Swap) -> tuple[str, ...]:
        return (*without(view.hand, move.card), str(view.discard_top))

    best = max(swaps, key=lambda move: strength_of(swapped(move)))
    total = strength_of(swapped(best))[0]
    if total > now:
        text = gettext_noop("%(top)s for %(card)s would make %(total)s of your %(now)s.")
    else:
        text = gettext_noop("You hold %(now)s, and %(top)s makes it no better: draw.")
    return Reason(
        text,
        {
            "now": now,
            "total": total,
            "top": cards.short(view.discard_top),
            "card": cards.short(best.card),
        },
    )

"""Coach of Forty: what could be taken now, or built, or given away."""

from collections.abc import Sequence

from games.engine import cards
from games.engine.contract import Reason, gettext_noop
from games.forty.bot import WORTH, taken_by
from games.forty.values import POINT_CARDS, AnyMove, Build, Capture, StealBuild, Throw, View


def advise(view: View, moves: Sequence[AnyMove]) -> Reason | None:
    """The best that can be had at once; None where nothing is to be chosen."""
    captures = [move for move in moves if isinstance(move, Capture)]
    if captures:
        return what_could_be_taken(view, captures)
    for move in moves:
        match move:
            case Build(card, other, value) | StealBuild(card, _, other, value):
                return Reason(
                    gettext_noop(
                        "Nothing can be taken. %(card)s and %(other)s would make %(value)s, and "
                        "you keep a %(value)s for it."
                    ),
                    {"card": cards.short(card), "other": cards.short(other), "value": value},
                )
    throws = [move.hand_card for move in moves if isinstance(move, Throw)]
    if not throws:
        return None
    least = min(throws, key=WORTH.__getitem__)
    return Reason(
        gettext_noop("Nothing fits, so a card goes to the table. %(card)s counts least."),
        {"card": cards.short(least)},
    )


def what_could_be_taken(view: View, captures: Sequence[Capture]) -> Reason:
    """By what it is worth; the card that takes it counts as well."""

    def gain(move: Capture) -> tuple[str, ...]:
        return (move.hand_card, *taken_by(view, move.target))

    best = max(captures, key=lambda move: sum(WORTH[card] for card in gain(move)))
    counting = [card for card in gain(best) if card in POINT_CARDS]
    spades = sum(cards.suit(card) == "S" for card in gain(best))
    if counting:
        text = gettext_noop("%(card)s could take %(taken)s, with a point in it: %(counting)s.")
    elif spades:
        text = gettext_noop("%(card)s could take %(taken)s: a spade more. Five are a point.")
    else:
        text = gettext_noop("%(card)s could take %(taken)s: more cards, and 21 are a point.")
    return Reason(
        text,
        {
            "card": cards.short(best.hand_card),
            "taken": ", ".join(map(cards.short, taken_by(view, best.target))),
            "counting": ", ".join(map(cards.short, counting)),
        },
    )

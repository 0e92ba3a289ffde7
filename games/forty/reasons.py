"""Why a move of Forty is refused, in one sentence each.

Looks only at what the seat sees: its own hand, the table, the tops of the piles.
"""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from games.engine import cards, intermission
from games.engine.cards import top_of
from games.engine.contract import Reason, Seat, gettext_noop
from games.engine.errors import GameOver, NotYourTurn
from games.engine.intermission import BETWEEN, PlayOn
from games.forty.values import (
    HIGHEST_BUILD,
    THREE_OF_HEARTS,
    VALUES,
    AnyMove,
    Build,
    Capture,
    Card,
    Exchange,
    Keep,
    State,
    StealBuild,
    Target,
)


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    if state.phase == "over":
        return Reason(GameOver.sentence)
    if state.phase == BETWEEN:
        return intermission.why_not(state, seat, move)
    if isinstance(move, PlayOn):
        return intermission.NOT_BETWEEN
    if state.phase == "exchange":
        return why_not_in_the_window(move)
    if isinstance(move, Exchange | Keep):
        return why_no_exchange_now(state)
    if seat != state.turn:
        return Reason(NotYourTurn.sentence)
    hand = state.hands[seat]
    if move.hand_card not in hand:
        return Reason(
            gettext_noop("The %(card)s is not in your hand."),
            {"card": cards.short(move.hand_card)},
        )
    match move:
        case Capture(card, Target(build=UnsetType())):
            return why_not_take_card(state, card, str(move.target.card))
        case Capture(card):
            return why_not_take_build(state, card, move.target)
        case Build(card, table_card):
            return why_not_on_the_table(state, table_card) or why_no_build(
                hand, card, table_card, move.build_value
            )
        case StealBuild(card, victim, stolen):
            return why_not_from_that_pile(state, seat, victim, stolen) or why_no_build(
                hand, card, stolen, move.build_value
            )
        case _:
            return Reason(gettext_noop("That is not possible now."))


def why_not_in_the_window(move: AnyMove) -> Reason:
    if isinstance(move, Exchange | Keep):
        return Reason(gettext_noop("Only the holder of the 3♥ may swap or keep it."))
    return Reason(gettext_noop("Nobody plays yet: first the 3♥ may be swapped for the starter."))


def why_no_exchange_now(state: State) -> Reason:
    if len(state.hands) == 2:
        return Reason(gettext_noop("The 3♥ is swapped only in a game of three."))
    if state.turns == 0 and state.starter == THREE_OF_HEARTS:
        return Reason(gettext_noop("The starter is the 3♥: there is nothing to swap."))
    return Reason(gettext_noop("The 3♥ may be swapped only before the first turn of a round."))


def why_not_on_the_table(state: State, card: Card) -> Reason | None:
    """None: the card lies loose on the table."""
    if card in state.loose:
        return None
    params: dict[str, str | int] = {"card": cards.short(card)}
    for build in state.builds:
        if card in build.cards:
            params["value"] = build.value
            return Reason(
                gettext_noop(
                    "The %(card)s lies in a build. Builds never change: take it whole, with a "
                    "card of value %(value)s."
                ),
                params,
            )
    return Reason(gettext_noop("There is no loose %(card)s on the table."), params)


def why_not_take_card(state: State, card: Card, target: Card) -> Reason:
    return why_not_on_the_table(state, target) or Reason(
        gettext_noop(
            "The %(card)s (%(value)s) does not take the %(target)s (%(other)s): a card takes its "
            "own value."
        ),
        {
            "card": cards.short(card),
            "value": VALUES[card],
            "target": cards.short(target),
            "other": VALUES[target],
        },
    )


def why_not_take_build(state: State, card: Card, target: Target) -> Reason:
    first, second = target.build if target.build is not UNSET else ("", "")
    for build in state.builds:
        if set(build.cards) == {first, second}:
            return Reason(
                gettext_noop("This build counts %(total)s; the %(card)s counts %(value)s."),
                {"total": build.value, "card": cards.short(card), "value": VALUES[card]},
            )
    return Reason(
        gettext_noop("There is no build of %(first)s and %(second)s on the table."),
        {"first": cards.short(first), "second": cards.short(second)},
    )


def why_not_from_that_pile(state: State, seat: Seat, victim: Seat, stolen: Card) -> Reason | None:
    """None: the card is the visible top of an opponent's pile."""
    if victim == seat:
        return Reason(gettext_noop("Nobody steals from their own pile."))
    if not 0 <= victim < len(state.piles):
        return Reason(gettext_noop("There is no such player at this table."))
    top = top_of(state.piles[victim])
    if top is None:
        return Reason(gettext_noop("That pile is empty: there is nothing to steal."))
    if stolen != top:
        return Reason(
            gettext_noop("Only the top of a pile can be stolen, and that is the %(top)s."),
            {"top": cards.short(top)},
        )
    return None


def why_no_build(hand: Sequence[Card], card: Card, other: Card, value: int) -> Reason:
    total = VALUES[card] + VALUES[other]
    params: dict[str, str | int] = {
        "card": cards.short(card),
        "other": cards.short(other),
        "total": total,
        "value": value,
        "most": HIGHEST_BUILD,
    }
    if total > HIGHEST_BUILD:
        text = gettext_noop(
            "The %(card)s and the %(other)s make %(total)s: a build counts at most %(most)s."
        )
    elif value != total:
        text = gettext_noop("The %(card)s and the %(other)s make %(total)s, not %(value)s.")
    else:
        text = gettext_noop(
            "To build %(total)s you need a card of value %(total)s in your hand to take it with "
            "later."
        )
    return Reason(text, params)

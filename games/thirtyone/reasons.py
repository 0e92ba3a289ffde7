"""Why a move of Sudden Death 31 is refused, in one sentence each.

Looks only at what the seat sees: its own hand, the stacks, the top of the discard pile.
"""

from games.engine import cards, intermission
from games.engine.cards import Card
from games.engine.contract import Reason, Seat, gettext_noop
from games.engine.errors import GameOver, NotYourTurn
from games.engine.intermission import BETWEEN, PlayOn
from games.thirtyone.values import AnyMove, Bet, Discard, Draw, State, Swap


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    if state.phase == "over":
        return Reason(GameOver.sentence)
    if state.phase == BETWEEN:
        return intermission.why_not(state, seat, move)
    if isinstance(move, PlayOn):
        return intermission.NOT_BETWEEN
    if isinstance(move, Bet):
        return why_not_bet(state, seat, move.amount)
    if state.phase == "bet":
        return Reason(gettext_noop("First the opener bets: the bet says how many turns there are."))
    if seat != state.turn:
        return Reason(NotYourTurn.sentence)
    if state.phase == "discard":
        return why_not_after_drawing(state, seat, move)
    return why_not_before_drawing(state, seat, move)


def why_not_bet(state: State, seat: Seat, amount: int) -> Reason:
    if state.sudden_death:
        return Reason(gettext_noop("In sudden death the bet is 1 without asking."))
    if state.phase != "bet":
        return Reason(gettext_noop("The bet of this hand is made. Nobody raises."))
    if seat != state.opener:
        return Reason(gettext_noop("Only the opener of the hand bets."))
    if amount < 1:
        return Reason(gettext_noop("The smallest bet is 1 chip."))
    return Reason(
        gettext_noop("At most %(most)s: a bet is never more than the smallest stack."),
        {"most": min(state.chips)},
    )


def why_not_after_drawing(state: State, seat: Seat, move: AnyMove) -> Reason:
    match move:
        case Draw():
            return Reason(gettext_noop("You have drawn already. Discard one card."))
        case Swap():
            return Reason(gettext_noop("You have drawn, so you cannot swap. Discard one card."))
        case Discard(card):
            return why_not_from_hand(card)
        case _:
            return Reason(gettext_noop("That is not possible now."))


def why_not_before_drawing(state: State, seat: Seat, move: AnyMove) -> Reason:
    match move:
        case Discard(card) if card in state.hands[seat]:
            return Reason(gettext_noop("Draw first, then discard. Or swap for the open card."))
        case Swap() if not state.discards:
            return Reason(
                gettext_noop("Nothing is discarded yet, so there is nothing to swap for.")
            )
        case Discard(card) | Swap(card):
            return why_not_from_hand(card)
        case _:
            return Reason(gettext_noop("That is not possible now."))


def why_not_from_hand(card: Card) -> Reason:
    return Reason(gettext_noop("The %(card)s is not in your hand."), {"card": cards.short(card)})

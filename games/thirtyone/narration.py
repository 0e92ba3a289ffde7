"""Sudden Death 31 in words: what happened, what may be done, what is asked, what counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from games.engine.cards import without
from games.engine.contract import Outcome, Seat
from games.engine.intermission import BETWEEN, PlayOn
from games.engine.seats import seats_from
from games.page.html import format_html, format_html_join
from games.page.intermission import ask_between, offer_to_play_on
from games.page.offers import Offer
from games.page.phrases import gettext as _
from games.page.phrases import ngettext
from games.page.wording import (
    SUITS,
    Who,
    card_mark,
    card_marks,
    card_short,
    clock_short,
    sentences,
    winners_line,
)
from games.thirtyone import values
from games.thirtyone.hands import best_suit, decided_by, strength_of, strikes, turns_for

# ---- What happened -----------------------------------------------------------------------------


def tell(fact: values.AnyFact, who: Who) -> SafeString:
    """One line of the log, which a screen reader reads as well. `who` names a seat, safely."""
    match fact:
        case values.Dealt(hand_no=number, opener=opener):
            text = _("Hand {n} is dealt. The opener: {who}.")
            return format_html(text, n=number, who=who(opener, inside=True))
        case values.Opened(seat=seat, amount=amount, pot=pot, turns=turns):
            return format_html(
                _("{who} bet {bet}, and so did everybody. The pot is {pot}: {turns}."),
                who=who(seat),
                bet=_chips(amount),
                pot=pot,
                turns=_turns(turns),
            )
        case values.DeathStarted(pot=pot, turns=turns):
            text = _("Sudden death: one chip from everybody. The pot is {pot}: {turns}.")
            return format_html(text, pot=pot, turns=_turns(turns))
        case values.Drew(seat=seat):
            return format_html(_("{who} drew a card."), who=who(seat))
        case values.Saw(card=card):
            return format_html(_("It is {card}."), card=card_mark(card))
        case values.Discarded(seat=seat, card=card):
            return format_html(_("{who} discarded {card}."), who=who(seat), card=card_mark(card))
        case values.Swapped(seat=seat, card=card, taken=taken):
            return format_html(
                _("{who} swapped {card} for {taken}."),
                who=who(seat),
                card=card_mark(card),
                taken=card_mark(taken),
            )
        case values.Struck(seat=seat, why=why, cards=hand, pot=pot):
            if why == "blitz":
                text = _("Blitz! {who} laid open {cards} and took the pot of {pot}.")
            else:
                text = _("31! {who} laid open {cards} and took the pot of {pot}.")
            return format_html(text, who=who(seat), cards=card_marks(hand), pot=pot)
        case values.Shown(seat=seat, cards=hand, total=total):
            return format_html(
                _("{who} showed {cards}: {total}."),
                who=who(seat),
                cards=card_marks(hand),
                total=total,
            )
        case values.Won(winners=winners, gains=gains, total=total):
            if len(winners) == 1:
                return format_html(
                    _("{who} won the pot with {total}: {gain}."),
                    who=who(winners[0]),
                    total=total,
                    gain=_chips(gains[0]),
                )
            shares = format_html_join(
                _(", "),
                "{} {}",
                ((who(seat), _chips(gain)) for seat, gain in zip(winners, gains, strict=True)),
            )
            text = _("Nothing tells these hands of {total} apart. The pot is split: {shares}.")
            return format_html(text, total=total, shares=shares)
        case values.Broke(seat=seat):
            return format_html(_("Out of chips: {who}."), who=who(seat, inside=True))


def because(fact: values.AnyFact, step: Sequence[values.AnyFact]) -> str:
    """What told a pot's winner from others with the same total, as the hands were shown."""
    if not isinstance(fact, values.Won):
        return ""
    shown = {each.seat: each.cards for each in step if isinstance(each, values.Shown)}
    beaten = _tie(fact.winners, shown)
    return _("In a tie the higher card counts: {beaten}.").format(beaten=beaten) if beaten else ""


def marks(fact: values.AnyFact) -> tuple[str, ...]:
    """What was laid on the discard pile last."""
    match fact:
        case values.Discarded(card=card) | values.Swapped(card=card):
            return (card,)
        case _:
            return ()


def sound(fact: values.AnyFact) -> str:
    """Chips ring; whoever takes a pot is heard. A later deal does not drown that."""
    match fact:
        case values.Opened() | values.DeathStarted():
            return "coin"
        case values.Drew() | values.Discarded() | values.Swapped():
            return "card"
        case values.Struck() | values.Won():
            return "win"
        case values.Dealt(hand_no=1):
            return "deal"
        case _:
            return ""


# ---- What may be done --------------------------------------------------------------------------


def offer(move: values.AnyMove, view: values.View) -> Offer:
    """A legal move as a button, a sentence and the pieces that a player takes up for it."""
    match move:
        case values.Bet(amount):
            pot = _("The pot will be {n}.").format(n=amount * len(view.chips))
            last = _("It is the last of the smallest stack.") if amount == min(view.chips) else ""
            return Offer(
                move,
                label=_("Bet {n}").format(n=amount),
                # What it buys is the table's agreement, not the view's: see `what_it_buys`.
                preview=sentences(pot, last),
                # The smallest bet is the first one shown; the dial turns it up from there.
                weight=-amount,
            )
        case values.Draw():
            return Offer(
                move,
                label=_("Draw a card"),
                preview=_("You see the card, then discard one of your four."),
                weight=2,
            )
        case values.Discard(card):
            return Offer(
                move,
                label=_("Discard {card}").format(card=card_short(card)),
                preview=_keeps(without(view.hand, card)),
                pieces=(card,),
                weight=1,
            )
        case values.Swap(card):
            top = str(view.discard_top)
            hand = [top if kept == card else kept for kept in view.hand]
            return Offer(
                move,
                label=_("Swap {card} for {top}").format(card=card_short(card), top=card_short(top)),
                preview=_keeps(hand),
                pieces=(card, top),
                # A swap for the worse may be made, but never shines.
                weight=int(bool(strikes(hand)) or strength_of(hand) >= strength_of(view.hand)),
            )
        case PlayOn():
            return offer_to_play_on()


def what_it_buys(amount: int, turns: str) -> str:
    """A bet in turns, as this table counts them."""
    n = turns_for(amount)
    if turns == "each":
        text = ngettext("{chips}: {n} turn each.", "{chips}: {n} turns each.", n)
    else:
        text = ngettext("{chips}: {n} turn in all.", "{chips}: {n} turns in all.", n)
    return text.format(chips=_chips(amount), n=n)


def ask(view: values.View, seat: Seat | None, moves: Sequence[values.AnyMove]) -> str:
    """What the table waits for, as this seat is told. None is a spectator."""
    match view.phase:
        case "over":
            return _("The game is over.")
        case "between":
            return ask_between(view, seat)
        case "bet":
            if moves:
                return _("You open: your bet buys the turns of this hand")
            return _("The bet is being chosen")
        case "discard" if moves:
            return _("Discard one of your four cards")
        case "turn" if moves and view.discard_top:
            text = _("Draw, or choose a card to swap for {top}")
            return text.format(top=card_short(view.discard_top))
        case "turn" if moves:
            return _("Draw a card: nothing is discarded yet")
        case _:
            text = ngettext(
                "{n} turn left in this hand", "{n} turns left in this hand", view.turns_left
            )
            return text.format(n=view.turns_left)


# ---- How it ended ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Laid:
    """One player's part in the end of a hand. No cards: they were not shown."""

    seat: Seat
    cards: tuple[str, ...]
    counting: tuple[str, ...]
    total: int | None
    suit: str
    why: str
    won: bool
    tie: str
    """Of a winner: what told this hand from others with the same total."""


def summary(view: values.View) -> tuple[int, tuple[Laid, ...] | None]:
    """The number of the hand finished last, and its hands in the order they are laid open."""
    last = view.last_hand
    if last is None:
        return 0, None
    over = view.phase in ("over", BETWEEN)
    opener = view.opener if over else Seat((view.opener - 1) % len(view.chips))
    rows = []
    tie = _tie(last.winners, {Seat(seat): hand for seat, hand in enumerate(last.hands) if hand})
    for seat in seats_from(opener + 1, len(view.chips)):
        hand = last.hands[seat] or ()
        why = last.why if seat in last.winners else "showdown"
        suit = best_suit(hand) if hand else ""
        counting = hand if why == "blitz" else tuple(card for card in hand if card[-1] == suit)
        won = seat in last.winners
        total = last.totals[seat]
        rows.append(Laid(seat, hand, counting, total, suit, why, won, tie if won else ""))
    return view.hand_no if over else view.hand_no - 1, tuple(rows)


def score_line(item: Laid) -> str:
    """What a hand came to."""
    if item.total is None:
        return _("not shown")
    if item.why == "blitz":
        return _("Blitz")
    return total_words(item.total, item.suit)


def headline(outcome: Outcome, who: Who) -> SafeString:
    """The first line of the result."""
    return winners_line(outcome, who, _chips)


def help_anchor(view: values.View) -> str:
    """The heading of the rules that fits the moment."""
    if view.sudden_death:
        return "rule-death"
    return {"bet": "rule-bet", "over": "rule-end"}.get(view.phase, "rule-turn")


def option_line(options: values.Options) -> str:
    """The table's options at a glance."""
    if options.hands is None:
        hands = _("until one is broke")
    else:
        hands = ngettext("{n} hand", "{n} hands", options.hands).format(n=options.hands)
    parts = [hands, _chips(options.chips)]
    if options.turns == "each":
        parts.append(_("turns for each"))
    return " · ".join([*parts, clock_short(options.turn_seconds)])


# ---- Pieces of sentences -----------------------------------------------------------------------


def total_words(total: int, suit: str) -> str:
    """What a hand counts, and in which suit."""
    return _("{total} in {suit}").format(total=total, suit=SUITS[suit])


def _keeps(hand: Sequence[str]) -> str:
    """What the hand will be, in one sentence."""
    match strikes(hand):
        case "31":
            return _("That makes 31: the pot is yours.")
        case "blitz":
            return _("That makes a Blitz: the pot is yours.")
        case _:
            total = strength_of(hand)[0]
            counted = total_words(total, best_suit(hand))
            return _("You will have {total}.").format(total=counted)


HEIGHTS = {
    14: pgettext_lazy("card", "ace"),
    13: pgettext_lazy("card", "king"),
    12: pgettext_lazy("card", "queen"),
    11: pgettext_lazy("card", "jack"),
    10: pgettext_lazy("card", "ten"),
    9: pgettext_lazy("card", "nine"),
    8: pgettext_lazy("card", "eight"),
    7: pgettext_lazy("card", "seven"),
    6: pgettext_lazy("card", "six"),
    5: pgettext_lazy("card", "five"),
    4: pgettext_lazy("card", "four"),
    3: pgettext_lazy("card", "three"),
    2: pgettext_lazy("card", "two"),
}
"""Cards as they beat each other in a tie, by their height."""


def _tie(winners: Sequence[Seat], shown: Mapping[Seat, Sequence[str]]) -> str:
    """ "ace beats nine"; nothing where no hand of the same total lost."""
    losers = [hand for seat, hand in shown.items() if seat not in winners]
    apart = decided_by(shown[winners[0]], losers)
    if apart is None:
        return ""
    high, low = apart
    return _("{high} beats {low}").format(high=HEIGHTS[high], low=HEIGHTS[low])


def _chips(n: int) -> str:
    return ngettext("{n} chip", "{n} chips", n).format(n=n)


def _turns(n: int) -> str:
    return ngettext("{n} turn", "{n} turns", n).format(n=n)

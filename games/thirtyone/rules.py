"""Sudden Death 31: the bet is the clock.

A full deck. Everybody gets three cards; the rest is the draw pile, and the discard pile starts
empty. The opener bets, and everybody antes exactly that: at least one chip, at most the smallest
stack. The bet buys the turns of the hand: 1 buys five, 2 four, 3 three, 4 two, 5 or more one. A
table counts them together or for each player.

Turns go clockwise from the opener's left. A turn draws a card and then discards one of four, or
swaps a card for the top of the discard pile. Nobody passes, folds or raises.

Three cards of one suit that make 31, or three of one rank, a Blitz, are laid open by the server and
take the pot at once: when the antes are in, and when a turn is finished. Otherwise all hands are
shown after the last turn. An ace counts 11, king, queen, jack and ten 10, others their number, and
a hand counts its best single suit. Ties look at the highest card of that suit, the second, the
third; then the pot is split.

When every stack is 2 or less at the start of a hand, it is sudden death: the bet is 1, there are
five turns, and whoever wins that hand wins the game. Else the game ends when somebody has no chips
left or after the agreed number of hands, and most chips win. The first opener is random, then the
next seat opens. Between hands a table may pause until everybody plays on, or for five seconds.
"""

from collections.abc import Sequence

import msgspec

from games.engine import intermission
from games.engine.cards import Card, top_of, without
from games.engine.contract import (
    Chance,
    Info,
    Outcome,
    Reason,
    Seat,
    Step,
    Timer,
    gettext_noop,
    places_by_score,
)
from games.engine.errors import InvalidOptions
from games.engine.intermission import BETWEEN, PlayOn
from games.engine.seats import all_seats, in_blocks, next_seat, seats_from, with_seat
from games.thirtyone.bot import bot as bot
from games.thirtyone.hands import (
    DECK,
    EACH,
    strength_of,
    strikes,
    turns_for,
)
from games.thirtyone.reasons import why_not as why_not
from games.thirtyone.values import (
    AnyFact,
    AnyMove,
    Bet,
    Broke,
    Dealt,
    DeathStarted,
    Discard,
    Discarded,
    Draw,
    Drew,
    LastHand,
    Opened,
    Options,
    Saw,
    Shown,
    State,
    Struck,
    Swap,
    Swapped,
    View,
    Why,
    Won,
)

INFO = Info(
    key="thirtyone",
    name=gettext_noop("Sudden Death 31"),
    blurb=gettext_noop(
        "Bet to set the clock, then race to 31 in one suit. The more you bet, the less time."
    ),
    players=(3, 4, 5),
    minutes=12,
)

LAST_CHIPS = 2
"""When nobody has more, it is sudden death."""


def deal(seats: int, options: Options, chance: Chance) -> Step:
    """The first hand; chance deals first, then picks who opens."""
    if seats not in INFO.players:
        raise InvalidOptions(Reason(gettext_noop("This game is for 3 to 5 players.")))
    deck = chance.shuffle(DECK)
    opener = chance.pick(all_seats(seats))
    return deal_hand(options, 1, opener, deck, (options.chips,) * seats, None, chance)


def legal_moves(state: State, seat: Seat) -> Sequence[AnyMove]:
    """The opener bets; then a turn is a draw or a swap, and a draw asks for a discard."""
    if state.phase == BETWEEN:
        return intermission.legal_moves(state, seat)
    if state.phase == "over" or seat != state.turn:
        return ()
    match state.phase:
        case "bet":
            return tuple(Bet(amount) for amount in range(1, min(state.chips) + 1))
        case "discard":
            return tuple(Discard(card) for card in state.hands[seat])
        case _:
            swaps = tuple(Swap(card) for card in state.hands[seat]) if state.discards else ()
            return (Draw(), *swaps)


def apply(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    """A bet starts the clock of the hand; a finished turn takes one from it."""
    match move:
        case Bet(amount):
            state = the_antes_are_in(state, amount)
            fact: AnyFact = Opened(seat=seat, amount=amount, pot=state.pot, turns=state.turns_left)
            return whoever_was_dealt_it_wins(state, chance).after(fact)
        case Draw():
            card, *rest = state.deck
            state = msgspec.structs.replace(
                state,
                phase="discard",
                hands=with_seat(state.hands, seat, (*state.hands[seat], card)),
                drawn=card,
                deck=tuple(rest),
            )
            return Step(state, (Drew(seat=seat), Saw(card=card, known_to=(seat,))))
        case Discard(card):
            state = msgspec.structs.replace(
                state,
                phase="turn",
                hands=with_seat(state.hands, seat, without(state.hands[seat], card)),
                drawn=None,
                discards=(*state.discards, card),
            )
            return the_turn_is_finished(state, chance).after(Discarded(seat=seat, card=card))
        case Swap(card):
            *below, top = state.discards
            hand = tuple(top if kept == card else kept for kept in state.hands[seat])
            state = msgspec.structs.replace(
                state,
                hands=with_seat(state.hands, seat, hand),
                discards=(*below, card),
            )
            fact = Swapped(seat=seat, card=card, taken=top)
            return the_turn_is_finished(state, chance).after(fact)
        case PlayOn():
            return intermission.apply(
                state, seat, len(state.chips), lambda state: the_next_hand(state, chance)
            )


def view(state: State, seat: Seat | None) -> View:
    """Other hands and the draw pile are only counted or not told at all; discards are public."""
    hand = state.hands[seat] if seat is not None and 0 <= seat < len(state.hands) else ()
    return View(
        turn=None if state.phase in ("over", BETWEEN) else state.turn,
        phase=state.phase,
        hand_no=state.hand_no,
        opener=state.opener,
        pot=state.pot,
        bet=state.bet,
        turns_left=state.turns_left,
        sudden_death=state.sudden_death,
        chips=state.chips,
        hand=hand,
        drawn=state.drawn if seat == state.turn else None,
        discard_top=top_of(state.discards),
        discards=state.discards,
        deck=len(state.deck),
        last_hand=state.last_hand,
        pressed=state.pressed,
    )


def timer(state: State) -> Timer | None:
    """The clock bets 1, and on a turn throws away what it drew. A turn has one clock for both."""
    move: AnyMove
    match state.phase:
        case "over":
            return None
        case "between":
            return intermission.timer(f"after hand {state.hand_no}")
        case "bet":
            label, move = f"hand {state.hand_no} bet", Bet(1)
        case "discard":
            assert state.drawn is not None
            label, move = turn_label(state), Discard(state.drawn)
        case _:
            label, move = turn_label(state), Draw()
    return Timer(label, state.options.turn_seconds, state.turn, move)


def outcome(state: State) -> Outcome | None:
    """Most chips win; in sudden death the hand does, and the others are placed by chips."""
    if state.phase != "over" or state.last_hand is None:
        return None
    winners = state.last_hand.winners
    if state.sudden_death:
        # Below every stack, so that the others are placed as if the winners were not there.
        rest = tuple(-1 if seat in winners else chips for seat, chips in enumerate(state.chips))
        places = tuple(
            1 if seat in winners else len(winners) + place
            for seat, place in enumerate(places_by_score(rest))
        )
        return Outcome(places, state.chips, gettext_noop("Sudden death is decided."))
    if 0 in state.chips:
        reason = gettext_noop("Somebody is out of chips.")
    else:
        reason = gettext_noop("All hands are played.")
    return Outcome(places_by_score(state.chips), state.chips, reason)


# ---- The course of a hand ----------------------------------------------------------------------


def deal_hand(
    options: Options,
    hand_no: int,
    opener: Seat,
    deck: Sequence[Card],
    chips: tuple[int, ...],
    last_hand: LastHand | None,
    chance: Chance,
) -> Step:
    """Three cards each, in blocks, seat 0 first. In sudden death the antes go in at once."""
    seats = len(chips)
    state = State(
        options=options,
        hand_no=hand_no,
        phase="bet",
        opener=opener,
        turn=opener,
        turns_left=0,
        sudden_death=max(chips) <= LAST_CHIPS,
        bet=0,
        pot=0,
        chips=chips,
        hands=in_blocks(deck, seats, EACH),
        drawn=None,
        deck=tuple(deck[seats * EACH :]),
        discards=(),
        last_hand=last_hand,
    )
    dealt = Dealt(hand_no=hand_no, opener=opener)
    if not state.sudden_death:
        return Step(state, (dealt,))
    state = the_antes_are_in(state, 1)
    started = DeathStarted(pot=state.pot, turns=state.turns_left)
    return whoever_was_dealt_it_wins(state, chance).after(dealt, started)


def the_antes_are_in(state: State, amount: int) -> State:
    """Everybody pays the bet, and the bet says how many turns there are."""
    seats = len(state.chips)
    turns = turns_for(amount) * (seats if state.options.turns == "each" else 1)
    return msgspec.structs.replace(
        state,
        phase="turn",
        turn=next_seat(state.opener, seats),
        turns_left=turns,
        bet=amount,
        pot=amount * seats,
        chips=tuple(stack - amount for stack in state.chips),
    )


def whoever_was_dealt_it_wins(state: State, chance: Chance) -> Step:
    """Of several who were dealt a 31 or a Blitz the first in turn order; the opener is last."""
    for seat in in_turn_order(state):
        why = strikes(state.hands[seat])
        if why:
            return the_pot_is_struck(state, seat, why, chance)
    return Step(state)


def the_turn_is_finished(state: State, chance: Chance) -> Step:
    """A 31 or a Blitz comes before the turn limit, so that it wins on the very last turn."""
    why = strikes(state.hands[state.turn])
    if why:
        return the_pot_is_struck(state, state.turn, why, chance)
    left = state.turns_left - 1
    following = next_seat(state.turn, len(state.hands))
    state = msgspec.structs.replace(state, turns_left=left, turn=following)
    return Step(state) if left else the_hands_are_shown(state, chance)


def the_pot_is_struck(state: State, seat: Seat, why: Why, chance: Chance) -> Step:
    """Only the winner's cards are laid open."""
    seats = range(len(state.hands))
    hand = state.hands[seat]
    last_hand = LastHand(
        why=why,
        winners=(seat,),
        pot=state.pot,
        hands=tuple(hand if other == seat else None for other in seats),
        totals=tuple(strength_of(hand)[0] if other == seat else None for other in seats),
    )
    fact = Struck(seat=seat, why=why, cards=hand, pot=state.pot)
    return the_pot_goes_to(state, last_hand, (state.pot,), chance).after(fact)


def the_hands_are_shown(state: State, chance: Chance) -> Step:
    """The strongest hand takes the pot; equal ones split it, odd chips nearest to the opener."""
    strengths = [strength_of(hand) for hand in state.hands]
    seats, best = len(strengths), max(strengths)
    tied = [Seat(seat) for seat, strength in enumerate(strengths) if strength == best]
    winners = tuple(sorted(tied, key=lambda seat: (seat - state.opener) % seats))
    share, odd = divmod(state.pot, len(winners))
    gains = tuple(share + (place < odd) for place in range(len(winners)))
    last_hand = LastHand(
        why="showdown",
        winners=winners,
        pot=state.pot,
        hands=state.hands,
        totals=tuple(strength[0] for strength in strengths),
    )
    shown = (
        Shown(seat=seat, cards=state.hands[seat], total=strengths[seat][0])
        for seat in in_turn_order(state)
    )
    won = Won(winners=winners, gains=gains, total=best[0])
    return the_pot_goes_to(state, last_hand, gains, chance).after(*shown, won)


def the_pot_goes_to(
    state: State, last_hand: LastHand, gains: Sequence[int], chance: Chance
) -> Step:
    """The stacks grow, and either the game is over or another hand follows."""
    chips = list(state.chips)
    for seat, gain in zip(last_hand.winners, gains, strict=True):
        chips[seat] += gain
    broke = tuple(Broke(seat=Seat(seat)) for seat, stack in enumerate(chips) if stack == 0)
    state = msgspec.structs.replace(state, pot=0, chips=tuple(chips), last_hand=last_hand)
    if broke or state.sudden_death or state.hand_no == state.options.hands:
        return Step(msgspec.structs.replace(state, phase="over"), broke)
    if intermission.is_on(state.options):
        return Step(msgspec.structs.replace(state, phase=BETWEEN))
    return the_next_hand(state, chance)


def the_next_hand(state: State, chance: Chance) -> Step:
    """Opened by the next seat. The stacks stay."""
    return deal_hand(
        state.options,
        state.hand_no + 1,
        next_seat(state.opener, len(state.chips)),
        chance.shuffle(DECK),
        state.chips,
        state.last_hand,
        chance,
    )


def in_turn_order(state: State) -> tuple[Seat, ...]:
    """From the opener's left round to the opener."""
    seats = len(state.hands)
    return seats_from(next_seat(state.opener, seats), seats)


def turn_label(state: State) -> str:
    return f"hand {state.hand_no} turn {state.turns_left}"

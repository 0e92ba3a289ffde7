"""Forty: take cards by their value, from a deck of forty.

The deck runs from ace (1) to ten in four suits. Two players get 10 cards each, twice; three get
13 each, and the fortieth card, the starter, lies open on the table. With three, whoever holds the
3 of hearts may swap it for the starter before the first turn; nobody learns who let it be.

A turn plays exactly one card from the hand, in one of four ways:

* capture: take one loose card of the same value, or one build of that total, onto one's pile;
* build: lay the card with one loose card, at most 10 together, while another card of that total
  stays in the hand. A build belongs to nobody: whoever plays its total takes it. It never changes;
* steal-build: the same with the visible top card of an opponent's pile in place of the loose one;
* throw: lay the card down by itself. Always allowed.

The captured cards go on top of the card that took them; only the top of a pile is seen. When all
cards are played, what lies on the table goes to whoever captured last, or to nobody.

A round counts, for each player: every ace 1, the 2 of spades 1, the 10 of diamonds 1, exactly
five spades 1 or more of them 2, and 21 or more cards 1. The highest total over the rounds wins.
The first round is led by a random player, each further one by the next seat. Between rounds a table
may pause until everybody plays on, or for five seconds.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from games.engine import cards, intermission
from games.engine.cards import top_of, without
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
from games.engine.seats import all_seats, in_blocks, next_seat, with_seat
from games.forty.bot import bot as bot
from games.forty.reasons import why_not as why_not
from games.forty.values import (
    DECK,
    LOOSE,
    MOST_CARDS,
    PAIRED,
    THREE_OF_HEARTS,
    VALUES,
    AnyFact,
    AnyMove,
    Build,
    Built,
    Capture,
    Captured,
    Card,
    Dealt,
    Exchange,
    Exchanged,
    Item,
    Keep,
    Kept,
    LeftOver,
    Options,
    PlayerView,
    RoundScore,
    RoundScored,
    StarterStayed,
    State,
    StealBuild,
    StockDealt,
    Stole,
    TableBuild,
    TableView,
    Target,
    Threw,
    Throw,
    View,
)

INFO = Info(
    key="forty",
    name=gettext_noop("Forty"),
    blurb=gettext_noop(
        "Take cards by their value, build traps, and steal from each other's piles."
    ),
    players=(2, 3),
    minutes=8,
)

EXCHANGE_SECONDS = 15
THROWN_FIRST = "CDHS"
"""Among equal values the clock throws clubs first; spades are kept longest."""


def deal(seats: int, options: Options, chance: Chance) -> Step:
    """The first round; chance deals first, then picks who leads."""
    if seats not in INFO.players:
        raise InvalidOptions(Reason(gettext_noop("This game is for 2 or 3 players.")))
    deck = chance.shuffle(DECK)
    leader = chance.pick(all_seats(seats))
    return deal_round(options, 1, leader, deck, totals=(0,) * seats, summary=None)


def legal_moves(state: State, seat: Seat) -> Sequence[AnyMove]:
    """Captures first, then builds, steals and throws. In the window only the holder may move."""
    if state.phase == BETWEEN:
        return intermission.legal_moves(state, seat)
    if state.phase == "exchange":
        return (Exchange(), Keep()) if seat == holder_of_three(state) else ()
    if state.phase == "over" or seat != state.turn:
        return ()
    piles = enumerate(state.piles)
    tops = tuple([(Seat(owner), pile[-1]) for owner, pile in piles if pile and owner != seat])
    return ways_to_play(state.hands[seat], state.loose, state.builds, tops)


def apply(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    """One card is played, then the turn passes on, or the round ends."""
    match move:
        case Capture(card, target):
            taken, total = what_it_takes(state, target)
            fact: AnyFact = Captured(seat=seat, card=card, taken=taken, build=total)
            state = captured(state, seat, card, taken)
        case Build(card, table_card, value):
            fact = Built(seat=seat, card=card, table_card=table_card, value=value)
            state = msgspec.structs.replace(
                state,
                loose=without(state.loose, table_card),
                builds=(*state.builds, TableBuild((table_card, card), value)),
            )
        case StealBuild(card, victim, stolen, value):
            rest = state.piles[victim][:-1]
            fact = Stole(
                seat=seat, victim=victim, card=card, stolen=stolen, value=value, shows=top_of(rest)
            )
            state = msgspec.structs.replace(
                state,
                piles=with_seat(state.piles, victim, rest),
                builds=(*state.builds, TableBuild((stolen, card), value)),
            )
        case Throw(card):
            fact = Threw(seat=seat, card=card)
            state = msgspec.structs.replace(state, loose=(*state.loose, card))
        case Exchange():
            return the_three_is_swapped(state, seat)
        case Keep():
            return the_three_is_kept(state, seat)
        case PlayOn():
            return intermission.apply(
                state, seat, len(state.hands), lambda state: the_next_round(state, chance)
            )
    hand = without(state.hands[seat], move.hand_card)
    state = msgspec.structs.replace(state, hands=with_seat(state.hands, seat, hand))
    return the_turn_passes(state, chance).after(fact)


def view(state: State, seat: Seat | None) -> View:
    """Other hands, the stock and the piles below their tops are only counted."""
    seated = seat is not None and 0 <= seat < len(state.hands)
    return View(
        turn=state.turn if state.phase == "play" else None,
        phase=state.phase,
        round=state.round,
        table=TableView(state.loose, state.builds),
        hand=state.hands[seat] if seated and seat is not None else (),
        players=tuple(
            PlayerView(
                hand_count=len(hand),
                pile_count=len(pile),
                pile_top=top_of(pile),
                total=total,
            )
            for hand, pile, total in zip(state.hands, state.piles, state.totals, strict=True)
        ),
        stock=len(state.stock),
        last_capturer=state.last_capturer,
        starter=state.starter,
        summary=state.summary,
        pressed=state.pressed,
    )


def timer(state: State) -> Timer | None:
    """Each turn has its own clock, which throws the lowest card; the window closes by itself."""
    if state.phase == "over":
        return None
    if state.phase == BETWEEN:
        return intermission.timer(f"after round {state.round}")
    if state.phase == "exchange":
        return Timer("exchange", EXCHANGE_SECONDS, holder_of_three(state), Keep())
    return Timer(
        label=f"round {state.round} turn {state.turns + 1}",
        seconds=state.options.turn_seconds,
        seat=state.turn,
        move=Throw(lowest_of(state.hands[state.turn])),
    )


def outcome(state: State) -> Outcome | None:
    """The highest total over all rounds wins; equal totals share their place."""
    if state.phase != "over":
        return None
    reason = gettext_noop("All cards are played.")
    return Outcome(places_by_score(state.totals), state.totals, reason)


# ---- Rounds ------------------------------------------------------------------------------------


def deal_round(
    options: Options,
    round_: int,
    leader: Seat,
    deck: Sequence[Card],
    totals: tuple[int, ...],
    summary: tuple[RoundScore, ...] | None,
) -> Step:
    """Hands in blocks, seat 0 first. With three players the fortieth card lies open."""
    seats = len(totals)
    each = 10 if seats == 2 else 13
    starter = deck[-1] if seats == 3 else None
    state = State(
        options=options,
        round=round_,
        phase="play" if starter in (None, THREE_OF_HEARTS) else "exchange",
        turn=leader,
        turns=0,
        leader=leader,
        hands=in_blocks(deck, seats, each),
        stock=tuple(deck[seats * each :]) if starter is None else (),
        loose=() if starter is None else (starter,),
        builds=(),
        piles=((),) * seats,
        last_capturer=None,
        starter=starter,
        totals=totals,
        summary=summary,
    )
    return Step(state, (Dealt(round=round_, leader=leader, each=each, starter=starter),))


def the_turn_passes(state: State, chance: Chance) -> Step:
    """Clockwise. Hands are level, so when the next hand is empty, all are."""
    seats = len(state.hands)
    turn = next_seat(state.turn, seats)
    state = msgspec.structs.replace(state, turn=turn, turns=state.turns + 1)
    if state.hands[turn]:
        return Step(state)
    if state.stock:
        # The whole stock is dealt, and the turn is the leader's again.
        each = len(state.stock) // seats
        hands = in_blocks(state.stock, seats, each)
        return Step(msgspec.structs.replace(state, hands=hands, stock=()), (StockDealt(each=each),))
    return the_round_ends(state, chance)


def the_round_ends(state: State, chance: Chance) -> Step:
    """What is left goes to the last capturer, and points are counted."""
    left = cards_on_the_table(state)
    facts: tuple[AnyFact, ...] = ()
    if left:
        facts = (LeftOver(seat=state.last_capturer, cards=left),)
    if left and state.last_capturer is not None:
        pile = (*state.piles[state.last_capturer], *left)
        state = msgspec.structs.replace(
            state, loose=(), builds=(), piles=with_seat(state.piles, state.last_capturer, pile)
        )
    scores = tuple(score_of(pile) for pile in state.piles)
    totals = tuple(total + score.points for total, score in zip(state.totals, scores, strict=True))
    facts = (*facts, RoundScored(round=state.round, scores=scores, totals=totals))
    state = msgspec.structs.replace(state, totals=totals, summary=scores)
    if state.round == state.options.rounds:
        return Step(msgspec.structs.replace(state, phase="over"), facts)
    if intermission.is_on(state.options):
        return Step(msgspec.structs.replace(state, phase=BETWEEN), facts)
    return the_next_round(state, chance).after(*facts)


def the_next_round(state: State, chance: Chance) -> Step:
    """Led by the next seat. Totals and what counted stay."""
    leader = next_seat(state.leader, len(state.totals))
    deck = chance.shuffle(DECK)
    return deal_round(state.options, state.round + 1, leader, deck, state.totals, state.summary)


def score_of(pile: Sequence[Card]) -> RoundScore:
    """The points of a pile, item by item."""
    aces = sum(cards.rank(card) == "A" for card in pile)
    spades = sum(cards.suit(card) == "S" for card in pile)
    items = (
        Item("ace", aces),
        Item("2S", int("2S" in pile)),
        Item("10D", int("10D" in pile)),
        Item("spades", points_for_spades(spades)),
        Item("cards", int(len(pile) >= MOST_CARDS)),
    )
    counted = tuple(item for item in items if item.points)
    return RoundScore(sum(item.points for item in counted), counted)


def points_for_spades(spades: int) -> int:
    """Exactly five count 1, six or more 2."""
    return 2 if spades >= 6 else int(spades == 5)


# ---- The 3 of hearts ---------------------------------------------------------------------------


def holder_of_three(state: State) -> Seat:
    """Secret. In the window somebody always holds it: every other card is in a hand."""
    return next(Seat(seat) for seat, hand in enumerate(state.hands) if THREE_OF_HEARTS in hand)


def the_three_is_swapped(state: State, seat: Seat) -> Step:
    """The starter takes the place of the 3 of hearts in the hand, which lies open instead."""
    starter = str(state.starter)
    hand = tuple(starter if card == THREE_OF_HEARTS else card for card in state.hands[seat])
    state = msgspec.structs.replace(
        state,
        phase="play",
        hands=with_seat(state.hands, seat, hand),
        loose=(THREE_OF_HEARTS,),
        starter=THREE_OF_HEARTS,
    )
    return Step(state, (Exchanged(seat=seat, taken=starter),))


def the_three_is_kept(state: State, seat: Seat) -> Step:
    """Everybody hears that the starter stays; only the holder hears who kept."""
    facts = (StarterStayed(starter=str(state.starter)), Kept(seat=seat, known_to=(seat,)))
    return Step(msgspec.structs.replace(state, phase="play"), facts)


# ---- What may be played ------------------------------------------------------------------------


@lru_cache(maxsize=512)
def ways_to_play(
    hand: tuple[Card, ...],
    loose: tuple[Card, ...],
    builds: tuple[TableBuild, ...],
    tops: tuple[tuple[Seat, Card], ...],
) -> tuple[AnyMove, ...]:
    """What each card of a hand may do: it takes its own value, or makes a total that is kept.

    Of the other piles only the tops are within reach. Remembered, since what a page offers is
    listed again when the move comes.
    """
    takes_card: list[Capture] = []
    takes_build: list[Capture] = []
    lays: list[Build] = []
    steals: list[StealBuild] = []
    totals = totals_kept(hand)
    for card in hand:
        value = VALUES[card]
        for other in loose:
            total = value + VALUES[other]
            if VALUES[other] == value:
                takes_card.append(Capture(card, LOOSE[other]))
            if total in totals:
                lays.append(Build(card, other, total))
        for build in builds:
            if build.value == value:
                takes_build.append(Capture(card, PAIRED[build.cards]))
        for victim, top in tops:
            total = value + VALUES[top]
            if total in totals:
                steals.append(StealBuild(card, victim, top, total))
    return (*takes_card, *takes_build, *lays, *steals, *map(Throw, hand))


def totals_kept(hand: Sequence[Card]) -> set[int]:
    """What may be built: at most 10, and a card of that total stays in the hand to take it with.

    A total is more than the value of the card that is played, so the card that stays is another.
    """
    return {VALUES[card] for card in hand}


def lowest_of(hand: Sequence[Card]) -> Card:
    """What the clock throws."""
    return min(hand, key=lambda card: (VALUES[card], THROWN_FIRST.index(cards.suit(card))))


# ---- Small words -------------------------------------------------------------------------------


def captured(state: State, seat: Seat, card: Card, taken: tuple[Card, ...]) -> State:
    """The played card goes on the pile first, then what it took; the last one is seen."""
    return msgspec.structs.replace(
        state,
        loose=tuple([loose for loose in state.loose if loose not in taken]),
        builds=tuple([build for build in state.builds if build.cards != taken]),
        piles=with_seat(state.piles, seat, (*state.piles[seat], card, *taken)),
        last_capturer=seat,
    )


def what_it_takes(state: State, target: Target) -> tuple[tuple[Card, ...], int | None]:
    """The cards of a target in the order they were laid, and the total of a build."""
    if isinstance(target.card, str):
        return (target.card,), None
    build = next(build for build in state.builds if PAIRED[build.cards] == target)
    return build.cards, build.value


def cards_on_the_table(state: State) -> tuple[Card, ...]:
    return (*state.loose, *(card for build in state.builds for card in build.cards))

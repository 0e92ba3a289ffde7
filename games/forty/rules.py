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
The first round is led by a random player, each further one by the next seat.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.engine import cards
from games.engine.contract import (
    Chance,
    Fact,
    Info,
    Move,
    Outcome,
    Reason,
    Seat,
    Step,
    Timer,
    Value,
    gettext_noop,
    places_by_score,
)
from games.engine.errors import InvalidOptions
from games.engine.options import TableOptions

INFO = Info(
    key="forty",
    name=gettext_noop("Forty"),
    blurb=gettext_noop(
        "Take cards by their value, build traps, and steal from each other's piles."
    ),
    players=(2, 3),
    minutes=8,
    levels=("gentle", "sharp"),
)


class Options(TableOptions, frozen=True, kw_only=True):
    """How long a match is."""

    rounds: Annotated[
        Literal[1, 3, 5],
        msgspec.Meta(
            title=gettext_noop("Rounds"),
            extra={
                "labels": {
                    1: gettext_noop("1 round"),
                    3: gettext_noop("3 rounds"),
                    5: gettext_noop("5 rounds"),
                }
            },
        ),
    ] = 1


# ---- Values ------------------------------------------------------------------------------------

Card = Annotated[str, msgspec.Meta(pattern=r"^(A|[2-9]|10)[SHDC]\Z")]
Phase = Literal["exchange", "play", "over"]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
DECK = cards.deck(RANKS)
VALUES = {card: RANKS.index(cards.rank(card)) + 1 for card in DECK}
THREE_OF_HEARTS = "3H"
HIGHEST_BUILD = 10
EXCHANGE_SECONDS = 15
THROWN_FIRST = "CDHS"
"""Among equal values the clock throws clubs first; spades are kept longest."""
POINT_CARDS = ("AS", "AH", "AD", "AC", "2S", "10D")
MOST_CARDS = 21


class TableBuild(Value, frozen=True):
    """Two cards lying together, in the order they were laid: the loose or stolen one first."""

    cards: tuple[Card, Card]
    value: int


class Item(Value, frozen=True):
    """One thing that counted: `ace`, `2S`, `10D`, `spades` or `cards`, and its points."""

    what: str
    points: int


class RoundScore(Value, frozen=True):
    """What one player made of a round."""

    points: int
    items: tuple[Item, ...]


class State(Value, frozen=True, kw_only=True):
    """Everything. Piles and hands are by seat; the last card of a pile is its top."""

    options: Options
    round: int
    phase: Phase
    turn: Seat
    """Whose turn it is; in the exchange window, whose it will be."""
    turns: int
    """Turns played in this round."""
    leader: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    loose: tuple[Card, ...]
    builds: tuple[TableBuild, ...]
    piles: tuple[tuple[Card, ...], ...]
    last_capturer: Seat | None
    starter: Card | None
    totals: tuple[int, ...]
    summary: tuple[RoundScore, ...] | None


class TableView(Value, frozen=True):
    loose: tuple[Card, ...]
    builds: tuple[TableBuild, ...]


class PlayerView(Value, frozen=True):
    """What everybody sees of a player; `total` counts finished rounds only."""

    hand_count: int
    pile_count: int
    pile_top: Card | None
    total: int


class View(Value, frozen=True, kw_only=True):
    """The table as one seat sees it."""

    turn: Seat | None
    phase: Phase
    round: int
    table: TableView
    hand: tuple[Card, ...]
    players: tuple[PlayerView, ...]
    stock: int
    last_capturer: Seat | None
    starter: Card | None
    summary: tuple[RoundScore, ...] | None


# ---- Moves -------------------------------------------------------------------------------------


class Target(Value, frozen=True, forbid_unknown_fields=True):
    """What a capture takes: a loose card, or a build named by its two cards in either order."""

    card: Card | UnsetType = UNSET
    build: tuple[Card, Card] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.card is UNSET) == (self.build is UNSET):
            raise ValueError("a target is either a card or a build")
        if self.build is not UNSET:
            first, second = sorted(self.build)
            msgspec.structs.force_setattr(self, "build", (first, second))


class Capture(Move, frozen=True, tag="capture"):
    hand_card: Card
    target: Target


class Build(Move, frozen=True, tag="build"):
    hand_card: Card
    table_card: Card
    build_value: int


class StealBuild(Move, frozen=True, tag="steal-build"):
    hand_card: Card
    from_player: Seat
    stolen_card: Card
    build_value: int


class Throw(Move, frozen=True, tag="throw"):
    hand_card: Card


class Exchange(Move, frozen=True, tag="exchange"):
    """Lay the 3 of hearts open and take the starter."""


class Keep(Move, frozen=True, tag="keep"):
    """Leave the starter where it is."""


AnyMove = Capture | Build | StealBuild | Throw | Exchange | Keep


# ---- Facts -------------------------------------------------------------------------------------


class Dealt(Fact, frozen=True, kw_only=True, tag="dealt"):
    round: int
    leader: Seat
    each: int
    starter: Card | None


class StockDealt(Fact, frozen=True, kw_only=True, tag="stock-dealt"):
    each: int


class Exchanged(Fact, frozen=True, kw_only=True, tag="exchanged"):
    """Done in the open: everybody sees who took the starter."""

    seat: Seat
    taken: Card


class Kept(Fact, frozen=True, kw_only=True, tag="kept"):
    """Known to the holder alone."""

    seat: Seat


class StarterStayed(Fact, frozen=True, kw_only=True, tag="starter-stayed"):
    """What everybody learns of a kept 3 of hearts."""

    starter: Card


class Captured(Fact, frozen=True, kw_only=True, tag="captured"):
    """`build` is the total of a captured build, None for a loose card."""

    seat: Seat
    card: Card
    taken: tuple[Card, ...]
    build: int | None


class Built(Fact, frozen=True, kw_only=True, tag="built"):
    seat: Seat
    card: Card
    table_card: Card
    value: int


class Stole(Fact, frozen=True, kw_only=True, tag="stole"):
    """`shows` is the card that the robbed pile shows now."""

    seat: Seat
    victim: Seat
    card: Card
    stolen: Card
    value: int
    shows: Card | None


class Threw(Fact, frozen=True, kw_only=True, tag="threw"):
    seat: Seat
    card: Card


class LeftOver(Fact, frozen=True, kw_only=True, tag="left-over"):
    """The cards on the table at the end went to the last capturer; None: to nobody."""

    seat: Seat | None
    cards: tuple[Card, ...]


class RoundScored(Fact, frozen=True, kw_only=True, tag="round-scored"):
    round: int
    scores: tuple[RoundScore, ...]
    totals: tuple[int, ...]


AnyFact = (
    Dealt
    | StockDealt
    | Exchanged
    | Kept
    | StarterStayed
    | Captured
    | Built
    | Stole
    | Threw
    | LeftOver
    | RoundScored
)


# ---- The contract ------------------------------------------------------------------------------


def deal(seats: int, options: Options, chance: Chance) -> Step:
    """The first round; chance deals first, then picks who leads."""
    if seats not in INFO.players:
        raise InvalidOptions(Reason(gettext_noop("This game is for 2 or 3 players.")))
    deck = chance.shuffle(DECK)
    leader = chance.pick([Seat(seat) for seat in range(seats)])
    return deal_round(options, 1, leader, deck, totals=(0,) * seats, summary=None)


def legal_moves(state: State, seat: Seat) -> Sequence[AnyMove]:
    """Captures first, then builds, steals and throws. In the window only the holder may move."""
    if state.phase == "exchange":
        return (Exchange(), Keep()) if seat == holder_of_three(state) else ()
    if state.phase == "over" or seat != state.turn:
        return ()
    hand = state.hands[seat]
    return (
        *captures_of(state, hand),
        *builds_of(state, hand),
        *steals_of(state, seat, hand),
        *(Throw(card) for card in hand),
    )


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    from games.forty.reasons import why_not as reason

    return reason(state, seat, move)


def apply(state: State, seat: Seat, move: AnyMove, chance: Chance) -> Step:
    """One card is played, then the turn passes on, or the round ends."""
    match move:
        case Exchange():
            return the_three_is_swapped(state, seat)
        case Keep():
            return the_three_is_kept(state, seat)
        case Capture(card, Target(build=UnsetType())):
            taken = (str(move.target.card),)
            fact: AnyFact = Captured(seat=seat, card=card, taken=taken, build=None)
            state = captured(state, seat, card, taken)
        case Capture(card):
            build = build_named(state, move.target)
            fact = Captured(seat=seat, card=card, taken=build.cards, build=build.value)
            state = captured(state, seat, card, build.cards)
        case Build(card, table_card, value):
            fact = Built(seat=seat, card=card, table_card=table_card, value=value)
            state = msgspec.structs.replace(
                state,
                loose=without(state.loose, table_card),
                builds=(*state.builds, TableBuild((table_card, card), value)),
            )
        case StealBuild(card, victim, stolen, value):
            rest = state.piles[victim][:-1]
            shows = rest[-1] if rest else None
            fact = Stole(
                seat=seat, victim=victim, card=card, stolen=stolen, value=value, shows=shows
            )
            state = msgspec.structs.replace(
                state,
                piles=with_seat(state.piles, victim, rest),
                builds=(*state.builds, TableBuild((stolen, card), value)),
            )
        case Throw(card):
            fact = Threw(seat=seat, card=card)
            state = msgspec.structs.replace(state, loose=(*state.loose, card))
    hand = without(state.hands[seat], move.hand_card)
    state = msgspec.structs.replace(state, hands=with_seat(state.hands, seat, hand))
    after = the_turn_passes(state, chance)
    return Step(after.state, (fact, *after.facts))


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
    )


def timer(state: State) -> Timer | None:
    """Each turn has its own clock, which throws the lowest card; the window closes by itself."""
    if state.phase == "over":
        return None
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


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str = "sharp") -> AnyMove:
    from games.forty.bot import choose

    return choose(view, moves, chance, level)


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
    turn = Seat((state.turn + 1) % seats)
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
    """What is left goes to the last capturer, points are counted, the next round is dealt."""
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
    if state.round == state.options.rounds:
        return Step(
            msgspec.structs.replace(state, phase="over", totals=totals, summary=scores), facts
        )
    leader = Seat((state.leader + 1) % len(totals))
    deck = chance.shuffle(DECK)
    following = deal_round(state.options, state.round + 1, leader, deck, totals, scores)
    return Step(following.state, (*facts, *following.facts))


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


def captures_of(state: State, hand: Sequence[Card]) -> list[Capture]:
    """One target a turn: a loose card of the same value, or a build of that total."""
    moves = [
        Capture(card, Target(card=loose))
        for card in hand
        for loose in state.loose
        if VALUES[loose] == VALUES[card]
    ]
    moves += [
        Capture(card, Target(build=build.cards))
        for card in hand
        for build in state.builds
        if build.value == VALUES[card]
    ]
    return moves


def builds_of(state: State, hand: Sequence[Card]) -> list[Build]:
    totals = totals_kept(hand)
    return [
        Build(card, loose, VALUES[card] + VALUES[loose])
        for card in hand
        for loose in state.loose
        if VALUES[card] + VALUES[loose] in totals
    ]


def steals_of(state: State, seat: Seat, hand: Sequence[Card]) -> list[StealBuild]:
    """Only the top of another's pile is within reach."""
    totals = totals_kept(hand)
    return [
        StealBuild(card, Seat(victim), pile[-1], VALUES[card] + VALUES[pile[-1]])
        for card in hand
        for victim, pile in enumerate(state.piles)
        if victim != seat and pile and VALUES[card] + VALUES[pile[-1]] in totals
    ]


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
        loose=tuple(loose for loose in state.loose if loose not in taken),
        builds=tuple(build for build in state.builds if build.cards != taken),
        piles=with_seat(state.piles, seat, (*state.piles[seat], card, *taken)),
        last_capturer=seat,
    )


def build_named(state: State, target: Target) -> TableBuild:
    return next(build for build in state.builds if Target(build=build.cards) == target)


def cards_on_the_table(state: State) -> tuple[Card, ...]:
    return (*state.loose, *(card for build in state.builds for card in build.cards))


def in_blocks(deck: Sequence[Card], seats: int, each: int) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(deck[seat * each : (seat + 1) * each]) for seat in range(seats))


def top_of(pile: Sequence[Card]) -> Card | None:
    return pile[-1] if pile else None


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(other for other in hand if other != card)


def with_seat(
    rows: tuple[tuple[Card, ...], ...], seat: Seat, row: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*rows[:seat], row, *rows[seat + 1 :])

"""The bot of Sudden Death 31. It sees its seat's view, and has no memory.

All levels weigh a card by the cards they cannot see. `gentle` looks at its total only; `steady`
reckons how likely it beats the others, who may have turns of their own, and looks one draw further
when it has another turn. Both bet small and now and then play on a whim. `sharp` has no whims, and
bets by what it reckons, as people do: much only with a hand for it.
"""

from collections.abc import Iterable, Sequence

from games.engine import cards
from games.engine.cards import Card, without
from games.engine.chance import best_of
from games.engine.contract import Chance, Reason, gettext_noop
from games.thirtyone.hands import (
    DECK,
    EACH,
    FEWEST_TURNS,
    GOAL,
    HEIGHTS,
    VALUES,
    strength_of,
    strikes,
    turns_for,
)
from games.thirtyone.values import AnyMove, Bet, Discard, Draw, Swap, View

WHIMS = {"gentle": 5, "steady": 10}
"""One turn in so many is played without thinking."""
LIKES = 20
"""From this total on both bet two chips instead of one."""
CAUTION = 0.02
"""How much a high card is missed that the next player may take up."""

# How often a total beats one other hand, a tie counting half: of three cards as they are dealt,
# over all 22,100 of them, and after one sensible turn. Totals from 0 to 31.
BEATS_DEALT = (
    0.0, 0.0, 0.0, 0.001, 0.003, 0.009, 0.021, 0.04, 0.069, 0.108, 0.262, 0.451, 0.536, 0.59,
    0.644, 0.694, 0.742, 0.787, 0.829, 0.867, 0.913, 0.955, 0.974, 0.978, 0.982, 0.986, 0.99,
    0.992, 0.995, 0.997, 0.998, 1.0,
)  # fmt: skip
BEATS_IMPROVED = (
    0.0, 0.0, 0.0, 0.0, 0.0, 0.001, 0.003, 0.007, 0.016, 0.033, 0.102, 0.2, 0.271, 0.337,
    0.403, 0.468, 0.535, 0.602, 0.666, 0.728, 0.803, 0.875, 0.911, 0.925, 0.939, 0.951, 0.962,
    0.971, 0.98, 0.987, 0.993, 1.0,
)  # fmt: skip


LEAD = 1.5
"""How much more than its share of the chips a leading stack is worth."""
STAKES = ((0.85, 1.0), (0.7, 0.5), (0.5, 0.3), (0.0, 0.15))
"""From this chance of winning the hand on, at most this share of the smallest stack is staked."""
DESPERATE = 0.5
"""Below this share of the mean stack it stakes what it likes: there is little left to lose."""
EDGE = 1.5
"""It plays better than most, so a game that goes on is worth more to it than its share."""
TIE = 0.05
"""Between equal totals the higher cards win, now and then."""
SURE = 1.0

CARDS = {
    card: (
        cards.rank(card),
        cards.suit(card),
        VALUES[card] + HEIGHTS[card] / 1000,
    )
    for card in DECK
}
"""Rank, suit and weight; behind the point stands what helps in a tie."""


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str = "sharp") -> AnyMove:
    """One of the legal moves."""
    if len(moves) == 1:
        return moves[0]
    if level in WHIMS and isinstance(moves[0], Bet):
        return moves[min(len(moves), 1 + (strength_of(view.hand)[0] >= LIKES)) - 1]
    if level in WHIMS and chance.pick(range(WHIMS[level])) == 0:
        return chance.pick(moves)
    table = Guess(view, plain=level == "gentle")
    match moves[0]:
        case Bet():
            return table.best_bet(moves)
        case Discard():
            return table.discard(moves, chance)
        case _:
            return table.draw_or_swap(moves, chance)


class Guess:
    """What a seat can reckon about the cards it does not see."""

    def __init__(self, view: View, plain: bool) -> None:
        self.view = view
        self.plain = plain
        self.me = view.turn or 0
        self.seats = len(view.chips)
        seen = {*view.hand, *view.discards}
        self.unseen = [card for card in DECK if card not in seen]
        self.beats = self.odds(self.me, view.turns_left)

    def odds(self, first: int, turns: int) -> list[float]:
        """How likely each total beats all others, if the turns left begin with this seat."""
        if self.plain:
            return [total / GOAL for total in range(GOAL + 1)]
        theirs = [
            turns_of(seat, first, turns, self.seats)
            for seat in range(self.seats)
            if seat != self.me
        ]
        improved = sum(theirs)
        dealt = theirs.count(0)
        return [
            BEATS_IMPROVED[total] ** improved * BEATS_DEALT[total] ** dealt
            for total in range(GOAL + 1)
        ]

    # ---- A turn ----------------------------------------------------------------------------------

    def draw_or_swap(self, moves: Sequence[AnyMove], chance: Chance) -> AnyMove:
        """Draws if the mean of what may come is better than the card that lies open."""
        hand = self.view.hand
        swaps = [move for move in moves if isinstance(move, Swap)]
        if swaps:
            best_swap = max(self.as_it_is(self.swapped(move.card)) for move in swaps)
            if best_swap >= self.after_a_draw(hand):
                return best_of(
                    swaps, [self.kept(self.swapped(m.card), m.card) for m in swaps], chance
                )
        return moves[0]

    def discard(self, moves: Sequence[AnyMove], chance: Chance) -> AnyMove:
        hand = self.view.hand
        cards_ = [move.card for move in moves if isinstance(move, Discard)]
        return best_of(moves, [self.kept(without(hand, card), card) for card in cards_], chance)

    def swapped(self, card: Card) -> tuple[Card, ...]:
        return (*without(self.view.hand, card), str(self.view.discard_top))

    def kept(self, hand: tuple[Card, ...], thrown: Card) -> float:
        """How likely this hand wins, less what is given away with the card that leaves it."""
        left = self.view.turns_left
        if strikes(hand):
            return SURE
        if self.plain or left < 2:
            return self.as_it_is(hand)
        worth = self.with_another_turn(hand) if left > self.seats else self.as_it_is(hand)
        return worth - CAUTION * VALUES[thrown] / 11

    def after_a_draw(self, hand: tuple[Card, ...]) -> float:
        """The mean over every card that may come, each time with the best discard."""
        pairs = [without(hand, card) for card in hand]
        stay = self.as_it_is(hand)
        sums = [max(stay, *(self.as_it_is((*pair, c)) for pair in pairs)) for c in self.unseen]
        return sum(sums) / len(sums)

    def as_it_is(self, hand: tuple[Card, ...]) -> float:
        """How likely this hand wins if nothing more comes to it."""
        (r1, s1, w1), (r2, s2, w2), (r3, s3, w3) = (CARDS[card] for card in hand)
        if r1 == r2 == r3:
            return SURE
        if s1 == s2:
            weight = w1 + w2 + w3 if s2 == s3 else max(w1 + w2, w3)
        elif s1 == s3:
            weight = max(w1 + w3, w2)
        elif s2 == s3:
            weight = max(w2 + w3, w1)
        else:
            weight = max(w1, w2, w3)
        total = int(weight)
        return self.beats[total] + (weight - total) * TIE

    def with_another_turn(self, hand: tuple[Card, ...]) -> float:
        """The mean over the next draw, reckoned by totals: a card adds to the suit it fits."""
        totals, lowest = suits_of(hand)
        now = max(totals.values())
        ranks = [cards.rank(card) for card in hand]
        pair = next((rank for rank in ranks if ranks.count(rank) == 2), None)
        stay, sure = self.beats[now], 0.0
        for drawn in self.unseen:
            rank, suit = cards.rank(drawn), cards.suit(drawn)
            if rank == pair:
                sure += SURE
                continue
            reached = totals[suit] + VALUES[drawn] - min(lowest[suit], VALUES[drawn])
            sure += self.beats[reached] if reached > now else stay
        return sure / len(self.unseen)

    # ---- The bet ---------------------------------------------------------------------------------

    def best_bet(self, moves: Sequence[AnyMove]) -> AnyMove:
        """The bet after which the game is most likely won."""
        amounts = [move.amount for move in moves if isinstance(move, Bet)]
        chances = {turns: self.win_with(turns) for turns in {turns_for(a) for a in amounts}}
        sensible = [a for a in amounts if a <= self.most_staked(chances[turns_for(a)])]
        after = [self.game_after(amount, chances[turns_for(amount)]) for amount in sensible]
        return Bet(sensible[after.index(max(after))])

    def most_staked(self, win: float) -> int:
        """As people bet: much only with a hand for it, or when there is little left to lose."""
        chips = self.view.chips
        if chips[self.me] * len(chips) < DESPERATE * sum(chips):
            return min(chips)
        share = next(share for least, share in STAKES if win >= least)
        return max(1, int(share * min(chips)))

    def win_with(self, turns: int) -> float:
        """How likely this hand is won. Turns start at my left, so mine comes last."""
        self.beats = self.odds((self.me + 1) % self.seats, turns)
        hand = self.view.hand
        if strikes(hand):
            return SURE
        return self.with_another_turn(hand) if turns >= self.seats else self.as_it_is(hand)

    def game_after(self, amount: int, win: float) -> float:
        """How the game stands after this bet, won or lost to one of the others."""
        stacks = [stack - amount for stack in self.view.chips]
        pot = amount * self.seats
        total = 0.0
        for winner in range(self.seats):
            stacks[winner] += pot
            likely = win if winner == self.me else (1 - win) / (self.seats - 1)
            total += likely * self.standing(stacks)
            stacks[winner] -= pot
        return total

    def standing(self, stacks: Sequence[int]) -> float:
        """How likely the game is won from here: decided when somebody is broke."""
        mine = stacks[self.me]
        if 0 in stacks:
            top = max(stacks)
            return (mine == top) / stacks.count(top)
        powers: list[float] = [stack**LEAD for stack in stacks]
        mine_now = powers[self.me] * EDGE
        return mine_now / (sum(powers) - powers[self.me] + mine_now)


# ---- Small words -------------------------------------------------------------------------------


def turns_of(seat: int, first: int, turns: int, seats: int) -> int:
    """How many of the turns left are this seat's."""
    ahead = (seat - first) % seats
    return max(0, -(-(turns - ahead) // seats))


def suits_of(hand: Iterable[Card]) -> tuple[dict[str, int], dict[str, int]]:
    """The total of each suit, and what a card more of it would push out."""
    values: dict[str, list[int]] = {suit: [] for suit in cards.SUITS}
    for card in hand:
        values[cards.suit(card)].append(VALUES[card])
    totals = {suit: sum(held) for suit, held in values.items()}
    lowest = {suit: min(held) if len(held) == EACH else 0 for suit, held in values.items()}
    return totals, lowest


# ---- In words ----------------------------------------------------------------------------------


def explain(view: View, move: AnyMove) -> Reason | None:
    """What this move is good for, in a sentence that gives nothing away of the hand."""
    match move:
        case Bet(amount) if turns_for(amount) == FEWEST_TURNS:
            return Reason(gettext_noop("A high bet buys a single turn: hardly a hand gets better."))
        case Bet(amount):
            return Reason(
                gettext_noop("A bet of %(amount)s buys %(turns)s turns: time to get better."),
                {"amount": amount, "turns": turns_for(amount)},
            )
        case Swap():
            return Reason(
                gettext_noop("The %(card)s lies open, so it is sure. A draw never is."),
                {"card": cards.short(str(view.discard_top))},
            )
        case Draw() if view.discard_top is not None:
            return Reason(
                gettext_noop("Left the %(card)s to the next: %(unseen)s others may come."),
                {"card": cards.short(view.discard_top), "unseen": view.deck},
            )
        case _:
            return None

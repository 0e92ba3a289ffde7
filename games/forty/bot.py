"""Forty's bot. It sees its seat's view, and nothing it saw earlier: it has no memory.

`gentle` and `steady` look at what a move brings right now, and play on a whim: gentle often, steady
now and then. `sharp` weighs what it leaves to the others: how likely each card on the table is to
be taken before its next turn, given the cards it cannot see, and what it could still take itself.
"""

from collections.abc import Iterable, Sequence

from games.engine import cards
from games.engine.chance import best_of
from games.engine.contract import Chance, Reason, gettext_noop
from games.forty.values import (
    DECK,
    HIGHEST_BUILD,
    MOST_CARDS,
    PAIRED,
    POINT_CARDS,
    THREE_OF_HEARTS,
    VALUES,
    AnyMove,
    Build,
    Capture,
    Exchange,
    Keep,
    StealBuild,
    TableBuild,
    Target,
    Throw,
    View,
)

WHIMS = {"gentle": 3, "steady": 10}
"""One move in so many is played without thinking."""

POINT = 1.0
SPADE = 0.3
"""Five spades of ten count 1, six 2: on average a spade is worth this much."""
CARD = 0.07
"""And so is any card, on the way to twenty-one."""

WORTH = {
    card: CARD + POINT * (card in POINT_CARDS) + SPADE * (cards.suit(card) == "S") for card in DECK
}
WORTH_ALONE = {card: worth - CARD for card, worth in WORTH.items()}
"""Once somebody has twenty-one cards, plain ones are worth nothing."""
OF_VALUE = {
    value: tuple(card for card in DECK if VALUES[card] == value)
    for value in range(1, HIGHEST_BUILD + 1)
}

LOSS = 1.0
"""How much a card that another takes counts against one that I take."""
LATER = 1.0
"""What I could take next turn, against what I take now."""
HELD = 0.25
"""A card in the hand is not yet mine, but still can be."""
GONE = 0.5
"""How surely a card that another could take is gone by my next turn: they have but one card."""
STOLEN = 0.5
"""A stolen card lies in a build that I may still take back."""
STAYS = 0.8
"""How likely each further turn leaves the last capturer the last."""
NEAR_THE_END = 6


def bot(view: View, moves: Sequence[AnyMove], chance: Chance, level: str = "sharp") -> AnyMove:
    """One of the legal moves."""
    if len(moves) == 1:
        return moves[0]
    if isinstance(moves[0], Exchange | Keep):
        return swap_or_keep(view, moves)
    if level in WHIMS:
        if chance.pick(range(WHIMS[level])) == 0:
            return chance.pick(moves)
        return best_of(moves, [gain_at_once(view, move) for move in moves], chance)
    table = Guess(view)
    return best_of(moves, [table.prospect(move) for move in moves], chance)


def swap_or_keep(view: View, moves: Sequence[AnyMove]) -> AnyMove:
    """The starter is worth having for its points, or when the 3 can be taken back."""
    starter = str(view.starter)
    another_three = any(VALUES[c] == 3 and c != THREE_OF_HEARTS for c in view.hand)
    match_for_starter = any(VALUES[c] == VALUES[starter] for c in view.hand)
    swap = WORTH[starter] - CARD + 0.1 * another_three > 0.2 * match_for_starter
    return moves[0] if swap == isinstance(moves[0], Exchange) else moves[-1]


def gain_at_once(view: View, move: AnyMove) -> float:
    """What goes to my pile with this move, or is given away by it."""
    match move:
        case Capture(card):
            return WORTH[card] + sum(WORTH[taken] for taken in taken_by(view, move.target))
        case Build(_, _, value) | StealBuild(_, _, _, value):
            return CARD * value / HIGHEST_BUILD
        case Throw(card):
            return -WORTH[card]
        case _:
            return 0.0


def taken_by(view: View, target: Target) -> tuple[str, ...]:
    """The cards that a capture takes, in the order in which they come onto the pile."""
    if isinstance(target.card, str):
        return (target.card,)
    return next(b.cards for b in view.table.builds if PAIRED[b.cards] == target)


class Guess:
    """What a seat can reckon about the cards it does not see."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me = view.turn or 0
        others = [p for seat, p in enumerate(view.players) if seat != self.me]
        self.opponents = len(others)
        self.against = sum(player.hand_count for player in others)
        if not self.against:
            # After my last card the stock is dealt, and they hold new cards.
            self.against = view.stock // len(view.players) * self.opponents
        seen = {*view.hand, *view.table.loose}
        seen.update(card for build in view.table.builds for card in build.cards)
        seen.update(player.pile_top for player in view.players if player.pile_top)
        self.unseen = len(DECK) - len(seen)
        self.hidden = {v: [c for c in of if c not in seen] for v, of in OF_VALUE.items()}
        race_is_over = any(player.pile_count >= MOST_CARDS for player in view.players)
        self.worth = WORTH_ALONE if race_is_over else WORTH
        self.odds = {v: self.chance_of(len(hidden)) for v, hidden in self.hidden.items()}
        self.company = {
            v: sum(self.worth[c] for c in hidden) / len(hidden) if hidden else 0.0
            for v, hidden in self.hidden.items()
        }
        hands = sum(player.hand_count for player in view.players)
        self.turns_left = hands - 1 + view.stock

    def chance_of(self, copies: int) -> float:
        """That at least one of so many unseen cards is in another hand."""
        none = 1.0
        for i in range(copies):
            none *= max(0, self.unseen - self.against - i) / (self.unseen - i)
        return 1.0 - none

    def prospect(self, move: AnyMove) -> float:
        """My cards, less what the others may take of what I leave, plus what I may take next."""
        view, gain = self.view, 0.0
        loose, builds = view.table.loose, view.table.builds
        tops = [player.pile_top for player in view.players]
        last = view.last_capturer
        match move:
            case Capture(card):
                taken = taken_by(view, move.target)
                gain = self.worth[card] + sum(self.worth[c] for c in taken)
                loose = tuple(c for c in loose if c not in taken)
                builds = tuple(b for b in builds if set(b.cards) != set(taken))
                tops[self.me] = taken[-1]
                last = view.turn
            case Build(card, other, value):
                loose = tuple(c for c in loose if c != other)
                builds = (*builds, TableBuild((other, card), value))
            case StealBuild(card, victim, stolen, value):
                gain = LOSS * self.worth[stolen] / self.opponents
                builds = (*builds, TableBuild((stolen, card), value))
                tops[victim] = None
            case Throw(card):
                loose = (*loose, card)
            case _:
                return 0.0
        hand = [c for c in view.hand if c != card]
        lying = [(VALUES[c], self.worth[c]) for c in loose]
        lying += [(b.value, sum(self.worth[c] for c in b.cards)) for b in builds]
        score = gain
        score -= LOSS * self.others_take(lying)
        score += self.i_may_take(lying, hand)
        score += HELD * sum(self.worth[c] for c in hand)
        score -= STOLEN * self.stolen_from_me(tops[self.me])
        score += self.left_over(lying, hand, last)
        return score

    def others_take(self, lying: Iterable[tuple[int, float]]) -> float:
        """They take the best they can: each thing counts if nothing better could be taken."""
        loss, free = 0.0, 1.0
        prizes = sorted(((w + self.company[v], v) for v, w in lying), reverse=True)
        known: set[int] = set()
        for prize, value in prizes:
            if value in known:
                continue
            known.add(value)
            loss += prize * free * self.odds[value]
            free *= 1 - self.odds[value]
        return loss

    def i_may_take(self, lying: Iterable[tuple[int, float]], hand: Sequence[str]) -> float:
        """My best capture next turn, if it is still there, with the card that I hold for it."""
        best = 0.0
        for value, worth in lying:
            mine = max((self.worth[c] for c in hand if VALUES[c] == value), default=None)
            if mine is not None:
                there = 1 - GONE * self.odds[value]
                best = max(best, LATER * (worth + mine) * there - HELD * mine)
        return best

    def stolen_from_me(self, top: str | None) -> float:
        """Somebody has both the card to build on my top with, and the one to take the build."""
        if top is None:
            return 0.0
        none = 1.0
        for value in range(1, HIGHEST_BUILD + 1 - VALUES[top]):
            none *= 1 - self.odds[value] * self.odds[value + VALUES[top]] / self.opponents
        return (1 - none) * self.worth[top]

    def left_over(
        self, lying: Iterable[tuple[int, float]], hand: Sequence[str], last: int | None
    ) -> float:
        """Near the end, what nobody will take from the table is the last capturer's."""
        if last is None or self.turns_left > NEAR_THE_END:
            return 0.0
        mine = {VALUES[c] for c in hand}
        table = sum(w * (1 - self.odds[v]) for v, w in lying if v not in mine)
        stays = STAYS**self.turns_left
        return table * stays if last == self.me else -table * stays / self.opponents


# ---- In words ----------------------------------------------------------------------------------


def explain(view: View, move: AnyMove) -> Reason | None:
    """What this move is good for, in a sentence that gives nothing away of the hand."""
    match move:
        case Capture(card):
            return why_taken([card, *taken_by(view, move.target)])
        case Build(_, _, value):
            return Reason(
                gettext_noop("Two cards at once: who holds a %(value)s can take them."),
                {"value": value},
            )
        case StealBuild(_, _, stolen):
            return Reason(
                gettext_noop("The top of a pile is not safe: the %(card)s can still be mine."),
                {"card": cards.short(stolen)},
            )
        case Throw(card) if WORTH[card] == CARD:
            return Reason(
                gettext_noop("A plain card gives least away: threw the %(card)s."),
                {"card": cards.short(card)},
            )
        case _:
            return None


def why_taken(taken: Sequence[str]) -> Reason:
    point = next((card for card in taken if card in POINT_CARDS), None)
    if point is not None:
        return Reason(
            gettext_noop("Point cards first: the %(card)s counts."), {"card": cards.short(point)}
        )
    if any(cards.suit(card) == "S" for card in taken):
        return Reason(gettext_noop("Spades first: five of them count a point, six count two."))
    return Reason(gettext_noop("Every card counts on the way to twenty-one."))

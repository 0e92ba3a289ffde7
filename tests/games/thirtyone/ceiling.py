"""How often can anybody win Sudden Death 31 against two who play at random?

    python -m tests.games.thirtyone.ceiling

A random opener stakes half of the smallest stack, on the mean, on a hand of a single turn; and that
turn is often somebody else's. So there is a ceiling, and at most tables it is below 75 %.

1. `worth[n]` is how often a hand wins if its owner has n more turns and plays each of them for the
   win. The others' cards stay what they were dealt, any three: random play makes them no better.
2. Hands are played by that, with the real deck and random neighbours, for every opener and clock.
3. From the last hand backwards, for all stacks: the opener's best bet for each hand it may hold.

The second figure is a generous one: every hand in which there is a turn to play is won ten points
more often than anybody can. Where even that is below 75 %, no play reaches 75 %.
"""

from bisect import bisect_left, bisect_right
from itertools import combinations
from random import Random

from games.thirtyone.hands import DECK, strength_of, strikes, turns_for

SEATS = 3
LONGEST = 5
SAMPLE = 20_000
KINDS = 100
"""The opener's hands are sorted by what they are worth; so many of them stand for all."""
WITHOUT_LIMIT = 40
"""Hands after which a game without a limit is over, as good as always."""
TABLES = [(turns, chips) for turns in ("total", "each") for chips in (20, 10, 5, 2)]
N = len(DECK)

Triple = tuple[int, int, int]
Chances = dict[tuple[int, int], list[float]]
"""By opener and clock: how likely each seat wins the hand. Seat 0 is the one who thinks."""


def place(a: int, b: int, c: int) -> int:
    return (a * N + b) * N + c


class Hands:
    """All three-card hands, and what each is worth with so many turns to come."""

    def __init__(self) -> None:
        self.all = list(combinations(range(N), 3))
        cards = [[DECK[card] for card in hand] for hand in self.all]
        ranks = [(strikes(hand) is not None, strength_of(hand)) for hand in cards]
        ordered = sorted(ranks)
        first = []
        self.rank = [ranks[0]] * N**3
        for hand, rank in zip(self.all, ranks, strict=True):
            below, upto = bisect_left(ordered, rank), bisect_right(ordered, rank)
            share = (below + upto) / 2 / len(ordered)
            first.append(1.0 if rank[0] else share ** (SEATS - 1))
            for same in orders(hand):
                self.rank[place(*same)] = rank
        self.worth = [self.spread(first)]
        for _ in range(LONGEST):
            before = self.worth[-1]
            self.worth.append(self.spread([self.improved(hand, before) for hand in self.all]))

    def spread(self, values: list[float]) -> list[float]:
        table = [0.0] * N**3
        for hand, value in zip(self.all, values, strict=True):
            for same in orders(hand):
                table[place(*same)] = value
        return table

    def improved(self, hand: Triple, before: list[float]) -> float:
        """The mean over the next card, with the best of the four discards."""
        a, b, c = hand
        stay = before[place(a, b, c)]
        ab, ac, bc = (a * N + b) * N, (a * N + c) * N, (b * N + c) * N
        total = 0.0
        for d in range(N):
            if d not in hand:
                total += max(stay, before[ab + d], before[ac + d], before[bc + d])
        return total / (N - 3)


def orders(hand: Triple) -> tuple[Triple, ...]:
    a, b, c = hand
    return (a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)


def played(hands: Hands, opener: int, clock: int, luck: Random) -> list[int]:
    """One hand by the rules: who won it."""
    deck = luck.sample(range(N), 3 * SEATS + clock)
    held = [deck[3 * seat : 3 * seat + 3] for seat in range(SEATS)]
    top: int | None = None
    for step in range(1, SEATS + 1):
        if hands.rank[place(*held[(opener + step) % SEATS])][0]:
            return [(opener + step) % SEATS]
    for left in range(clock, 0, -1):
        seat = (opener + 1 + clock - left) % SEATS
        hand = held[seat]
        if seat == 0:
            thrown = best_turn(hands, hand, top, deck[-left], (left - 1) // SEATS)
        elif top is None or luck.randrange(4) == 0:
            four = [*hand, deck[-left]]
            thrown = four.pop(luck.randrange(4))
            hand[:] = four
        else:
            at = luck.randrange(3)
            thrown, hand[at] = hand[at], top
        top = thrown
        if hands.rank[place(*hand)][0]:
            return [seat]
    ranks = [hands.rank[place(*hand)] for hand in held]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def best_turn(hands: Hands, hand: list[int], top: int | None, drawn: int, later: int) -> int:
    """Swaps if that is worth more than a draw; keeps the best three. Gives what was thrown."""
    worth = hands.worth[later]
    swaps = [] if top is None else [without([*hand, top], card) for card in hand]
    best = max((worth[place(*kept)] for kept in swaps), default=-1.0)
    four = [*hand, drawn] if best < hands.worth[later + 1][place(*hand)] else [*hand, top or 0]
    kept = max(
        (without(four, card) for card in (four if four[3] == drawn else hand)),
        key=lambda three: worth[place(*three)],
    )
    hand[:] = kept
    return next(card for card in four if card not in kept)


def without(hand: list[int], card: int) -> Triple:
    a, b, *rest = (other for other in hand if other != card)
    return (a, b, *rest)  # type: ignore[return-value]


def chances(hands: Hands, each: bool, luck: Random) -> Chances:
    found: Chances = {}
    for opener in range(SEATS):
        for turns in range(1, LONGEST + 1):
            clock = turns * SEATS if each else turns
            won = [0.0] * SEATS
            for _ in range(SAMPLE):
                winners = played(hands, opener, clock, luck)
                for seat in winners:
                    won[seat] += 1 / len(winners) / SAMPLE
            found[opener, turns] = won
    return found


def own_turns(opener: int, turns: int, each: bool) -> int:
    """How many turns of a hand are the thinker's."""
    first = (0 - opener - 1) % SEATS
    return turns if each else len(range(first, turns, SEATS))


class Game:
    """The value of every position, from the last hand backwards."""

    def __init__(self, hands: Hands, table: Chances, each: bool, gift: float) -> None:
        self.each = each
        self.table = {key: more(won, gift * self.thinks(*key)) for key, won in table.items()}
        ordered = sorted(hands.all, key=lambda hand: hands.worth[1][place(*hand)])
        step = len(ordered) // KINDS
        kinds = [place(*hand) for hand in ordered[step // 2 :: step]]
        self.kinds = [
            {
                turns: min(
                    1.0,
                    hands.worth[own_turns(0, turns, each)][kind] + gift * self.thinks(0, turns),
                )
                for turns in range(1, LONGEST + 1)
            }
            for kind in kinds
        ]

    def thinks(self, opener: int, turns: int) -> bool:
        return own_turns(opener, turns, self.each) > 0

    def value(self, chips: int, hands: int | None) -> float:
        """Of a fresh game, before the opener is chosen."""
        if chips == 2:  # sudden death: five turns, and that is all
            return sum(self.table[opener, LONGEST][0] for opener in range(SEATS)) / SEATS
        total = SEATS * chips
        stacks = [(a, b, total - a - b) for a in range(1, total) for b in range(1, total - a)]
        now = {(o, s): won_by_chips(s) for s in stacks for o in range(SEATS)}
        for _ in range(hands or WITHOUT_LIMIT):
            now = {(o, s): self.hand(o, s, now) for s in stacks for o in range(SEATS)}
        return sum(now[o, (chips, chips, chips)] for o in range(SEATS)) / SEATS

    def hand(self, opener: int, stacks: Triple, later: dict[tuple[int, Triple], float]) -> float:
        bets = range(1, min(stacks) + 1)
        after = [[self.after(opener, stacks, bet, w, later) for w in range(SEATS)] for bet in bets]
        if opener == 0:
            lines = [
                (turns_for(b), a[0], (a[1] + a[2]) / 2) for b, a in zip(bets, after, strict=True)
            ]
            return sum(
                max(lose + kind[turns] * (win - lose) for turns, win, lose in lines)
                for kind in self.kinds
            ) / len(self.kinds)
        total = 0.0
        for bet, values in zip(bets, after, strict=True):
            won = self.table[opener, turns_for(bet)]
            total += sum(chance * value for chance, value in zip(won, values, strict=True))
        return total / len(bets)

    def after(
        self,
        opener: int,
        stacks: Triple,
        bet: int,
        winner: int,
        later: dict[tuple[int, Triple], float],
    ) -> float:
        paid = [stack - bet for stack in stacks]
        paid[winner] += SEATS * bet
        a, b, c = paid
        if 0 in paid:
            return won_by_chips((a, b, c))
        return later[(opener + 1) % SEATS, (a, b, c)]


def more(won: list[float], gift: float) -> list[float]:
    mine = min(1.0, won[0] + gift)
    rest = (1 - mine) / (1 - won[0])
    return [mine, *(chance * rest for chance in won[1:])]


def won_by_chips(stacks: Triple) -> float:
    return float(stacks[0] == max(stacks)) / stacks.count(max(stacks))


def main() -> None:
    hands = Hands()
    luck = Random(31)
    table = {each: chances(hands, each, luck) for each in (False, True)}
    for turns, chips in TABLES:
        each = turns == "each"
        best, generous = (Game(hands, table[each], each, g).value(chips, 10) for g in (0, 0.1))
        print(f"{turns:5} {chips:2} chips, 10 hands: at best {best:.1%}, generously {generous:.1%}")


if __name__ == "__main__":
    main()

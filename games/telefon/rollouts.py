"""Monte Carlo rollouts: the game is played on a few turns, with the hidden tiles dealt anew.

Each world gives the others hands that fit what they were seen to lack. In it everybody takes the
most points, turn after turn; when the look ahead stops, what is still in a hand counts against it.
"""

from collections.abc import Sequence
from random import Random

from games.telefon.position import (
    BIT,
    HAVING,
    Position,
    bits,
    lay,
    most_points,
    pips_of,
    position_of,
)
from games.telefon.scoring import points_of, rounded_up
from games.telefon.values import Board, View

WORLDS = 64
"""Divided by the players: with more of them each world takes longer to play."""
ROUNDS = 2.5
"""How far it looks: so many turns of everybody."""
PIP_LEFT = 0.6
"""What a pip in hand costs when the look ahead stops."""
TILE_LEFT = 1.5
"""What a tile in hand costs then."""

World = tuple[list[int], list[int]]
"""Hands by seat, and the bazar in the order in which it will be drawn."""


class Rollouts:
    """The worlds that one seat can imagine. All its moves are tried in the same ones."""

    def __init__(self, view: View, hidden: Sequence[str], luck: Random) -> None:
        self.view = view
        self.me = view.turn or 0
        self.seats = len(view.players)
        self.turns = round(ROUNDS * self.seats)
        self.sides = 2 if view.teams else self.seats
        self.worlds = [self.imagined(hidden, luck) for _ in range(WORLDS // self.seats)]

    def imagined(self, hidden: Sequence[str], luck: Random) -> World:
        """Whoever has shown to lack most is given tiles first."""
        rest = [BIT[tile] for tile in hidden]
        luck.shuffle(rest)
        hands = [0] * self.seats
        hands[self.me] = bits(self.view.hand)
        others = [seat for seat in range(self.seats) if seat != self.me]
        for seat in sorted(others, key=lambda seat: -len(self.view.players[seat].lacks)):
            player = self.view.players[seat]
            lacking = 0
            for value in player.lacks:
                lacking |= HAVING[value]
            if lacking:
                # The bazar keeps its random order, but for what nobody else can hold.
                rest.sort(key=lambda tile: bool(tile & lacking))
            hands[seat] = sum(rest[: player.hand_count])
            rest = rest[player.hand_count :]
            if lacking:
                luck.shuffle(rest)
        return hands, rest

    def after(self, board: Board, tile: str, scored: int) -> float:
        """What my side comes out with against the others if I lay this tile, on the mean."""
        position = position_of(board)
        found = [self.played_on(position, world, BIT[tile], scored) for world in self.worlds]
        return sum(found) / len(found)

    def played_on(self, position: Position, world: World, tile: int, scored: int) -> float:
        seats, seat = self.seats, self.me
        hands, bazar = list(world[0]), world[1]
        gains = [0.0] * seats
        gains[seat] = scored
        hands[seat] ^= tile
        drawn = passes = 0
        for _ in range(self.turns):
            if not hands[seat]:
                return self.won(seat, gains, hands)
            seat = (seat + 1) % seats
            best = most_points(position, hands[seat])
            while best is None and drawn < len(bazar):
                # What was in the hand before does not fit; the drawn tile may.
                best = most_points(position, bazar[drawn])
                hands[seat] |= bazar[drawn]
                drawn += 1
            if best is None:
                passes += 1
                if passes == seats:
                    return self.blocked(gains, hands)
                continue
            passes = 0
            at, fitting = best
            position = lay(position, at, fitting)
            gains[seat] += points_of(position[0])
            hands[seat] ^= fitting[0]
        if not hands[seat]:
            return self.won(seat, gains, hands)
        for holder, hand in enumerate(hands):
            gains[holder] -= PIP_LEFT * pips_of(hand) + TILE_LEFT * hand.bit_count()
        return self.ahead(gains)

    def won(self, seat: int, gains: list[float], hands: list[int]) -> float:
        """The winner gets the pips of all who are not of the same side."""
        side = seat % self.sides
        against = (pips_of(hand) for s, hand in enumerate(hands) if s % self.sides != side)
        gains[seat] += rounded_up(sum(against))
        return self.ahead(gains)

    def blocked(self, gains: list[float], hands: list[int]) -> float:
        """The fewest pips win, unless two sides have them."""
        pips = [pips_of(hand) for hand in hands]
        lowest = [seat for seat, count in enumerate(pips) if count == min(pips)]
        if len({seat % self.sides for seat in lowest}) == 1:
            return self.won(lowest[0], gains, hands)
        return self.ahead(gains)

    def ahead(self, gains: list[float]) -> float:
        """My side's points less the mean of the other sides'."""
        mine = sum(gains[self.me % self.sides :: self.sides])
        return mine - (sum(gains) - mine) / (self.sides - 1)

"""What a turn is worth: counted from the fortune card and how many dice show each face.

Sets of equal faces, every coin and diamond, the full chest, and what the card makes of them. The
same counting is the preview, the score and what the bots reckon with.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from games.engine.contract import Value

Face = Literal["coin", "diamond", "swords", "monkey", "parrot", "skull"]
FACES: tuple[Face, ...] = ("coin", "diamond", "swords", "monkey", "parrot", "skull")
COIN, DIAMOND, SWORDS, MONKEY, PARROT, SKULL = range(6)

Card = Literal[
    "captain",
    "sorceress",
    "chest",
    "storm",
    "monkey_business",
    "sea_battle_2",
    "sea_battle_3",
    "sea_battle_4",
    "zombie",
    "midas",
    "diamond_mine",
    "truce",
    "gold",
    "diamond",
    "skull_1",
    "skull_2",
]
TIMES_SHOWN: dict[Card, int] = {
    "captain": 3,
    "sorceress": 3,
    "chest": 3,
    "storm": 2,
    "monkey_business": 3,
    "sea_battle_2": 2,
    "sea_battle_3": 2,
    "sea_battle_4": 1,
    "zombie": 1,
    "midas": 1,
    "diamond_mine": 2,
    "truce": 1,
    "gold": 3,
    "diamond": 3,
    "skull_1": 3,
    "skull_2": 2,
}
DECK: tuple[Card, ...] = tuple(card for card, times in TIMES_SHOWN.items() for _ in range(times))

DICE = 8
SETS = {3: 100, 4: 200, 5: 500, 6: 1000, 7: 2000, 8: 4000}
FULL_CHEST = 500
TREASURE = 100
BATTLES: dict[str, tuple[int, int]] = {
    "sea_battle_2": (2, 250),
    "sea_battle_3": (3, 500),
    "sea_battle_4": (4, 1000),
}
"""Swords that win the battle, and what is won or lost."""
CARD_SKULLS: dict[str, int] = {"skull_1": 1, "skull_2": 2}
TOO_MANY = 3
"""So many skulls end a turn."""
ISLAND = 4
"""So many after the first roll lead to the Island of Skulls."""
PER_SKULL = 100
PER_SWORD = 500
ZOMBIE_SWORDS, ZOMBIE_PRIZE = 5, 1200

Counts = tuple[int, int, int, int, int, int]
"""How many dice show each face, in the order of FACES."""

What = Literal[
    "set",
    "coins",
    "diamonds",
    "full_chest",
    "captain",
    "battle_won",
    "battle_lost",
    "truce_broken",
    "zombies_beaten",
    "zombies_paid",
    "island",
    "lost",
]


class Line(Value, frozen=True):
    """One thing that counted. With `others`, its points are not the player's: each opponent's."""

    what: What
    count: int
    points: int
    face: Face | None = None
    others: bool = False


class Score(Value, frozen=True):
    points: int
    lines: tuple[Line, ...]


def counts_of(dice: Iterable[Face | None]) -> Counts:
    shown = list(dice)
    coin, diamond, swords, monkey, parrot, skull = (shown.count(face) for face in FACES)
    return coin, diamond, swords, monkey, parrot, skull


def skulls_of(card: Card | None, dice: Sequence[Face | None]) -> int:
    """Those on the card count with those on the dice."""
    return dice.count("skull") + CARD_SKULLS.get(card or "", 0)


def may_stop(card: Card, dice: Sequence[Face | None]) -> bool:
    """Truce: nobody stops while a sword shows."""
    return card != "truce" or "swords" not in dice


# ---- The end of a turn -------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def stopped(card: Card, counts: Counts) -> Score:
    """A turn that was stopped, or that the storm ended."""
    lines: tuple[Line, ...] = ()
    if card in BATTLES:
        needed, bonus = BATTLES[card]
        if counts[SWORDS] < needed:
            return scored(battle_lost(card, counts))
        lines = (Line("battle_won", counts[SWORDS], bonus),)
    lines = (*treasures(card, counts), *lines)
    if all_contribute(card, counts):
        lines = (*lines, Line("full_chest", DICE, FULL_CHEST))
    if card == "captain" and lines:
        lines = (*lines, Line("captain", 2, sum(line.points for line in lines)))
    return scored(*lines)


def disqualified(card: Card, counts: Counts, chest: Counts) -> Score:
    """Three skulls: only a chest saves anything; a battle is lost, a broken truce is paid for."""
    if card in BATTLES:
        return scored(battle_lost(card, counts))
    if card == "truce" and counts[SWORDS]:
        return scored(Line("truce_broken", counts[SWORDS], -PER_SWORD * counts[SWORDS]))
    if card == "chest" and any(chest):
        return scored(*treasures(card, chest))
    return scored(Line("lost", counts[SKULL] + CARD_SKULLS.get(card, 0), 0))


def on_the_island(card: Card, skulls: int) -> Score:
    """Nothing for the player; every opponent loses for every skull, twice with the captain."""
    each = PER_SKULL * (2 if card == "captain" else 1)
    return scored(Line("island", skulls, -each * skulls, others=True))


def after_the_zombies(swords: int, opponents: int) -> Score:
    """Five swords take the prize; fewer leave it to the opponents, in equal shares."""
    if swords >= ZOMBIE_SWORDS:
        return scored(Line("zombies_beaten", swords, ZOMBIE_PRIZE))
    return scored(Line("zombies_paid", swords, ZOMBIE_PRIZE // opponents, others=True))


# ---- What counts -------------------------------------------------------------------------------


def treasures(card: Card, counts: Counts) -> tuple[Line, ...]:
    """Sets, then every coin and diamond by itself, inside a set or not."""
    coins = counts[COIN] + (card == "gold")
    diamonds = counts[DIAMOND] + (card == "diamond")
    groups = {FACES[face]: n for face, n in set_groups(card, counts).items()}
    lines = [
        # Nine of a kind, with a card, score as eight.
        Line("set", n, SETS[min(n, DICE)], face)
        for face, n in groups.items()
        if n in SETS or n > DICE
    ]
    if coins:
        lines.append(Line("coins", coins, coins * coin_value(card)))
    if diamonds:
        lines.append(Line("diamonds", diamonds, diamonds * diamond_value(card)))
    return tuple(lines)


def set_groups(card: Card, counts: Counts) -> dict[int, int]:
    """The faces that form sets, and how many there are of each. Skulls form none."""
    groups = {COIN: counts[COIN] + (card == "gold"), DIAMOND: counts[DIAMOND] + (card == "diamond")}
    if card == "storm":
        # Only coins and diamonds weather the storm.
        return groups
    groups[SWORDS] = counts[SWORDS]
    if card == "monkey_business":
        return {**groups, MONKEY: counts[MONKEY] + counts[PARROT]}
    return {**groups, MONKEY: counts[MONKEY], PARROT: counts[PARROT]}


def all_contribute(card: Card, counts: Counts) -> bool:
    """The full chest: every one of the eight dice counts for something."""
    useful = counts[COIN] + counts[DIAMOND]
    for face, n in set_groups(card, counts).items():
        if face in (COIN, DIAMOND):
            continue
        # The two swords that win a battle are worth something even without a set.
        if n >= 3 or (face == SWORDS and card in BATTLES and n >= BATTLES[card][0]):
            useful += n
    return useful == DICE


def coin_value(card: Card) -> int:
    return TREASURE * (2 if card in ("midas", "storm") else 1)


def diamond_value(card: Card) -> int:
    return TREASURE * (3 if card == "diamond_mine" else 2 if card == "storm" else 1)


def battle_lost(card: Card, counts: Counts) -> Line:
    return Line("battle_lost", counts[SWORDS], -BATTLES[card][1])


def scored(*lines: Line) -> Score:
    """The player's own points; what opponents get or lose is beside them."""
    return Score(sum(line.points for line in lines if not line.others), lines)

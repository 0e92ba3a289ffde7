"""Scoring: what a turn is worth, counted from the card and how many dice show each face.

Sets of equal faces, every coin and diamond, the full chest, and what the card makes of them. The
same counting is the preview, the score and what the bots reckon with.
"""

from functools import lru_cache

from games.otzarot.deck import BATTLES, CARD_SKULLS, Card
from games.otzarot.dice import (
    COIN,
    DIAMOND,
    DICE,
    FACES,
    MONKEY,
    PARROT,
    SKULL,
    SWORDS,
    Counts,
    Faces,
)
from games.otzarot.values import Score, ScoreItem

SETS = {3: 100, 4: 200, 5: 500, 6: 1000, 7: 2000, 8: 4000}
FULL_CHEST = 500
TREASURE = 100
TOO_MANY = 3
"""So many skulls end a turn."""
ISLAND = 4
"""So many after the first roll lead to the Island of Skulls."""
PER_SKULL = 100
PER_SWORD = 500
ZOMBIE_SWORDS, ZOMBIE_PRIZE = 5, 1200


def skulls_of(card: Card | None, dice: Faces) -> int:
    """Those on the card count with those on the dice."""
    return dice.count("skull") + CARD_SKULLS.get(card or "", 0)


def may_stop(card: Card, dice: Faces) -> bool:
    """Truce: nobody stops while a sword shows."""
    return card != "truce" or "swords" not in dice


# ---- The end of a turn -------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def stopped(card: Card, counts: Counts) -> Score:
    """A turn that was stopped, or that the storm ended."""
    lines: tuple[ScoreItem, ...] = ()
    if card in BATTLES:
        needed, bonus = BATTLES[card]
        if counts[SWORDS] < needed:
            return scored(battle_lost(card, counts))
        lines = (ScoreItem("battle_won", counts[SWORDS], bonus),)
    lines = (*treasures(card, counts), *lines)
    if all_contribute(card, counts):
        lines = (*lines, ScoreItem("full_chest", DICE, FULL_CHEST))
    if card == "captain" and lines:
        lines = (*lines, ScoreItem("captain", 2, sum(line.points for line in lines)))
    return scored(*lines)


def disqualified(card: Card, counts: Counts, chest: Counts) -> Score:
    """Three skulls: only a chest saves anything; a battle is lost, a broken truce is paid for."""
    if card in BATTLES:
        return scored(battle_lost(card, counts))
    if card == "truce" and counts[SWORDS]:
        return scored(ScoreItem("truce_broken", counts[SWORDS], -PER_SWORD * counts[SWORDS]))
    if card == "chest" and any(chest):
        return scored(*treasures(card, chest))
    return scored(ScoreItem("lost", counts[SKULL] + CARD_SKULLS.get(card, 0), 0))


def on_the_island(card: Card, skulls: int) -> Score:
    """Nothing for the player; every opponent loses for every skull, twice with the captain."""
    each = PER_SKULL * (2 if card == "captain" else 1)
    return scored(ScoreItem("island", skulls, -each * skulls, others=True))


def after_the_zombies(swords: int, opponents: int) -> Score:
    """Five swords take the prize; fewer leave it to the opponents, in equal shares."""
    if swords >= ZOMBIE_SWORDS:
        return scored(ScoreItem("zombies_beaten", swords, ZOMBIE_PRIZE))
    return scored(ScoreItem("zombies_paid", swords, ZOMBIE_PRIZE // opponents, others=True))


# ---- What counts -------------------------------------------------------------------------------


def treasures(card: Card, counts: Counts) -> tuple[ScoreItem, ...]:
    """Sets, then every coin and diamond by itself, inside a set or not."""
    coins = counts[COIN] + (card == "gold")
    diamonds = counts[DIAMOND] + (card == "diamond")
    groups = {FACES[face]: n for face, n in set_groups(card, counts).items()}
    lines = [
        # Nine of a kind, with a card, score as eight.
        ScoreItem("set", n, SETS[min(n, DICE)], face)
        for face, n in groups.items()
        if n in SETS or n > DICE
    ]
    if coins:
        lines.append(ScoreItem("coins", coins, coins * coin_value(card)))
    if diamonds:
        lines.append(ScoreItem("diamonds", diamonds, diamonds * diamond_value(card)))
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


def battle_lost(card: Card, counts: Counts) -> ScoreItem:
    return ScoreItem("battle_lost", counts[SWORDS], -BATTLES[card][1])


def scored(*lines: ScoreItem) -> Score:
    """The player's own points; what opponents get or lose is beside them."""
    return Score(sum(line.points for line in lines if not line.others), lines)

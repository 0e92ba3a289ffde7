"""The deck: 35 fortune cards of 16 kinds."""

from typing import Literal

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

BATTLES: dict[str, tuple[int, int]] = {
    "sea_battle_2": (2, 250),
    "sea_battle_3": (3, 500),
    "sea_battle_4": (4, 1000),
}
"""Swords that win the battle, and what is won or lost."""
CARD_SKULLS: dict[str, int] = {"skull_1": 1, "skull_2": 2}

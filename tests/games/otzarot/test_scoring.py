"""What a turn is worth: every row of the rules, every card, with and without three skulls."""

import pytest

from games.otzarot import scoring
from games.otzarot.deck import BATTLES, DECK, TIMES_SHOWN, Card
from games.otzarot.dice import FACES, counts_of
from tests.games.otzarot.tables import faces


def stopped(card: Card, shown: str) -> int:
    dice = faces(shown)
    assert len(dice) == 8
    score = scoring.stopped(card, counts_of(dice))
    assert score.points == sum(line.points for line in score.lines)
    return score.points


def lost(card: Card, shown: str, chest: str = "") -> int:
    dice = faces(shown)
    assert len(dice) == 8
    return scoring.disqualified(card, counts_of(dice), counts_of(faces(chest))).points


def test_the_deck_has_35_cards() -> None:
    assert len(DECK) == 35
    assert len(TIMES_SHOWN) == 16
    assert TIMES_SHOWN == {
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
    assert set(DECK) == set(TIMES_SHOWN)
    assert len(FACES) == 6


# Sorceress changes nothing of the count, so it stands for a plain turn.
@pytest.mark.parametrize(
    ("shown", "points"),
    [
        # Two of a kind count nothing by themselves.
        ("monkey*2 parrot*2 swords*2 skull*2", 0),
        ("monkey*3 parrot*2 swords*2 skull", 100),
        ("monkey*4 parrot*2 swords*2", 200),
        ("monkey*5 parrot*2 swords", 500),
        ("monkey*6 parrot*2", 1000),
        ("monkey*7 parrot", 2000),
        # Eight of a kind are a full chest as well.
        ("monkey*8", 4000 + 500),
        # Two sets add up; all eight dice count.
        ("monkey*4 parrot*4", 200 + 200 + 500),
        # Every coin and diamond, by itself.
        ("coin*2 diamond*2 monkey*2 parrot*2", 400),
        # And inside a set.
        ("coin*3 monkey*2 parrot*2 swords", 100 + 300),
        ("coin*8", 4000 + 800 + 500),
        # Skulls form no set, and rule out the full chest.
        ("coin*6 skull*2", 1000 + 600),
        ("coin*4 diamond*3 skull", 200 + 400 + 100 + 300),
        # The full chest needs all eight.
        ("coin*4 diamond*4", 200 + 400 + 200 + 400 + 500),
        ("monkey*3 coin*3 diamond*2", 100 + 100 + 300 + 200 + 500),
        ("monkey*3 coin*3 diamond swords", 100 + 100 + 300 + 100),
    ],
)
def test_a_turn_without_a_card_that_counts(shown: str, points: int) -> None:
    assert stopped("sorceress", shown) == points


PLAIN = "coin*2 diamond monkey*3 parrot skull"
"""100 for the monkeys, 300 for the treasures."""


@pytest.mark.parametrize(
    ("card", "shown", "points"),
    [
        ("captain", PLAIN, 800),
        # Captain doubles the full chest, too.
        ("captain", "monkey*4 parrot*4", 2 * 900),
        ("captain", "monkey*2 parrot*2 swords*2 skull*2", 0),
        ("sorceress", PLAIN, 400),
        ("chest", PLAIN, 400),
        ("chest", "monkey*4 parrot*4", 900),
        # The storm: coins and diamonds 200 each, and their sets; no others.
        ("storm", PLAIN, 600),
        ("storm", "coin*3 monkey*5", 100 + 600),
        ("storm", "coin*4 diamond*3 swords", 200 + 800 + 100 + 600),
        ("storm", "coin*4 diamond*4", 200 + 800 + 200 + 800 + 500),
        ("storm", "coin*5 monkey*3", 500 + 1000),
        # Monkeys and parrots are one face.
        ("monkey_business", "monkey*2 parrot*2 swords*2 skull*2", 200),
        ("monkey_business", "monkey*4 parrot*4", 4000 + 500),
        ("monkey_business", "monkey parrot coin*6", 1000 + 600),
        ("monkey_business", "monkey*2 parrot coin*5", 100 + 500 + 500 + 500),
        # Midas and the mine; sets as usual.
        ("midas", PLAIN, 100 + 400 + 100),
        ("midas", "coin*3 monkey*2 parrot*2 skull", 100 + 600),
        ("diamond_mine", PLAIN, 100 + 200 + 300),
        ("diamond_mine", "diamond*3 monkey*2 parrot*2 skull", 100 + 900),
        # Gold and diamond count as one more, and may complete a set.
        ("gold", PLAIN, 400 + 100 + 100),
        ("gold", "coin*2 monkey*2 parrot*2 swords*2", 100 + 300),
        ("diamond", PLAIN, 400 + 100),
        ("diamond", "diamond*2 monkey*2 parrot*2 swords*2", 100 + 300),
        # Nine of a kind score as eight, and nine times 100.
        ("gold", "coin*8", 4000 + 900 + 500),
        ("diamond", "diamond*8", 4000 + 900 + 500),
        # A card's coin is no die: it does not fill the chest.
        ("gold", "coin*7 monkey", 4000 + 800),
        ("skull_1", PLAIN, 400),
        # Skulls of the card are not among the dice.
        ("skull_2", "monkey*4 parrot*4", 900),
        # A truce that held counts as usual.
        ("truce", PLAIN, 400),
        ("truce", "monkey*4 parrot*4", 900),
        # Battles: won at the number or above, with the dice as usual.
        ("sea_battle_2", "swords*2 coin*2 monkey*2 parrot*2", 200 + 250),
        ("sea_battle_2", "swords*3 coin*2 monkey*2 skull", 100 + 200 + 250),
        ("sea_battle_3", "swords*3 coin*2 monkey*2 skull", 100 + 200 + 500),
        ("sea_battle_4", "swords*4 coin*2 monkey*2", 200 + 200 + 1000),
        # Its two swords contribute to the full chest.
        ("sea_battle_2", "swords*2 coin*3 monkey*3", 100 + 300 + 100 + 250 + 500),
        # Stopped short, the dice are ignored and the bonus is lost.
        ("sea_battle_2", "swords coin*6 skull", -250),
        ("sea_battle_3", "swords*2 coin*6", -500),
        ("sea_battle_4", "swords*3 coin*5", -1000),
    ],
)
def test_every_card_when_the_turn_is_stopped(card: Card, shown: str, points: int) -> None:
    assert stopped(card, shown) == points


@pytest.mark.parametrize(
    ("card", "shown", "points"),
    [
        ("captain", "skull*3 coin*5", 0),
        ("sorceress", "skull*3 coin*5", 0),
        ("storm", "skull*3 coin*5", 0),
        ("monkey_business", "skull*3 monkey*5", 0),
        ("midas", "skull*3 coin*5", 0),
        ("diamond_mine", "skull*3 diamond*5", 0),
        ("gold", "skull*3 coin*5", 0),
        ("diamond", "skull*3 coin*5", 0),
        ("skull_1", "skull*2 coin*6", 0),
        ("skull_2", "skull coin*7", 0),
        ("chest", "skull*3 coin*5", 0),
        # A battle is lost even with swords enough.
        ("sea_battle_2", "skull*3 swords*5", -250),
        ("sea_battle_3", "skull*3 swords*5", -500),
        ("sea_battle_4", "skull*3 swords*5", -1000),
        # A broken truce costs 500 a sword; without swords, nothing.
        ("truce", "skull*3 swords*2 coin*3", -1000),
        ("truce", "skull*3 swords coin*4", -500),
        ("truce", "skull*3 coin*5", 0),
    ],
)
def test_every_card_when_the_skulls_win(card: Card, shown: str, points: int) -> None:
    assert lost(card, shown) == points


@pytest.mark.parametrize(
    ("chest", "points"),
    [
        ("coin*3", 100 + 300),
        ("coin diamond", 200),
        ("monkey*3 coin", 200),
        ("monkey*2", 0),
        # What lies outside does not count, and there is no full chest.
        ("coin*5", 500 + 500),
    ],
)
def test_the_chest_alone_scores_when_the_skulls_win(chest: str, points: int) -> None:
    assert lost("chest", "skull*3 coin*5", chest) == points


@pytest.mark.parametrize(
    ("card", "skulls", "each"),
    [("gold", 4, -400), ("truce", 5, -500), ("captain", 6, -1200), ("skull_2", 8, -800)],
)
def test_the_island_costs_every_opponent(card: Card, skulls: int, each: int) -> None:
    score = scoring.on_the_island(card, skulls)
    assert score.points == 0
    assert [(line.points, line.others) for line in score.lines] == [(each, True)]


@pytest.mark.parametrize(
    ("swords", "opponents", "own", "others"),
    [
        (5, 1, 1200, 0),
        (8, 3, 1200, 0),
        (4, 1, 0, 1200),
        (4, 2, 0, 600),
        (0, 3, 0, 400),
    ],
)
def test_zombies(swords: int, opponents: int, own: int, others: int) -> None:
    score = scoring.after_the_zombies(swords, opponents)
    assert score.points == own
    assert sum(line.points for line in score.lines if line.others) == others


def test_every_battle_has_its_swords_and_its_bonus() -> None:
    assert BATTLES == {
        "sea_battle_2": (2, 250),
        "sea_battle_3": (3, 500),
        "sea_battle_4": (4, 1000),
    }

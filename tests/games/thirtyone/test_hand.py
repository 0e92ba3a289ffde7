"""What three cards are worth, against a second, slow way of reckoning it."""

from itertools import combinations

import pytest

from games.thirtyone.hands import DECK, best_suit, strength_of, strikes
from tests.games.thirtyone.tables import cards

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
POINTS = dict(zip(ORDER, [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11], strict=True))


def slow_rank(hand: tuple[str, ...]) -> list[int]:
    """Every suit written out as a list of numbers; lists compare as the tie-breaks do."""
    suits = []
    for suit in "CDHS":
        mine = [card for card in hand if card.endswith(suit)]
        places = sorted((ORDER.index(card.replace(suit, "")) + 2 for card in mine), reverse=True)
        places = places + [0] * (3 - len(places))
        points = 0
        for card in mine:
            points += POINTS[card[: len(card) - 1]]
        suits.append([points, *places])
    suits.sort()
    return suits[-1]


def slow_strike(hand: tuple[str, ...]) -> str | None:
    first, second, third = hand
    if first[:-1] == second[:-1] == third[:-1]:
        return "blitz"
    if first[-1] == second[-1] == third[-1] and sum(POINTS[card[:-1]] for card in hand) == 31:
        return "31"
    return None


def test_all_hands_of_three_are_worth_what_they_are_by_the_book() -> None:
    hands = list(combinations(DECK, 3))
    assert len(hands) == 22_100
    struck = {"31": 0, "blitz": 0}
    ranked = []
    for hand in hands:
        slow = slow_rank(hand)
        assert list(strength_of(hand)) == slow, hand
        why = strikes(hand)
        assert why == slow_strike(hand), hand
        if why:
            struck[why] += 1
        ranked.append((strength_of(hand), slow))
    # In order by the one, in order by the other: every pair compares alike.
    ranked.sort()
    assert [slow for _, slow in ranked] == sorted(slow for _, slow in ranked)
    # An ace and two of K Q J 10 in four suits; three of four cards of thirteen ranks.
    assert struck == {"31": 4 * 6, "blitz": 13 * 4}


@pytest.mark.parametrize(
    ("hand", "total", "suit"),
    [
        ("AS KH 7D", 11, "S"),
        ("KH 8H 9C", 18, "H"),
        ("2C 3C 4C", 9, "C"),
        ("AD KD QD", 31, "D"),
        ("JS 10H 2D", 10, "S"),  # the jack is the higher of two tens
        ("9D AS 2D", 11, "S"),  # 11 twice: an ace is higher than a nine
        ("AS AH AD", 11, "S"),
    ],
)
def test_a_hand_counts_its_best_single_suit(hand: str, total: int, suit: str) -> None:
    assert strength_of(cards(hand))[0] == total
    assert best_suit(cards(hand)) == suit


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("KS 9S 2D", "QH 9H AC"),  # the highest card of the counting suit
        ("KC 9C 2H", "KD 6D 3D"),  # then the second
        ("9S 5S 4S", "9H 5H 3H"),  # a higher total before all that
        ("KS 9S 2D", "9H 8H 2H"),  # 19 with a king over 19 without
        ("AS 4S 2H", "9D 4D 2D"),  # two cards with an ace over three without
        ("9D 6D 4C", "8H 5H 2H"),
        ("10S 2H 3D", "7C 3C 8D"),  # one card of ten: higher than the seven
    ],
)
def test_ties_go_card_by_card(better: str, worse: str) -> None:
    assert strength_of(cards(better)) > strength_of(cards(worse))


@pytest.mark.parametrize(
    ("one", "other"), [("JS 7S 2H", "JD 7D 5C"), ("AS 2H 3D", "AC 2D 3H"), ("9S 5S 4S", "9D 5D 4D")]
)
def test_cards_outside_the_suit_never_decide(one: str, other: str) -> None:
    assert strength_of(cards(one)) == strength_of(cards(other))

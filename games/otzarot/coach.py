"""Coach of Otzarot: what stopping is worth, and how likely another roll loses it."""

from collections.abc import Sequence

from games.engine.contract import Reason, gettext_noop
from games.otzarot import probability
from games.otzarot.dice import LEAST_REROLL, free_dice
from games.otzarot.values import AnyMove, View

A_SET = 3


def advise(view: View, moves: Sequence[AnyMove]) -> Reason | None:
    """Between rolls only: before them there is nothing to choose."""
    if view.phase != "decide" or not moves:
        return None
    if view.preview is None:
        return Reason(
            gettext_noop("There is no stopping while a sword shows: roll the swords again.")
        )
    points, free = view.preview.points, free_dice(view.dice, view.chest)
    dice = max(LEAST_REROLL, dice_that_count_nothing(view, free))
    risk = probability.percent(probability.bust(dice, view.skulls))
    if len(free) < LEAST_REROLL:
        text = gettext_noop("Stopping is worth %(points)s, and too few dice are left to roll.")
    elif points <= 0:
        text = gettext_noop(
            "Stopping brings nothing now. Rolling %(dice)s dice: %(risk)s %% for the skulls."
        )
    else:
        text = gettext_noop(
            "Stopping is worth %(points)s. Rolling %(dice)s dice loses it with %(risk)s %%."
        )
    return Reason(text, {"points": points, "dice": dice, "risk": risk})


def dice_that_count_nothing(view: View, free: Sequence[int]) -> int:
    """Neither treasure nor part of a set, as far as the dice alone tell."""
    faces = [view.dice[die] for die in free]
    return sum(
        face in ("swords", "monkey", "parrot") and view.dice.count(face) < A_SET for face in faces
    )

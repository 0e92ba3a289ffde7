"""Refusal reasons of Otzarot: one sentence each. Everybody sees all that they look at."""

from games.engine.contract import Reason, Seat, gettext_noop
from games.engine.errors import GameOver, NotYourTurn
from games.otzarot.dice import LEAST_REROLL
from games.otzarot.values import AnyMove, Chest, Draw, Reroll, Roll, State, Stop


def why_not(state: State, seat: Seat, move: AnyMove) -> Reason:
    if state.phase == "over":
        return Reason(GameOver.sentence)
    if seat != state.turn:
        return Reason(NotYourTurn.sentence)
    match state.phase:
        case "draw":
            return Reason(gettext_noop("First draw your fortune card."))
        case "roll":
            if isinstance(move, Draw):
                return Reason(gettext_noop("You have drawn your card for this turn."))
            return Reason(gettext_noop("First roll all eight dice."))
        case "island":
            return Reason(
                gettext_noop("There is no way off the Island of Skulls but to roll the dice.")
            )
        case "zombie":
            return Reason(gettext_noop("The zombies do not wait: roll until the fight is over."))
    return why_not_between_rolls(state, move)


def why_not_between_rolls(state: State, move: AnyMove) -> Reason:
    match move:
        case Draw():
            return Reason(gettext_noop("You have drawn your card for this turn."))
        case Roll():
            return Reason(gettext_noop("Choose the dice to roll again, or stop."))
        case Stop():
            return Reason(
                gettext_noop(
                    "The truce holds: you cannot stop while a sword shows (%(swords)s now)."
                ),
                {"swords": state.dice.count("swords")},
            )
        case Chest():
            return why_not_in_the_chest(state)
        case Reroll(dice):
            return why_not_reroll(state, dice)


def why_not_in_the_chest(state: State) -> Reason:
    if state.card != "chest":
        return Reason(gettext_noop("There is no treasure chest: it comes with its card."))
    return Reason(gettext_noop("A skull cannot lie in the chest."))


def why_not_reroll(state: State, dice: tuple[int, ...]) -> Reason:
    skulls = [die for die in dice if state.dice[die] == "skull"]
    if any(die in state.chest for die in dice):
        return Reason(gettext_noop("Dice in the chest are not rolled. Take them out first."))
    if len(skulls) > 1 and state.card == "sorceress" and not state.sorceress_used:
        return Reason(gettext_noop("The sorceress wakes only one skull."))
    if skulls and state.card == "sorceress":
        return Reason(gettext_noop("The sorceress has helped once this turn; skulls are locked."))
    if skulls:
        return Reason(gettext_noop("Skulls are locked: they are never rolled again."))
    return Reason(gettext_noop("Roll at least %(least)s dice again."), {"least": LEAST_REROLL})

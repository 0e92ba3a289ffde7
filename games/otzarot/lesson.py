"""Lesson of Otzarot: a turn that grows and is stopped in time, one that is not, and the chest."""

from games.engine.contract import Seat, gettext_noop
from games.engine.lesson import Lesson, LessonStep
from games.otzarot.values import Chest, Draw, Options, Reroll, Roll, Stop

YOU, OTHER = Seat(0), Seat(1)

LESSON = Lesson(
    seed=106855,
    seats=2,
    you=YOU,
    options=Options(),
    steps=(
        LessonStep(
            says=gettext_noop(
                "Every turn begins with a fortune card, which changes it a little. "
                "Draw yours: press the button."
            ),
            move=Draw(),
            points=("stock",),
        ),
        LessonStep(
            says=gettext_noop("Gold: you begin with one coin, worth 100. Now roll all eight dice."),
            move=Roll(),
            points=("oz-card",),
        ),
        LessonStep(
            says=gettext_noop(
                "Four of a kind make 200, and each coin 100: 400 so far. Skulls stay, and the "
                "third ends the turn with nothing. Choose the two parrots, which count nothing, "
                "and roll them again."
            ),
            move=Reroll((0, 3)),
            answers={
                Stop: gettext_noop(
                    "400 points would be safe. But you have one skull only, and two dice show two "
                    "skulls once in 36 rolls: dare it, with the parrots."
                ),
            },
            otherwise=gettext_noop(
                "Keep what counts: the monkeys are a set, and the coin is 100. "
                "Roll the two parrots, and nothing else."
            ),
        ),
        LessonStep(
            says=gettext_noop(
                "A fifth monkey! Five of a kind make 500, so stopping is worth 700 now. "
                "Only one die is left that counts nothing. Stop, and the points are yours."
            ),
            move=Stop(),
            points=("oz-total",),
            otherwise=gettext_noop(
                "At least two dice must be rolled, so a monkey or the coin would be at stake, "
                "for little. 700 is a fine turn: stop."
            ),
            then=((OTHER, Draw()), (OTHER, Roll()), (OTHER, Reroll((0, 1)))),
        ),
        LessonStep(
            says=gettext_noop(
                "{1} had 500 points and two skulls, rolled two dice more, and the third skull "
                "took it all. Your turn: draw a card."
            ),
            move=Draw(),
            points=("stock",),
        ),
        LessonStep(
            says=gettext_noop(
                "The treasure chest: dice that lie in it count even if the skulls win. Roll."
            ),
            move=Roll(),
            points=("oz-card",),
        ),
        LessonStep(
            says=gettext_noop(
                "Two skulls: one more ends the turn. But you have the chest. Choose both "
                "diamonds and the coin, 100 each, and put them into it."
            ),
            move=Chest((2, 3, 4)),
            points=("oz-chest",),
            answers={
                Stop: gettext_noop(
                    "That takes 300 and ends the turn. Put them into the chest first: "
                    "then you may roll on and still have them."
                ),
                Reroll: gettext_noop(
                    "One skull among the dice that you roll, and the diamonds and the coin are "
                    "lost as well. Put those three into the chest first."
                ),
                Chest: gettext_noop(
                    "Put in what counts now, and all of it: both diamonds and the coin. "
                    "The others shall be rolled."
                ),
            },
        ),
        LessonStep(
            says=gettext_noop(
                "300 points are safe, whatever comes. So roll the three that count nothing: "
                "parrot, swords and monkey."
            ),
            move=Reroll((0, 1, 7)),
            answers={
                Stop: gettext_noop(
                    "You might. But nothing can be lost any more, and the next roll may bring "
                    "coins: roll the three."
                ),
                Chest: gettext_noop(
                    "The chest is packed well: the rest counts nothing as it lies. Roll it."
                ),
                Reroll: gettext_noop(
                    "Roll all three: nothing is at stake, and each of them may turn into a coin."
                ),
            },
        ),
    ),
    ends=gettext_noop(
        "The third skull, and yet 300 points: you have 1000. Every card says what it changes. "
        "Four skulls in the first roll lead to the Island of Skulls, where the others lose points. "
        "With 8000 the last round begins, and the most points win."
    ),
)

"""Lesson of Forty: two players, one of every kind of move, and the cards that count."""

from games.engine.contract import Seat, gettext_noop
from games.engine.lesson import Lesson, LessonStep
from games.forty.values import LOOSE, PAIRED, Build, Capture, Options, StealBuild, Throw

YOU, OTHER = Seat(0), Seat(1)


def takes(card: str, loose: str) -> Capture:
    return Capture(card, LOOSE[loose])


def takes_build(card: str, first: str, second: str) -> Capture:
    return Capture(card, PAIRED[first, second])


LESSON = Lesson(
    seed=186,
    seats=2,
    you=YOU,
    options=Options(),
    before=((OTHER, Throw("4D")),),
    steps=(
        LessonStep(
            says=gettext_noop(
                "{1} laid down the 4 of diamonds. A card takes another of the same value: "
                "choose your 4 of clubs, then the 4 on the table, and press the button."
            ),
            move=takes("4C", "4D"),
            answers={
                Build: gettext_noop(
                    "A build is a plan for two turns, and the next thing you learn. "
                    "First take what can be had at once: 4 takes 4."
                ),
                Throw: gettext_noop(
                    "That would only lay one more card on the table, for {1} to take. "
                    "You have a 4, so take the 4."
                ),
            },
            then=((OTHER, Throw("AH")),),
        ),
        LessonStep(
            says=gettext_noop(
                "Both cards lie on your pile. Now an ace: it is worth a point, but you have none "
                "to take it with. So build: lay your 8 of hearts on it. Together they are 9, "
                "and you keep a 9 to take them."
            ),
            move=Build("8H", "AH", 9),
            answers={
                Build("8D", "AH", 9): gettext_noop(
                    "That makes 9 as well. Keep this 8, though: you will soon take something "
                    "with it. Build with the 8 of hearts."
                ),
                Build: gettext_noop(
                    "That is a build too. Make 9 here: you hold two nines, so one is left "
                    "whatever happens. Lay the 8 of hearts on the ace."
                ),
                Throw: gettext_noop(
                    "Then {1} may take the ace, and with it a point. Lay the 8 of hearts on it."
                ),
            },
            then=((OTHER, Throw("6S")),),
        ),
        LessonStep(
            says=gettext_noop(
                "A build never changes, and it is nobody's: whoever plays its total takes it. "
                "Take yours with the 9 of spades, before {1} does."
            ),
            move=takes_build("9S", "AH", "8H"),
            answers={
                takes_build("9C", "AH", "8H"): gettext_noop(
                    "The 9 of clubs takes it as well. But the card that you play joins your "
                    "pile, and five spades there are worth a point: play the 9 of spades."
                ),
                Capture: gettext_noop(
                    "A spade is nice to have, but the ace in the build is a point for sure, "
                    "and {1} may hold a 9. Take the build."
                ),
                Build: gettext_noop(
                    "Your first build still lies there, and {1} may hold a 9. Take it first."
                ),
                Throw: gettext_noop(
                    "Then {1} could take the build with any 9. Take it now, it is three cards."
                ),
            },
            then=((OTHER, takes("6C", "6S")),),
        ),
        LessonStep(
            says=gettext_noop(
                "{1} took the 6 of spades, and it lies on top of that pile: tops can be stolen. "
                "Lay your 2 of diamonds with it: a build of 8, and you keep an 8."
            ),
            move=StealBuild("2D", OTHER, "6S", 8),
            answers={
                StealBuild: gettext_noop(
                    "The 2 of clubs could steal it just as well. "
                    "Here use the 2 of diamonds; the other 2 has its turn later."
                ),
                Throw: gettext_noop(
                    "Something better is to be had: the top of {1}'s pile is a spade, "
                    "and you hold 2 and 8. Steal it."
                ),
            },
            points=("seat-1-pile",),
            then=((OTHER, Throw("2H")),),
        ),
        LessonStep(
            says=gettext_noop(
                "{1} had no 8 and laid down a 2. The build is still there: "
                "take it with your 8 of diamonds."
            ),
            move=takes_build("8D", "6S", "2D"),
            answers={
                Capture: gettext_noop(
                    "Two twos count nothing unless one is the 2 of spades. "
                    "The build is three cards with a spade: take it first."
                ),
                StealBuild: gettext_noop(
                    "One theft at a time: the build of 8 is still within everybody's reach."
                ),
                Build: gettext_noop(
                    "One build waits for you already. Take it before somebody else does."
                ),
                Throw: gettext_noop("Whoever has an 8 may take the build. You have: do it."),
            },
            then=((OTHER, Build("7H", "2H", 9)),),
        ),
        LessonStep(
            says=gettext_noop(
                "Now {1} has built 9. But a build is nobody's, and you hold a 9: take it away."
            ),
            move=takes_build("9C", "2H", "7H"),
            otherwise=gettext_noop(
                "Then {1} takes the build with the 9 that was kept for it. Play yours first."
            ),
            then=((OTHER, Throw("9H")),),
        ),
        LessonStep(
            says=gettext_noop(
                "Nothing of yours fits the 9. Then a card must be laid down: give away what "
                "counts nothing, your 2 of clubs."
            ),
            move=Throw("2C"),
            answers={
                Throw("10C"): gettext_noop(
                    "Keep the ten: the 10 of diamonds is worth a point and has not been seen. "
                    "Lay down the 2 of clubs."
                ),
            },
            otherwise=gettext_noop(
                "It counts nothing either and might go. But high cards take builds, so they are "
                "better kept: lay down the 2 of clubs."
            ),
            then=((OTHER, Throw("10D")),),
        ),
        LessonStep(
            says=gettext_noop(
                "There is the 10 of diamonds, which is worth a point, and you kept a ten. "
                "Finish the lesson: take it."
            ),
            move=takes("10C", "10D"),
            otherwise=gettext_noop("The 10 of diamonds is a point, and your ten takes it."),
        ),
    ),
    ends=gettext_noop(
        "Take, build, steal, lay down: that is every move there is. When all cards are played, "
        "whoever took last gets the rest, and it is counted: each ace 1, the 2 of spades 1, the "
        "10 of diamonds 1, five spades 1 and more of them 2, 21 cards 1."
    ),
)

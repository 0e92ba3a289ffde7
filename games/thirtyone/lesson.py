"""Lesson of Sudden Death 31: drawing, swapping, what a bet buys, and the hand that wins at once."""

from games.engine.contract import Seat, gettext_noop
from games.engine.lesson import Lesson, LessonStep
from games.thirtyone.values import Bet, Discard, Draw, Options, Swap

YOU, LEFT, RIGHT = Seat(0), Seat(1), Seat(2)

LESSON = Lesson(
    seed=118450,
    seats=3,
    you=YOU,
    options=Options(),
    before=((RIGHT, Bet(1)),),
    steps=(
        LessonStep(
            says=gettext_noop(
                "One suit of your three cards counts: an ace 11, pictures 10, others their "
                "number. So you have 11. {2} bet one chip, which buys five turns for the table. "
                "Draw a card."
            ),
            move=Draw(),
            points=("deck", "live-total"),
        ),
        LessonStep(
            says=gettext_noop(
                "The 5 of diamonds, and with your king of diamonds that makes 15. Four cards are "
                "one too many: discard the queen of spades."
            ),
            move=Discard("QS"),
            answers={
                Discard("AH"): gettext_noop(
                    "That keeps 15 as well. But an ace is 11 in the first heart that comes, and a "
                    "queen only 10: discard the queen."
                ),
            },
            otherwise=gettext_noop(
                "Then king and 5 are no longer together, and 11 is all that you have. "
                "Discard the queen of spades."
            ),
            then=(
                (LEFT, Draw()),
                (LEFT, Discard("5S")),
                (RIGHT, Draw()),
                (RIGHT, Discard("9D")),
            ),
        ),
        LessonStep(
            says=gettext_noop(
                "{2} discarded a 9 of diamonds, and what lies on top may be had for one of yours. "
                "Swap your ace for it: king, 9 and 5 are 24."
            ),
            move=Swap("AH"),
            answers={
                Draw: gettext_noop(
                    "What you would draw nobody knows, and the 9 of diamonds lies open: "
                    "swap the ace for it."
                ),
            },
            otherwise=gettext_noop(
                "That gives a diamond away. Keep king and 5, and swap the ace of hearts."
            ),
            then=((LEFT, Draw()), (LEFT, Discard("4D"))),
        ),
        LessonStep(
            says=gettext_noop(
                "24 took the pot. Now you open, with 26 in spades. A low bet buys many turns, "
                "five chips a single one. Before the others get better, bet 5."
            ),
            move=Bet(5),
            points=("dial", "live-total"),
            answers={
                Bet(1): gettext_noop(
                    "One chip buys five turns, in which the others draw and get better. "
                    "With 26 you want a short hand: bet 5."
                ),
                Bet(2): gettext_noop("Two chips buy four turns. With 26 fewer are better: bet 5."),
                Bet(3): gettext_noop(
                    "Three chips buy three turns. With 26 fewer are better: bet 5."
                ),
                Bet(4): gettext_noop(
                    "Four chips buy two turns, one for each of the others. With 5 it is one."
                ),
            },
            otherwise=gettext_noop(
                "Five chips buy a single turn, and more chips buy no less: "
                "they only make the pot larger. Bet 5 for a start."
            ),
            then=(
                (LEFT, Draw()),
                (LEFT, Discard("6S")),
                (LEFT, Bet(1)),
                (RIGHT, Draw()),
                (RIGHT, Discard("2H")),
            ),
        ),
        LessonStep(
            says=gettext_noop(
                "That worked: 15 chips in the pot. A new hand, and you hold king and ace of "
                "clubs: 21. One more ten would be 31. The 2 of hearts on top is none, so draw."
            ),
            move=Draw(),
            points=("deck", "live-total"),
            otherwise=gettext_noop(
                "The 2 of hearts brings nothing to your clubs. Draw from the pile instead."
            ),
        ),
        LessonStep(
            says=gettext_noop(
                "The queen of clubs! Ace, king and queen of one suit are 31, and 31 wins at once. "
                "Discard the 2 of spades."
            ),
            move=Discard("2S"),
            otherwise=gettext_noop(
                "That card is a part of your 31. The 2 of spades is not: discard it."
            ),
        ),
    ),
    ends=gettext_noop(
        "31 takes the pot at once, and so do three of one rank, a Blitz. Otherwise the best suit "
        "wins when the turns are played. The game ends after ten hands, or when somebody has no "
        "chips: the most chips win."
    ),
)

"""Lesson of Telefon Domino: ends that add up to five, doubles, the spinner, and the bazar."""

from games.engine.contract import Seat, gettext_noop
from games.engine.lesson import Lesson, LessonStep
from games.telefon.values import Draw, Options, Play

YOU, OTHER = Seat(0), Seat(1)

LESSON = Lesson(
    seed=38897,
    seats=2,
    you=YOU,
    options=Options(laying_order=True),
    steps=(
        LessonStep(
            says=gettext_noop(
                "Whoever holds 2-3 opens the first game with it: that is you. "
                "Choose the tile and lay it."
            ),
            move=Play("2-3", "left"),
            then=((OTHER, Play("2-6", "left")),),
        ),
        LessonStep(
            says=gettext_noop(
                "Now the ends are 6 and 3. Lay a tile so that the ends add up to a multiple of "
                "five, and you score that sum. A double counts with both halves: 6-6 at the 6 "
                "makes 12 and 3, which is 15."
            ),
            move=Play("6-6", "left"),
            points=("ends-total",),
            answers={
                Play("5-6", "left"): gettext_noop(
                    "It fits, but 5 and 3 are 8: no points. With 6-6 the ends are 12 and 3."
                ),
                Play("3-5", "right"): gettext_noop(
                    "It fits, but 6 and 5 are 11: no points. With 6-6 the ends are 12 and 3."
                ),
            },
            then=((OTHER, Play("0-6", "left")),),
        ),
        LessonStep(
            says=gettext_noop(
                "Telefon, 15 points! Then {1} laid 0-6, so the ends are 0 and 3. "
                "Which tile makes five? Your 3-5, at the 3."
            ),
            move=Play("3-5", "right"),
            points=("ends-total",),
            otherwise=gettext_noop(
                "That fits as well, for 6-6 has tiles on both sides now and may go on up and down. "
                "But only 3-5 at the 3 makes 0 and 5."
            ),
            then=((OTHER, Play("0-4", "left")),),
        ),
        LessonStep(
            says=gettext_noop(
                "The ends are 4 and 5. Your 5-6 fits in three places: at the 5, and at both open "
                "sides of 6-6, the spinner. Where does it score? At the 5: then 4 and 6 are ten."
            ),
            move=Play("5-6", "right"),
            points=("ends-total",),
            answers={
                Play("5-6", "up"): gettext_noop(
                    "At the spinner your 5 would be a third end: 4, 5 and 5 are 14. "
                    "Lay it at the 5 on the right."
                ),
                Play("5-6", "down"): gettext_noop(
                    "At the spinner your 5 would be a third end: 4, 5 and 5 are 14. "
                    "Lay it at the 5 on the right."
                ),
            },
            otherwise=gettext_noop(
                "It fits, but the ends would make no multiple of five. "
                "Lay 5-6 at the 5 on the right: 4 and 6 are ten."
            ),
            then=((OTHER, Draw()), (OTHER, Draw()), (OTHER, Play("3-6", "up"))),
        ),
        LessonStep(
            says=gettext_noop(
                "{1} had to draw twice, then went up from the spinner: now its 3 counts too. "
                "4, 6 and 3 are 13. Lay 1-4 at the 4, and 1, 6 and 3 are ten."
            ),
            move=Play("1-4", "left"),
            points=("ends-total",),
            otherwise=gettext_noop(
                "That one fits, but then the three ends are no multiple of five. "
                "1-4 at the 4 makes 1, 6 and 3: ten."
            ),
            then=((OTHER, Play("1-1", "left")),),
        ),
        LessonStep(
            says=gettext_noop(
                "Neither 5-5 nor 2-4 fits an end. Who can lay nothing draws from the bazar until "
                "something fits. Draw a tile."
            ),
            move=Draw(),
            points=("stock",),
        ),
        LessonStep(
            says=gettext_noop(
                "You drew 4-6, and it fits the 6 on the right and below the spinner. Count: 1-1 is "
                "2, then 6 and 3. Going down adds a 4, and that makes 15."
            ),
            move=Play("4-6", "down"),
            points=("ends-total",),
            otherwise=gettext_noop(
                "On the right the 6 would become a 4: 2, 4 and 3 are 9. "
                "Below the spinner the 4 comes on top: 15."
            ),
        ),
    ),
    ends=gettext_noop(
        "55 points in one game, well counted! Whoever has laid all tiles wins the game, and "
        "gets what the others still hold, rounded up to a five. If nobody can go on, the fewest "
        "pips win. The first to 365 wins the match."
    ),
)

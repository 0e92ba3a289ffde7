"""Lesson of the quiz: the buzzer, the other's mistake, a card, and a question left alone."""

from games.alalab.question import MatchQuestion
from games.alalab.values import Answer, Buzz, Card, GiveUp, Next, Options
from games.engine.contract import CLOCK, Seat, gettext_noop
from games.engine.lesson import Lesson, LessonStep

YOU, OTHER, REFEREE = Seat(0), Seat(1), Seat(2)

LEGS = MatchQuestion(
    -901, "How many legs does a spider have?", "nature", 1, ("Six", "Eight", "Ten", "Twelve"), 1
)
PLANET = MatchQuestion(
    -902,
    "Which is the largest planet that goes round our sun?",
    "science",
    1,
    ("Saturn", "Earth", "Jupiter", "Neptune"),
    2,
)
CROSSWORD = MatchQuestion(
    -903,
    "In which year did a newspaper print the first crossword puzzle?",
    "words",
    3,
    ("1893", "1903", "1913", "1923"),
    2,
)
BEES = MatchQuestion(-904, "What do bees make?", "food", 1, ("Honey", "Silk", "Butter", "Flour"), 0)

LESSON = Lesson(
    seed=37,
    seats=3,
    you=YOU,
    options=Options(referee=True, own_screens=True, bank=(LEGS, PLANET, CROSSWORD, BEES)),
    steps=(
        LessonStep(
            says=gettext_noop(
                "Everybody sees the question at the same moment, but only the first to buzz may "
                "answer. You know this one: press the buzzer, or the space bar."
            ),
            move=Buzz(),
            points=("q-buzz",),
            otherwise=gettext_noop(
                "That is for questions that you do not know. This one you do: buzz!"
            ),
        ),
        LessonStep(
            says=gettext_noop(
                "You were first, so the question is yours: right is one point more, wrong is one "
                "less, and so is silence. A spider has eight legs."
            ),
            move=Answer(1),
            points=("q-choice-1",),
            answers={
                Answer(0): gettext_noop("Six legs have the insects. A spider has eight."),
            },
            otherwise=gettext_noop("That many legs has a crab, or a story. A spider has eight."),
            then=((CLOCK, Next()), (OTHER, Buzz()), (OTHER, Answer(0))),
        ),
        LessonStep(
            says=gettext_noop(
                "One point for you. Then {1} was faster and wrong: one point less, and Saturn is "
                "struck out. Now the question is open to you. Buzz!"
            ),
            move=Buzz(),
            points=("q-buzz",),
            otherwise=gettext_noop(
                "One wrong answer is gone already, so this has become easier. Buzz!"
            ),
        ),
        LessonStep(
            says=gettext_noop("Three choices are left. The largest planet is Jupiter."),
            move=Answer(2),
            points=("q-choice-2",),
            answers={
                Answer(1): gettext_noop(
                    "More than a thousand Earths would fit into the largest one: Jupiter."
                ),
            },
            otherwise=gettext_noop("Neptune is large, but three times smaller than Jupiter."),
            then=((REFEREE, Card(OTHER, "yellow")), (CLOCK, Next())),
        ),
        LessonStep(
            says=gettext_noop(
                "The referee gave {1} a yellow card, for shouting: one point less, a red one "
                "takes three. Now something hard. A guess may cost a point, so press "
                "“I don't know”."
            ),
            move=GiveUp(),
            points=("q-give-up",),
            otherwise=gettext_noop(
                "Perhaps you know it. But of four guesses three cost a point: "
                "here try what else there is, and say that you don't know."
            ),
            then=((OTHER, GiveUp()), (CLOCK, Next())),
        ),
        LessonStep(
            says=gettext_noop(
                "{1} did not know it either, so the answer was shown, and nobody lost anything. "
                "The next one is easy: be quick, and buzz."
            ),
            move=Buzz(),
            points=("q-buzz",),
            otherwise=gettext_noop("Surely you know what bees make. Buzz, before {1} does!"),
        ),
        LessonStep(
            says=gettext_noop("Yours again. What do bees make? Honey, of course."),
            move=Answer(0),
            points=("q-choice-0",),
            otherwise=gettext_noop("Not bees, whatever else they can do. They make honey."),
        ),
    ),
    ends=gettext_noop(
        "Three right answers, three points. Ten points win, unless two players have nine or "
        "more: that is Sudden Death, and then one must lead by two. In one room a host may ask "
        "instead, with one phone for all."
    ),
)

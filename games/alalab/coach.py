"""Coach of the quiz: when a press is worth it, and what a guess is."""

from collections.abc import Sequence

from games.alalab.values import Answer, AnyMove, Buzz, View
from games.engine.contract import Reason, gettext_noop


def advise(view: View, moves: Sequence[AnyMove]) -> Reason | None:
    if Buzz() in moves and view.question is not None:
        if view.question.struck:
            return Reason(
                gettext_noop("%(left)s choices are left: half as sure is sure enough. Buzz?"),
                {"left": len(view.question.choices) - len(view.question.struck)},
            )
        return Reason(
            gettext_noop("Right is +1, wrong is −1: buzz if you are surer than an even chance.")
        )
    if any(isinstance(move, Answer) for move in moves):
        return Reason(
            gettext_noop("A wrong answer costs a point, and so does none: choose in any case.")
        )
    return None

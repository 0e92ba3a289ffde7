"""Drawing: questions of the bank that are in play, drawn anew for each match."""

from games.alalab.bank.models import Question
from games.alalab.question import MatchQuestion
from games.alalab.values import Selection


def draw(wanted: Selection, most: int) -> tuple[MatchQuestion, ...]:
    """As many as the match can ask; more stay at home.

    Where none are left of what the table asked for, any difficulty will do, then any category; an
    empty bank gives none, and the match takes those that come with the game.
    """
    rows = Question.objects.filter(retired_at__isnull=True, language=wanted.language)
    of_category = rows.filter(category__in=wanted.categories) if wanted.categories else rows
    exactly = of_category.filter(difficulty=wanted.difficulty or 0)
    for fitting in (exactly, of_category, rows) if wanted.difficulty else (of_category, rows):
        drawn = tuple(row.value() for row in fitting.order_by("?")[:most])
        if drawn:
            return drawn
    return ()

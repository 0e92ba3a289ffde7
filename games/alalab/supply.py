"""Which questions a match takes along."""

import msgspec
from django.db.models import QuerySet

from accounts.models import User
from games.alalab import own
from games.alalab.models import Question
from games.alalab.question import Question as Value
from games.alalab.rules import POOL, Options


def supply(options: Options, host: User | None = None) -> Options:
    """The options with the host's own questions, or with some of the bank."""
    if options.mode == "hosted" and options.source == "own":
        return msgspec.structs.replace(options, bank=own.to_ask(host, POOL))
    return _from_bank(options)


def _from_bank(options: Options) -> Options:
    """Questions of the bank that are in play, drawn anew for each match.

    They travel with the match, so that later edits do not reach it; more than it can ask stay at
    home. Where none are left of what the table asked for, any difficulty will do, then any
    category; an empty bank gives none, and the match takes those that come with the game.
    """
    rows = Question.objects.filter(retired_at__isnull=True, language=options.language)
    of_category = rows.filter(category__in=options.categories) if options.categories else rows
    exactly = of_category.filter(difficulty=options.difficulty or 0)
    most = POOL if options.mode == "hosted" else options.max_questions
    for fitting in (exactly, of_category, rows) if options.difficulty else (of_category, rows):
        drawn = _draw(fitting, most)
        if drawn:
            return msgspec.structs.replace(options, bank=drawn)
    return msgspec.structs.replace(options, bank=None)


def _draw(rows: QuerySet[Question], most: int) -> tuple[Value, ...]:
    return tuple(row.value() for row in rows.order_by("?")[:most])

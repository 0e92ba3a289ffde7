"""Question statistics: how often each was shown, answered right or wrong, and let pass.

Counted when a match is over, from what was public in it. A match that was abandoned or called off
says nothing about its questions and is not counted.
"""

import logging

from django.db import DatabaseError, transaction
from django.db.models import F, FloatField, Q, QuerySet
from django.db.models.functions import Cast, NullIf

from games.alalab.bank import match_questions
from games.alalab.bank.models import CountedMatch, Question
from games.models import Match

log = logging.getLogger("courtyard.questions")

GAME = "alalab"
ENOUGH = 10
"""Answers before a share says something."""
EASY_FROM, HARD_BELOW = 0.75, 0.40


def count(match_id: int) -> bool:
    """Counts the questions of a match that is over, once. True: it was counted now.

    It runs inside the transaction that ends the match. If the bank cannot be written, the match
    ends all the same, and `count_questions` counts it later.
    """
    try:
        with transaction.atomic():
            return _count(match_id)
    except DatabaseError:
        log.exception("the questions of match %d are not counted yet", match_id)
        return False


def count_all() -> int:
    """Counts every match that is over and was not counted."""
    counted = CountedMatch.objects.values("match_id")
    rows = Match.objects.filter(game=GAME, status=Match.Status.FINISHED).exclude(pk__in=counted)
    return sum(count(match_id) for match_id in rows.order_by("id").values_list("id", flat=True))


def _count(match_id: int) -> bool:
    over = Match.objects.filter(pk=match_id, game=GAME, status=Match.Status.FINISHED)
    if not over.exists() or not CountedMatch.objects.get_or_create(match_id=match_id)[1]:
        return False
    told = match_questions.questions_of(match_id)
    # Always in the same order, so that two matches that end together do not wait for each other.
    rows = Question.objects.filter(pk__in={each.id for each in told}).order_by("id")
    known = {row.pk: row for row in rows.select_for_update()}
    for each in told:
        row = known.get(each.id)
        if row is not None:
            row.shown += 1
            row.right += each.right
            row.wrong += each.wrong
            row.skipped += each.skipped
    Question.objects.bulk_update(known.values(), ["shown", "right", "wrong", "skipped"])
    return True


def with_share(rows: QuerySet[Question]) -> QuerySet[Question]:
    """With `answers` and `share`: of those who tried, how many were right. None: nobody tried."""
    tried = F("right") + F("wrong")
    return rows.annotate(
        answers=tried,
        share=Cast(F("right"), FloatField()) / NullIf(tried, 0),
    )


HARDNESS = {
    "easy": Q(answers__gte=ENOUGH, share__gte=EASY_FROM),
    "medium": Q(answers__gte=ENOUGH, share__gte=HARD_BELOW, share__lt=EASY_FROM),
    "hard": Q(answers__gte=ENOUGH, share__lt=HARD_BELOW),
    "unknown": Q(answers__lt=ENOUGH),
}

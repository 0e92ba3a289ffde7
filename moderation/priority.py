"""Priority of a report: a number, so that the queue has an order."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Match
from moderation.models import Report

FIRST = {
    Report.Kind.CHAT: 4,
    Report.Kind.CHEATING: 4,
    Report.Kind.NAME: 3,
    Report.Kind.LEAVING: 2,
}
NOW, SOON = 8, 5


def of(report: Report) -> int:
    """It goes on right now: +3. Each other reporter of this person within a week: +2, at most +6;
    guests are none, for one person can be many. Confirmed before within ninety days: +2. By
    somebody whose reports are mostly wrong: −2."""
    level = FIRST[Report.Kind(report.kind)]
    if report.match_id and Match.objects.filter(pk=report.match_id, status="running").exists():
        level += 3
    now = timezone.now()
    others = (
        Report.objects.filter(about=report.about_id, at__gt=now - timedelta(days=7))
        .filter(reporter__is_guest=False)
        .exclude(reporter=report.reporter_id)
        .exclude(verdict=Report.Verdict.UNFOUNDED)
    )
    level += min(6, 2 * others.values("reporter").distinct().count())
    before = Report.objects.filter(about=report.about_id, verdict=Report.Verdict.CONFIRMED)
    if before.filter(answered_at__gt=now - timedelta(days=90)).exists():
        level += 2
    own = Report.objects.filter(reporter=report.reporter_id)
    wrong = own.filter(verdict=Report.Verdict.UNFOUNDED).count()
    if wrong >= 3 and wrong > own.filter(verdict=Report.Verdict.CONFIRMED).count():
        level -= 2
    return max(0, level)


def words(level: int) -> Any:
    if level >= NOW:
        return _("now")
    return _("soon") if level >= SOON else _("when there is time")

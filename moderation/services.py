"""Report services: the only writer of reports. Filing, claiming, deciding: a transaction each."""

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.karma.services import confirm_report
from accounts.models import User
from accounts.notices.services import notify
from accounts.people.locking import lock_people, lock_person
from accounts.sanctions.models import Kind
from accounts.sanctions.services import impose
from accounts.staff import audit_log
from games.models import Match
from games.models import Seat as MatchSeat
from lobby import selectors as tables
from lobby.models import ChatLine
from lobby.room import chat
from moderation import evidence, priority, refusals
from moderation.models import Report
from moderation.signals import reports_changed

PER_HOUR = 10
LONGEST = 500

COUNTS = (Report.Kind.CHEATING, Report.Kind.LEAVING)
"""Confirmed, these cost reliability."""


# ---- Filing ---------------------------------------------------------------------------------


def find_line(user: User, code: str, line_id: int) -> ChatLine:
    """A line that this person can read, or a refusal.

    Numbers can be counted up, so the code of its table is asked for as well. Staff read every line,
    except at a table where they sit themselves.
    """
    rows = ChatLine.objects.select_related("table", "user").filter(table__code=code)
    line = rows.filter(pk=line_id).first()
    if line is None or line.user is None:
        raise refusals.NothingThere
    staff = user.has_perm("lobby.view_chatline") and not tables.sits_at(line.table, user)
    if not (chat.may_read(line, user) or staff):
        raise refusals.NothingThere
    return line


def find_person(name: str) -> User:
    person = User.objects.filter(username__iexact=name, is_active=True).first()
    if person is None:
        raise refusals.NothingThere
    return person


def find_match(user: User, match_id: int) -> Match:
    """A match that this person plays, played or can watch, or a refusal."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise refusals.NothingThere
    if not match.public and not MatchSeat.objects.filter(match=match, user=user).exists():
        raise refusals.NothingThere
    return match


def report_chat(user: User, code: str, line_id: int, words: str = "") -> Report:
    line = find_line(user, code, line_id)
    assert line.user is not None
    match = line.table.match
    context = evidence.chat(line)
    if match is not None:
        context |= {"match": match.pk, "step": match.seq, "game": match.game}
    return _file(user, line.user, Report.Kind.CHAT, f"line {line.pk}", words, context)


def report_name(user: User, name: str, words: str = "") -> Report:
    person = find_person(name)
    context = {"name": person.username}
    # A name is reported, not its bearer: after a new name it can be reported anew.
    thing = f"person {person.pk} {person.username}"
    return _file(user, person, Report.Kind.NAME, thing, words, context)


def report_player(user: User, match_id: int, seat: int, kind: str, words: str = "") -> Report:
    """Cheating or leaving, in a match."""
    match = find_match(user, match_id)
    if kind not in COUNTS:
        raise refusals.NothingThere
    row = MatchSeat.objects.select_related("user").filter(match=match, index=seat).first()
    if row is None:
        raise refusals.NothingThere
    thing = f"match {match.pk} person {row.user_id}"
    context = evidence.match(match) | {"seat": seat}
    return _file(user, row.user, Report.Kind(kind), thing, words, context)


def _file(
    user: User, about: User, kind: Report.Kind, thing: str, words: str, context: dict[str, Any]
) -> Report:
    if about.pk == user.pk:
        raise refusals.NotYourself
    if about.bot_level:
        raise refusals.HouseBot
    with transaction.atomic():
        # One after another for each reporter, so that the limit counts right; and not while staff
        # decide about the other one, for the weight of all reports about them changes.
        lock_people([user.pk, about.pk])
        mine = Report.objects.filter(reporter=user)
        if mine.filter(kind=kind, thing=thing).exists():
            raise refusals.ReportedAlready
        if mine.filter(at__gt=timezone.now() - timedelta(hours=1)).count() >= PER_HOUR:
            raise refusals.TooMany
        report = Report(
            kind=kind,
            thing=thing,
            reporter=user,
            about=about,
            about_name=about.username,
            text=words.strip()[:LONGEST],
            context=context | {"reporter": user.username, "about": about.username},
            match_id=context.get("match"),
            step=context.get("step"),
            game=context.get("game", ""),
        )
        try:
            with transaction.atomic():
                report.save()
        except IntegrityError:
            raise refusals.ReportedAlready from None
        _weigh_anew(about)
        reports_changed.send(Report, about=about)
    report.refresh_from_db()
    return report


def _weigh_anew(about: User) -> None:
    """Every further reporter makes all that is open about this person more urgent."""
    for report in Report.objects.filter(about=about, answered_at=None).order_by("pk"):
        Report.objects.filter(pk=report.pk).update(priority=priority.of(report))


# ---- Deciding -------------------------------------------------------------------------------


@transaction.atomic
def claim(report_id: int, by: User) -> None:
    """Says that one is on it, so that two do not work on the same."""
    report = _lock(report_id)
    _check_may_decide(report, by)
    if report.claimed_by_id == by.pk:
        return
    report.state, report.claimed_by = Report.State.CLAIMED, by
    report.claimed_at = timezone.now()
    report.save()
    audit_log.record(by, "claimed a report", report)


@transaction.atomic
def release(report_id: int, by: User) -> None:
    """Gives it back to the queue."""
    report = _lock(report_id)
    _check_may_decide(report, by)
    report.state, report.claimed_by, report.claimed_at = Report.State.OPEN, None, None
    report.save()
    audit_log.record(by, "released a report", report)


@transaction.atomic
def decide(
    report_id: int,
    by: User,
    verdict: str,
    reason: str,
    *,
    sanction: str = "",
    until: datetime | None = None,
    sanction_reason: str = "",
) -> int:
    """Closes a report, and all others of the same thing, with a reason that their reporters read.

    Gives the number of reports closed. With a sanction, that is imposed in the same breath.
    """
    report = Report.objects.get(pk=report_id)
    lock_person(report.about_id)
    alike = Report.objects.filter(kind=report.kind, thing=report.thing, answered_at=None)
    closed = list(_rows().filter(Q(pk=report.pk) | Q(pk__in=alike)).order_by("pk"))
    report = next(each for each in closed if each.pk == report.pk)
    _check_may_decide(report, by)
    verdict = Report.Verdict(verdict)
    for each in closed:
        each.set_answer(by, Report.State.CLOSED, reason)
        each.verdict = verdict
        each.save()
        audit_log.record(by, f"closed a report: {verdict}", each, each.answer)
        notify(
            each.reporter_id,
            f"report-{verdict}",
            {"name": each.about_name, "reason": each.answer},
            reverse("moderation:mine") + f"#report-{each.pk}",
            once=f"report:{each.pk}",
        )
    if verdict == Report.Verdict.CONFIRMED:
        if report.kind in COUNTS:
            confirm_report(
                report.about,
                report.pk,
                match_id=report.match_id,
                game=report.game,
                reason=report.answer,
            )
        if sanction:
            why = sanction_reason.strip() or report.answer
            impose(report.about, Kind(sanction), why, by=by, until=until, report_id=report.pk)
    reports_changed.send(Report, about=report.about)
    return len(closed)


def _check_may_decide(report: Report, by: User) -> None:
    report.check_answerable(by, [report.reporter_id, report.about_id])
    if report.claimed_by_id not in (None, by.pk) and not by.is_superuser:
        raise refusals.SomebodyIsOnIt


def _rows() -> QuerySet[Report]:
    return Report.objects.select_for_update(of=("self",)).select_related("about")


def _lock(report_id: int) -> Report:
    return _rows().get(pk=report_id)


def forget(user: User) -> None:
    """Somebody leaves for good. What they wrote goes; that there was a report stays."""
    for report in Report.objects.filter(reporter=user).exclude(text="").order_by("pk"):
        Report.objects.filter(pk=report.pk).update(text="")
    for report in Report.objects.filter(about=user).exclude(context={}).order_by("pk"):
        gone = f"deleted-{user.pk}"
        Report.objects.filter(pk=report.pk).update(context={}, about_name=gone[:20])

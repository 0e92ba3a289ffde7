"""Section of a person's staff page: reports about them, and those they filed."""

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.staff.person_sections import Row, Section, page, register
from moderation.models import Report

SHOWN = 20


def collect(person: User) -> Section:
    reports = Report.objects.filter(Q(about=person) | Q(reporter=person))
    rows = [
        Row(_described(report, person), report.at, page("moderation_report_change", report.pk))
        for report in reports.select_related("about", "reporter").order_by("-pk")[:SHOWN]
    ]
    query = f"?queue=all&q={person.username}"
    return Section(_("Reports"), rows, page("moderation_report_changelist", query=query))


def _described(report: Report, person: User) -> str:
    end = report.get_verdict_display() or report.get_state_display()
    if report.about_id == person.pk:
        said = _("%(kind)s, reported by %(name)s")
        name = report.reporter.username if report.reporter else "–"
    else:
        said, name = _("%(kind)s, filed about %(name)s"), report.about_name
    return f"{said % {'kind': report.get_kind_display(), 'name': name}}: {end}"


register("moderation.view_report", collect)

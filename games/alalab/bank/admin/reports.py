"""Question reports in the admin: what players found wrong, and the answers they get.

The question itself is mended on its own page.
"""

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import person_of
from accounts.staff.acts import Act, WithActs
from accounts.staff.read_only import ReadOnly
from games import refusals
from games.alalab.bank import reports
from games.alalab.bank.admin.forms import ReplyForm
from games.alalab.bank.models import QuestionReport
from games.alalab.bank.validation import LONGEST_TEXT
from games.alalab.question import LETTERS
from games.engine.errors import Refusal

SETTLE = "alalab.change_questionreport"


def is_open(report: QuestionReport) -> bool:
    return report.state == QuestionReport.State.OPEN


@admin.register(QuestionReport)
class ReportAdmin(ReadOnly, WithActs):
    list_display = ["question_text", "reason", "note", "who", "at", "state"]
    list_filter = ["state", "reason", "question__category", "at"]
    search_fields = ["question__text", "note", "=by__username", "=match_id"]
    list_select_related = ["question", "by"]
    ordering = ["-state", "-id"]
    actions = ["settle"]
    acts = (Act("settle", _("Settle"), SETTLE, "do_settle", form=ReplyForm, offered=is_open),)
    refusals = (Refusal,)
    fields = [
        "now",
        "stood",
        "reason",
        "note",
        "who",
        ("match_id", "at"),
        "state",
        "reply",
        ("settled_at", "settled_by"),
    ]
    readonly_fields = ["now", "stood", "who"]

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        return lookup == "question__id__exact" or super().lookup_allowed(lookup, value, request)

    def has_settle_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(SETTLE)

    def words_of(self, refusal: Exception) -> str:
        return refusals.words(refusal) if isinstance(refusal, Refusal) else str(refusal)

    def do_settle(self, request: HttpRequest, thing: QuestionReport, data: dict[str, Any]) -> str:
        self.settle_one(request, thing.pk, data["reply"])
        return gettext("The report is settled.")

    def settle_one(self, request: HttpRequest, report_id: int, reply: str) -> None:
        with transaction.atomic():
            row = reports.settle(report_id, person_of(request), reply)
            self.log_change(request, row, "Settled")

    @admin.display(description=_("question"), ordering="question__text")
    def question_text(self, report: QuestionReport) -> str:
        return report.question.text[:LONGEST_TEXT]

    @admin.display(description=_("who"), ordering="by__username")
    def who(self, report: QuestionReport) -> SafeString:
        return format_html("<bdi>{}</bdi>", report.by.username)

    @admin.display(description=_("the question now"))
    def now(self, report: QuestionReport) -> SafeString:
        url = reverse("admin:alalab_question_change", args=[report.question_id])
        return format_html('<a href="{}">{}</a>', url, report.question.text)

    @admin.display(description=_("as it stood"))
    def stood(self, report: QuestionReport) -> SafeString:
        stood = report.as_it_stood
        lines = (
            (LETTERS[index], choice, gettext("← right") if index == stood["answer"] else "")
            for index, choice in enumerate(stood["choices"])
        )
        choices = format_html_join("", "<li>{} {} <strong>{}</strong></li>", lines)
        return format_html("<p>{}</p><ul>{}</ul>", stood["text"], choices)

    @admin.action(description=_("Settle, with one answer to all"), permissions=["settle"])
    def settle(
        self, request: HttpRequest, queryset: QuerySet[QuestionReport]
    ) -> HttpResponse | None:
        ids = list(queryset.filter(state=QuestionReport.State.OPEN).values_list("pk", flat=True))
        if not ids:
            self.message_user(request, _("All of these are settled already."), messages.WARNING)
            return None
        form = ReplyForm(request.POST if "apply" in request.POST else None)
        if not form.is_valid():
            rows = QuestionReport.objects.filter(pk__in=ids).select_related("question", "by")
            page = {
                **self.admin_site.each_context(request),
                "title": _("Settle"),
                "opts": self.model._meta,
                "form": form,
                "reports": rows,
            }
            return TemplateResponse(request, "admin/alalab/settle.html", page)
        done = 0
        for report_id in ids:
            try:
                self.settle_one(request, report_id, form.cleaned_data["reply"])
                done += 1
            except Refusal:
                continue  # somebody else was quicker
        said = ngettext("%(n)d report settled.", "%(n)d reports settled.", done)
        self.message_user(request, said % {"n": done})
        return None

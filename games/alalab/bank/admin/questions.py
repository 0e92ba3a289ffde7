"""Questions in the admin: the list, the form, retiring and bringing back."""

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import person_of
from games.alalab.bank import editing, statistics
from games.alalab.bank.admin.files import WithFiles
from games.alalab.bank.admin.filters import Hardness, InPlay, Language, Reported
from games.alalab.bank.admin.forms import QuestionForm, RetireForm
from games.alalab.bank.models import Question, QuestionReport
from games.alalab.question import LETTERS

OPEN = Q(reports__state=QuestionReport.State.OPEN)


@admin.register(Question)
class QuestionAdmin(WithFiles):
    form = QuestionForm
    list_display = [
        "text",
        "right_answer",
        "category",
        "difficulty",
        "shown",
        "right_share",
        "skipped",
        "reported",
        "in_play",
    ]
    list_filter = [InPlay, "category", "difficulty", Language, Reported, Hardness, "shipped"]
    search_fields = ["text", "choice_a", "choice_b", "choice_c", "choice_d", "=key"]
    ordering = ["id"]
    list_per_page = 50
    show_facets = admin.ShowFacets.NEVER
    actions = ["retire", "bring_back", "export_csv", "export_json"]
    readonly_fields = [
        "key",
        "shipped",
        "in_play",
        "made_at",
        "edited_at",
        "edited_by",
        "shown",
        "right",
        "wrong",
        "skipped",
        "right_share",
        "what_players_said",
    ]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    "text",
                    ("choice_a", "choice_b"),
                    ("choice_c", "choice_d"),
                    "answer",
                    ("category", "difficulty", "language"),
                ]
            },
        ),
        (_("What players made of it"), {"fields": [("shown", "skipped"), ("right", "wrong")]}),
        (None, {"fields": ["right_share", "what_players_said"]}),
        (
            _("Its story"),
            {"fields": ["in_play", ("key", "shipped"), "made_at", ("edited_at", "edited_by")]},
        ),
    ]

    # ---- The list ----

    def get_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        rows = statistics.with_share(super().get_queryset(request).select_related("edited_by"))
        return rows.annotate(
            open_reports=Count("reports", filter=OPEN), all_reports=Count("reports")
        )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Retired, never deleted: finished matches and reports speak of it."""
        return False

    @admin.display(description=_("right answer"))
    def right_answer(self, question: Question) -> str:
        return f"{LETTERS[question.answer]} · {question.choices[question.answer]}"

    @admin.display(description=_("answered right"), ordering="share")
    def right_share(self, question: Any) -> str:
        share = getattr(question, "share", None)
        if share is None:
            return "–"
        return gettext("%(share)d %% of %(answers)d") % {
            "share": round(share * 100),
            "answers": question.answers,
        }

    @admin.display(description=_("open reports"), ordering="open_reports")
    def reported(self, question: Any) -> SafeString | str:
        if not question.open_reports:
            return "–"
        url = reverse("admin:alalab_questionreport_changelist")
        address = f"{url}?question__id__exact={question.pk}&state__exact=open"
        return format_html('<a href="{}"><strong>{}</strong></a>', address, question.open_reports)

    @admin.display(description=_("in play"), ordering="retired_at")
    def in_play(self, question: Question) -> str:
        if question.retired_at is None:
            return gettext("yes")
        return gettext("retired: %(why)s") % {"why": question.retired_why}

    @admin.display(description=_("reports"))
    def what_players_said(self, question: Question) -> SafeString | str:
        rows = question.reports.select_related("by").order_by("-id")[:20]
        return (
            format_html_join(
                "",
                '<p><a href="{}">{}</a>, {}: {} <bdi>{}</bdi></p>',
                (
                    (
                        reverse("admin:alalab_questionreport_change", args=[row.pk]),
                        row.get_state_display(),
                        f"{row.at:%Y-%m-%d}",
                        row.get_reason_display(),
                        row.note,
                    )
                    for row in rows
                ),
            )
            or "–"
        )

    # ---- Edit and retire ----

    def save_model(self, request: HttpRequest, obj: Question, form: Any, change: bool) -> None:
        editing.edit(obj, person_of(request))

    @admin.action(description=_("Retire, with a reason"), permissions=["change"])
    def retire(self, request: HttpRequest, queryset: QuerySet[Question]) -> HttpResponse | None:
        ids = list(queryset.values_list("pk", flat=True))
        rows = Question.objects.filter(pk__in=ids, retired_at__isnull=True)
        if not rows:
            self.message_user(request, _("All of these are retired already."), messages.WARNING)
            return None
        form = RetireForm(request.POST if "apply" in request.POST else None)
        if form.is_valid():
            why = form.cleaned_data["why"]
            with transaction.atomic():
                done = editing.retire(ids, person_of(request), why)
                for question in done:
                    self.log_change(request, question, f"Retired: {why}")
            said = ngettext("%(n)d question retired.", "%(n)d questions retired.", len(done))
            self.message_user(request, said % {"n": len(done)})
            return None
        page = {
            **self.admin_site.each_context(request),
            "title": _("Retire"),
            "opts": self.model._meta,
            "form": form,
            "questions": rows,
            "ids": ids,
        }
        return TemplateResponse(request, "admin/alalab/retire.html", page)

    @admin.action(description=_("Bring back into play"), permissions=["change"])
    def bring_back(self, request: HttpRequest, queryset: QuerySet[Question]) -> None:
        ids = list(queryset.values_list("pk", flat=True))
        with transaction.atomic():
            done = editing.bring_back(ids, person_of(request))
            for question in done:
                self.log_change(request, question, "Brought back")
        said = ngettext("%(n)d question is back.", "%(n)d questions are back.", len(done))
        self.message_user(request, said % {"n": len(done)})

"""The bank in the admin: edit, retire, import, export, and answer what players report.

Whoever may see questions may export them; importing takes the right to add and to change.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import person_of
from games.alalab import bank, exporting, importing, reports, statistics
from games.alalab.checking import LONGEST_TEXT
from games.alalab.forms import FileForm, QuestionForm, ReplyForm, RetireForm
from games.alalab.models import Question, QuestionImport, QuestionReport
from games.alalab.stock import LETTERS
from games.engine.errors import Refusal
from refusals.wording import words

OPEN = Q(reports__state=QuestionReport.State.OPEN)


class InPlay(admin.SimpleListFilter):
    title = _("in play")
    parameter_name = "play"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("in play")), ("no", _("retired"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Question]) -> QuerySet[Question]:
        if self.value() in ("yes", "no"):
            return queryset.filter(retired_at__isnull=self.value() == "yes")
        return queryset


class Reported(admin.SimpleListFilter):
    title = _("reports")
    parameter_name = "reports"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("with open reports")), ("any", _("ever reported")), ("no", _("never"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "open":
                return queryset.filter(open_reports__gt=0)
            case "any":
                return queryset.filter(all_reports__gt=0)
            case "no":
                return queryset.filter(all_reports=0)
        return queryset


class Hardness(admin.SimpleListFilter):
    title = _("how it is answered")
    parameter_name = "hardness"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("easy", _("easy: three of four are right")),
            ("medium", _("medium")),
            ("hard", _("hard: fewer than two of five are right")),
            ("unknown", _("too few answers yet")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Question]) -> QuerySet[Question]:
        chosen = statistics.HARDNESS.get(self.value() or "")
        return queryset if chosen is None else queryset.filter(chosen)


class Language(admin.SimpleListFilter):
    title = _("language")
    parameter_name = "language"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        codes = Question.objects.order_by("language").values_list("language", flat=True).distinct()
        return [(code, code) for code in codes]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Question]) -> QuerySet[Question]:
        return queryset.filter(language=self.value()) if self.value() else queryset


@admin.register(Question)
class QuestionAdmin(admin.ModelAdmin):
    form = QuestionForm
    change_list_template = "admin/alalab/question/change_list.html"
    list_display = [
        "text",
        "right_answer",
        "category",
        "difficulty",
        "shown",
        "right_share",
        "skipped",
        "reported",
        "standing",
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
        "standing",
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
            {"fields": ["standing", ("key", "shipped"), "made_at", ("edited_at", "edited_by")]},
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
    def standing(self, question: Question) -> str:
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
        bank.edit(obj, person_of(request))

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
            done = bank.retire(ids, person_of(request), why)
            for question in done:
                self.log_change(request, question, f"Retired: {why}")
            said = ngettext("%(n)d question retired.", "%(n)d questions retired.", len(done))
            self.message_user(request, said % {"n": len(done)})
            return None
        return TemplateResponse(
            request,
            "admin/alalab/retire.html",
            self._page(request, _("Retire"), form=form, questions=rows, ids=ids),
        )

    @admin.action(description=_("Bring back into play"), permissions=["change"])
    def bring_back(self, request: HttpRequest, queryset: QuerySet[Question]) -> None:
        ids = list(queryset.values_list("pk", flat=True))
        done = bank.bring_back(ids, person_of(request))
        for question in done:
            self.log_change(request, question, "Brought back")
        said = ngettext("%(n)d question is back.", "%(n)d questions are back.", len(done))
        self.message_user(request, said % {"n": len(done)})

    # ---- Export ----

    @admin.action(description=_("Export as CSV"), permissions=["view"])
    def export_csv(self, request: HttpRequest, queryset: QuerySet[Question]) -> HttpResponse:
        return file_of(queryset, "csv")

    @admin.action(description=_("Export as JSON"), permissions=["view"])
    def export_json(self, request: HttpRequest, queryset: QuerySet[Question]) -> HttpResponse:
        return file_of(queryset, "json")

    def export_view(self, request: HttpRequest, kind: str) -> HttpResponse:
        """The list as it is filtered, all pages of it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return file_of(self.get_changelist_instance(request).get_queryset(request), kind)

    # ---- Import ----

    def may_import(self, request: HttpRequest) -> bool:
        return self.has_add_permission(request) and self.has_change_permission(request)

    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Takes a file and shows what it would do. Nothing is put into the bank yet."""
        if not self.may_import(request):
            raise PermissionDenied
        form = FileForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            file = form.cleaned_data["file"]
            try:
                if file.size > importing.MOST_BYTES:  # not even read
                    raise importing.Unreadable(
                        gettext("The file is larger than %(most)d MB. Split it.")
                        % {"most": importing.MOST_BYTES // 2**20}
                    )
                rows = importing.read(file.name, file.read())
            except importing.Unreadable as error:
                form.add_error("file", str(error))
            else:
                kept = bank.keep_file(file.name, importing.dump(rows), person_of(request))
                return HttpResponseRedirect(
                    reverse("admin:alalab_question_preview", args=[kept.pk])
                )
        page = self._page(request, _("Import questions"), form=form, columns=exporting.COLUMNS)
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/alalab/import.html", page, status=status)

    def preview_view(self, request: HttpRequest, import_id: int) -> HttpResponse:
        """Each row and what it would do; then the good rows are put in, or nothing is."""
        if not self.may_import(request):
            raise PermissionDenied
        kept = get_object_or_404(QuestionImport, pk=import_id, by=person_of(request))
        if request.method == "POST":
            return self._decide(request, kept)
        verdicts = importing.weigh(importing.load(kept.rows))
        groups = {
            name: [each for each in verdicts if each.standing == name]
            for name in ("bad", "new", "changed", "same")
        }
        page = self._page(
            request,
            _("Import questions"),
            file=kept,
            groups=groups,
            total=len(verdicts),
            good=len(groups["new"]) + len(groups["changed"]),
        )
        return TemplateResponse(request, "admin/alalab/preview.html", page)

    def _decide(self, request: HttpRequest, kept: QuestionImport) -> HttpResponse:
        """The bank may have changed since the preview, so the rows are weighed again."""
        if request.POST.get("do") == "import":
            added, changed, left = bank.put_file(kept.pk, person_of(request))
            self.message_user(
                request,
                gettext("%(added)d added, %(changed)d changed, %(left)d rows left out.")
                % {"added": added, "changed": changed, "left": left},
            )
        else:
            bank.drop_file(kept.pk)
            self.message_user(request, _("Nothing was imported."))
        return HttpResponseRedirect(reverse("admin:alalab_question_changelist"))

    # ---- What both need ----

    def get_urls(self) -> list[Any]:
        def door(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
            return self.admin_site.admin_view(view)

        return [
            path("import/", door(self.import_view), name="alalab_question_import"),
            path(
                "import/<int:import_id>/", door(self.preview_view), name="alalab_question_preview"
            ),
            path(
                "export.csv",
                door(self.export_view),
                {"kind": "csv"},
                name="alalab_question_export_csv",
            ),
            path(
                "export.json",
                door(self.export_view),
                {"kind": "json"},
                name="alalab_question_export_json",
            ),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        query = request.GET.urlencode()
        extra = {
            "may_import": self.may_import(request),
            "query": f"?{query}" if query else "",
            **(extra_context or {}),
        }
        return super().changelist_view(request, extra)

    def _page(self, request: HttpRequest, title: Any, **context: Any) -> dict[str, Any]:
        base = self.admin_site.each_context(request)
        return {**base, "title": title, "opts": self.model._meta, **context}


def file_of(rows: QuerySet[Question], kind: str) -> HttpResponse:
    write = exporting.as_csv if kind == "csv" else exporting.as_json
    kinds = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
    name = f"questions-{timezone.now():%Y-%m-%d}.{kind}"
    return HttpResponse(
        write(rows.order_by("id")),
        content_type=kinds[kind],
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store, private",
        },
    )


@admin.register(QuestionReport)
class ReportAdmin(admin.ModelAdmin):
    """What players found wrong. Answered here; the question itself is mended on its own page."""

    list_display = ["question_text", "reason", "note", "who", "at", "state"]
    list_filter = ["state", "reason", "question__category", "at"]
    search_fields = ["question__text", "note", "=by__username", "=match_id"]
    list_select_related = ["question", "by"]
    ordering = ["-state", "-id"]
    actions = ["settle"]
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

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        return lookup == "question__id__exact" or super().lookup_allowed(lookup, value, request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        names = ["now", "stood", "reason", "note", "who", "match_id", "at", "state"]
        names += ["settled_at", "settled_by"]
        settled = obj is not None and obj.state == QuestionReport.State.SETTLED
        return [*names, "reply"] if settled else names

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        if "reply" in form.base_fields:
            form.base_fields["reply"].required = True
        return form

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        try:
            reports.settle(obj.pk, person_of(request), form.cleaned_data["reply"])
        except Refusal as refusal:
            self.message_user(request, words(refusal), messages.ERROR)

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

    @admin.action(description=_("Settle, with one answer to all"), permissions=["change"])
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
        for report_id in ids:
            try:
                row = reports.settle(report_id, person_of(request), form.cleaned_data["reply"])
                self.log_change(request, row, "Settled")
            except Refusal:
                continue  # somebody else was quicker
        self.message_user(
            request,
            ngettext("%(n)d report settled.", "%(n)d reports settled.", len(ids)) % {"n": len(ids)},
        )
        return None

"""File import and export in the admin: a file is previewed row by row before it is written.

Whoever may see questions may export them; importing takes the right to add and to change.
"""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import person_of
from games.alalab.bank import file_export, file_import, file_parsing
from games.alalab.bank.admin.forms import FileForm
from games.alalab.bank.models import Question, QuestionImport


class WithFiles(admin.ModelAdmin):
    """The list of questions with its buttons and actions for files."""

    change_list_template = "admin/alalab/question/change_list.html"

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
                file_parsing.check_size(file.size)
                rows = file_parsing.parse(file.read())
            except file_parsing.Unreadable as error:
                form.add_error("file", str(error))
            else:
                kept = file_import.keep(file.name, rows, person_of(request))
                return redirect("admin:alalab_question_preview", kept.pk)
        page = self.page_context(request, form=form, columns=file_export.COLUMNS)
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/alalab/import.html", page, status=status)

    def preview_view(self, request: HttpRequest, import_id: int) -> HttpResponse:
        """Each row and what it would do; then the good rows are put in, or nothing is."""
        if not self.may_import(request):
            raise PermissionDenied
        kept = get_object_or_404(QuestionImport, pk=import_id, by=person_of(request))
        if request.method == "POST":
            return self._decide(request, kept)
        verdicts = file_import.preview(kept)
        groups = {
            name: [each for each in verdicts if each.status == name]
            for name in ("bad", "new", "changed", "same")
        }
        page = self.page_context(
            request,
            file=kept,
            groups=groups,
            total=len(verdicts),
            good=len(groups["new"]) + len(groups["changed"]),
        )
        return TemplateResponse(request, "admin/alalab/preview.html", page)

    def _decide(self, request: HttpRequest, kept: QuestionImport) -> HttpResponse:
        """The bank may have changed since the preview, so the rows are compared again."""
        if request.POST.get("do") == "import":
            added, changed, left = file_import.write(kept.pk, person_of(request))
            self.message_user(
                request,
                gettext("%(added)d added, %(changed)d changed, %(left)d rows left out.")
                % {"added": added, "changed": changed, "left": left},
            )
        else:
            file_import.discard(kept.pk)
            self.message_user(request, _("Nothing was imported."))
        return redirect("admin:alalab_question_changelist")

    def page_context(self, request: HttpRequest, **context: Any) -> dict[str, Any]:
        base = self.admin_site.each_context(request)
        return {**base, "title": _("Import questions"), "opts": self.model._meta, **context}

    # ---- What both need ----

    def get_urls(self) -> list[Any]:
        def at(route: str, view: Any, name: str, **kwargs: str) -> URLPattern:
            guarded = self.admin_site.admin_view(view)
            return path(route, guarded, kwargs, name=f"alalab_question_{name}")

        return [
            at("import/", self.import_view, "import"),
            at("import/<int:import_id>/", self.preview_view, "preview"),
            at("export.csv", self.export_view, "export_csv", kind="csv"),
            at("export.json", self.export_view, "export_json", kind="json"),
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


def file_of(rows: QuerySet[Question], kind: str) -> HttpResponse:
    write = file_export.as_csv if kind == "csv" else file_export.as_json
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

"""Filters of the question list in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.alalab.bank import statistics
from games.alalab.bank.models import Question


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

"""Karma in the admin: entries to look at, appeals to answer. Nothing is ever deleted here."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.karma import services
from accounts.karma.models import Appeal, Entry
from accounts.people.display import person_of
from refusals import Refusal
from refusals.wording import words


@admin.register(Entry)
class EntryAdmin(admin.ModelAdmin):
    list_display = ("at", "user", "kind", "change", "value", "game", "match_id", "reason")
    list_filter = ("kind", "game", "at")
    list_select_related = ("user",)
    search_fields = ("user__username", "=match_id")
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AnswerForm(forms.ModelForm):
    verdict = forms.ChoiceField(
        label=_("Verdict"),
        choices=[
            ("accepted", _("Accept: the entry is taken back by a counter-entry")),
            ("declined", _("Decline: the entry stays")),
        ],
        widget=forms.RadioSelect,
    )
    answer = forms.CharField(
        label=_("Answer"),
        max_length=services.LONGEST,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The player reads it."),
    )

    class Meta:
        model = Appeal
        fields = ("answer",)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.instance.state != Appeal.State.OPEN:
            raise ValidationError(_("This appeal has its answer already."))
        return cleaned


@admin.register(Appeal)
class AppealAdmin(admin.ModelAdmin):
    list_display = ("at", "who", "about", "state", "answered_by", "answered_at")
    list_filter = ("state", "at")
    search_fields = ("entry__user__username", "text")
    form = AnswerForm
    told = ("who", "about", "text", "state", "at")
    answered = (*told, "answer", "answered_by", "answered_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        return super().get_queryset(request).select_related("entry__user", "answered_by")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        is_open = obj is not None and obj.state == Appeal.State.OPEN
        return (*self.told, "verdict", "answer") if is_open else self.answered

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.told if obj is not None and obj.state == Appeal.State.OPEN else self.answered

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description=_("person"))
    def who(self, appeal: Appeal) -> str:
        return str(appeal.entry.user)

    @admin.display(description=_("entry"))
    def about(self, appeal: Appeal) -> str:
        entry = appeal.entry
        return f"{entry.get_kind_display()}, {entry.change:+d}, {entry.game} {entry.match_id or ''}"

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The service answers; what the form put into the row is not saved beside it."""
        accepted = form.cleaned_data["verdict"] == "accepted"
        try:
            services.answer_appeal(
                obj.pk, person_of(request), accepted, form.cleaned_data["answer"]
            )
        except Refusal as refusal:
            self.message_user(request, words(refusal), messages.ERROR)

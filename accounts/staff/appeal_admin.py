"""Admin of appeals, whatever they are against: to look at, with one button to answer."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.people.display import person_of
from accounts.staff.acts import Act, ReasonForm, WithActs
from accounts.staff.cases import Appeal
from accounts.staff.read_only import ReadOnly


class AnswerForm(ReasonForm):
    accepted = forms.TypedChoiceField(
        label=_("Decision"),
        choices=[("no", _("Decline: it stands")), ("yes", _("Accept: it is taken back"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
    field_order = ["accepted", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("Answer")


def answer_act(permission: str) -> Act:
    return Act(
        "answer",
        _("Answer"),
        permission,
        "do_answer",
        form=AnswerForm,
        offered=lambda appeal: appeal.answered_at is None,
        explain=_("Whoever has a part in it leaves the answer to somebody else."),
    )


class AppealAdmin(ReadOnly, WithActs):
    """A subclass brings `acts`, the service that answers, and how its subject is shown."""

    answer_service: Callable[..., None]
    list_display: Any = ("at", "person", "against", "text", "state", "answered_by")
    list_filter = ("state", "at")
    list_select_related = ("subject__user", "answered_by")
    search_fields = ("subject__user__username", "text", "answer")
    fields: ClassVar[Any] = (
        ("person", "against", "state"),
        ("text", "at"),
        "answer",
        ("answered_by", "answered_at"),
    )
    readonly_fields: ClassVar[Any] = ("person", "against")

    @admin.display(description=_("person"), ordering="subject__user__username")
    def person(self, appeal: Any) -> str:
        return str(appeal.subject.user)

    @admin.display(description=_("against"))
    def against(self, appeal: Any) -> str | SafeString:
        return str(appeal.subject)

    def do_answer(self, request: HttpRequest, appeal: Appeal, data: dict[str, Any]) -> str:
        self.answer_service(appeal.pk, person_of(request), data["accepted"], data["reason"])
        return gettext("Answered. The person is told.")

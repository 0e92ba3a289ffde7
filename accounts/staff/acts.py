"""Admin acts: buttons on a thing's admin page, each with a form that asks for a reason first.

An act is a form and a method of the admin that calls one service. Nothing is saved by the admin
itself. A refusal of the service is told in the form.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _

from refusals import Refusal
from refusals.wording import words


class ReasonForm(forms.Form):
    """Nothing is done to anybody without a reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One or two plain sentences. The person reads them."),
    )


class InternalReasonForm(ReasonForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("Kept in the log of staff.")


def always(thing: Any) -> bool:
    return True


@dataclass(frozen=True)
class Act:
    key: str
    label: Any
    permission: str
    do: str
    """The method of the admin: (request, thing, cleaned data) → a sentence, or a whole page."""
    form: type[forms.Form] = ReasonForm
    offered: Callable[[Any], bool] = always
    explain: Any = ""
    danger: bool = False


class WithActs(admin.ModelAdmin):
    """`acts` become buttons; who lacks the permission does not see them."""

    acts: tuple[Act, ...] = ()
    change_form_template = "admin/with_acts.html"

    def why_not(self, request: HttpRequest, thing: Any, act: Act) -> str:
        """A sentence if this one of the staff may not do this to this thing."""
        return ""

    @property
    def act_name(self) -> str:
        meta = self.model._meta
        return f"{meta.app_label}_{meta.model_name}_act"

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.act_view)
        own = path("<path:object_id>/do/<slug:key>/", view, name=self.act_name)
        return [own, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        thing = self.get_object(request, object_id)
        buttons = [
            (act, reverse(f"admin:{self.act_name}", args=[thing.pk, act.key]))
            for act in self.acts
            if thing is not None
            and request.user.has_perm(act.permission)
            and act.offered(thing)
            and not self.why_not(request, thing, act)
        ]
        extra = (extra_context or {}) | {"act_buttons": buttons} | self.extra_of(request, thing)
        if thing is not None:
            extra |= {"title": self.title_of(thing), "subtitle": None}
        return super().change_view(request, object_id, form_url, extra)

    def title_of(self, thing: Any) -> str:
        return str(thing)

    def extra_of(self, request: HttpRequest, thing: Any) -> dict[str, Any]:
        """What the page shows beside the fields."""
        return {}

    def act_view(self, request: HttpRequest, object_id: str, key: str) -> HttpResponse:
        thing = self.get_object(request, object_id)
        act = next((each for each in self.acts if each.key == key), None)
        if act is None or thing is None:
            return redirect("admin:index")
        if not (self.has_view_permission(request, thing) and request.user.has_perm(act.permission)):
            raise PermissionDenied
        why_not = self.why_not(request, thing, act)
        if why_not or not act.offered(thing):
            messages.warning(request, why_not or _("That is not possible any more."))
            return HttpResponseRedirect(self.page_of(thing))
        form = self.form_for(act, request, thing)
        if request.method == "POST" and form.is_valid():
            try:
                with transaction.atomic():  # the act and its line in the log, or neither
                    done = getattr(self, act.do)(request, thing, form.cleaned_data)
            except Refusal as refusal:
                form.add_error(None, words(refusal))
            else:
                if isinstance(done, HttpResponse):
                    return done
                messages.success(request, done)
                return HttpResponseRedirect(self.page_of(thing))
        context = {
            **self.admin_site.each_context(request),
            "title": act.label,
            "act": act,
            "thing": thing,
            "form": form,
            "back": self.page_of(thing),
            "opts": self.model._meta,
        }
        return TemplateResponse(request, "admin/act.html", context)

    def form_for(self, act: Act, request: HttpRequest, thing: Any) -> forms.Form:
        return act.form(request.POST if request.method == "POST" else None)

    def page_of(self, thing: Any) -> str:
        meta = thing._meta
        return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[thing.pk])

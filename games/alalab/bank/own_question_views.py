"""HTTP views of own questions. Parse, call one service, answer.

Somebody else's question is answered like one that does not exist.
"""

from functools import wraps
from typing import Any, Protocol

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.access.entrance import members_only
from accounts.models import User
from games.alalab.bank import own_question_paste, own_questions
from games.alalab.bank.own_question_forms import OwnQuestionForm, PasteForm
from games.engine.errors import Refusal
from refusals.wording import words


class HttpView(Protocol):
    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse: ...


def private(view: HttpView) -> HttpView:
    """For whoever has an account; kept in no cache."""

    @never_cache
    @members_only
    @require_http_methods(["GET", "POST"])
    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except own_questions.NoSuchQuestion as refusal:
            raise Http404(words(refusal)) from None

    return asked


@private
def mine(request: HttpRequest) -> HttpResponse:
    """All of one's questions, and the form of one more."""
    form = OwnQuestionForm(request.POST or None)
    if written(request, form):
        messages.success(request, _("The question is kept."))
        return redirect("alalab:mine")
    rows = own_questions.of(_person(request))
    context = {
        "form": form,
        "rows": rows,
        "most": own_questions.MOST,
        "full": len(rows) >= own_questions.MOST,
    }
    return answered(request, "alalab/mine.html", context)


@private
def edit(request: HttpRequest, question_id: int) -> HttpResponse:
    row = own_questions.one_of(_person(request), question_id)
    form = OwnQuestionForm(request.POST or None, initial=OwnQuestionForm.words_of(row))
    if written(request, form, question_id):
        messages.success(request, _("The question is changed."))
        return redirect("alalab:mine")
    return answered(request, "alalab/mine_edit.html", {"form": form, "row": row})


@private
def delete(request: HttpRequest, question_id: int) -> HttpResponse:
    """Asks first."""
    row = own_questions.one_of(_person(request), question_id)
    if request.method == "POST":
        own_questions.delete(_person(request), question_id)
        messages.success(request, _("The question is deleted."))
        return redirect("alalab:mine")
    return render(request, "alalab/mine_delete.html", {"row": row})


@private
def paste(request: HttpRequest) -> HttpResponse:
    """Many at once. The good lines are kept; the bad ones are named and stay in the box."""
    form = PasteForm(request.POST or None)
    bad: list[own_question_paste.PastedLine] = []
    if request.method == "POST" and form.is_valid():
        try:
            kept, bad = own_question_paste.paste(_person(request), form.cleaned_data["lines"])
        except Refusal as refusal:
            form.add_error(None, words(refusal))
        else:
            text = ngettext("%(n)d question is kept.", "%(n)d questions are kept.", kept)
            if kept:
                messages.success(request, text % {"n": kept})
            if not bad:
                return redirect("alalab:mine")
            form = PasteForm(initial={"lines": "\n".join(line.words for line in bad)})
    return answered(
        request, "alalab/mine_paste.html", {"form": form, "bad": bad, "most": own_questions.MOST}
    )


def written(request: HttpRequest, form: OwnQuestionForm, question_id: int | None = None) -> bool:
    """Whether the form held a question that is now kept; if not, the form says why."""
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        own_questions.write(_person(request), form.draft(), question_id)
    except own_questions.NoSuchQuestion:
        raise
    except Refusal as refusal:
        form.add_error(None, words(refusal))
        return False
    return True


def answered(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A form that comes back was refused."""
    return render(request, template, context, status=422 if request.method == "POST" else 200)


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user

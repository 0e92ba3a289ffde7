"""HTTP views of question reports: the questions a match has been told, and a form for each."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.models import User
from accounts.people.requests import HtmxHttpRequest
from games import refusals
from games.alalab.bank import reports
from games.alalab.bank.match_questions import ShownQuestion
from games.alalab.bank.models import QuestionReport
from games.engine.errors import Refusal
from games.pace import Pace

knocks = Pace()


@never_cache
@login_required
@require_GET
def questions(request: HtmxHttpRequest, match_id: int) -> HttpResponse:
    """The questions of a match that have been answered, with a form to report each."""
    try:
        told = reports.told_at(match_id, _person(request))
    except Refusal as refusal:
        return _refused(request, refusal, "alalab/questions.html", match_id=match_id)
    mine = _mine(request, told)
    context = {
        "match_id": match_id,
        "rows": [(each, mine.get(each.id)) for each in told],
        "chosen": request.GET.get("question", ""),
        "reasons": QuestionReport.Reason.choices,
    }
    return render(request, "alalab/questions.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def report(request: HtmxHttpRequest, match_id: int, question_id: int) -> HttpResponse:
    """The small form over the match, and where every form of a report goes."""
    page = f"{reverse('alalab:questions', args=[match_id])}?question={question_id}"
    if request.method == "GET" and not request.htmx:
        return redirect(page)
    context: dict[str, Any] = {
        "match_id": match_id,
        "question_id": question_id,
        "reasons": QuestionReport.Reason.choices,
        "reason": request.POST.get("reason", ""),
        "note": request.POST.get("note", "")[:300],
    }
    try:
        if knocks.too_fast(request.user.pk or 0):
            raise reports.TooMany
        if request.method == "GET":
            context["told"] = reports.reportable(match_id, question_id, _person(request))
            return render(request, "alalab/report_form.html", context)
        reports.report(
            match_id,
            question_id,
            _person(request),
            request.POST.get("reason", ""),
            request.POST.get("note", ""),
        )
    except (reports.NoReason, reports.NeedsWords, reports.TooLong) as refusal:
        # The form is shown again with what was written.
        context["told"] = reports.reportable(match_id, question_id, _person(request))
        return _refused(request, refusal, "alalab/report_form.html", page, **context)
    except Refusal as refusal:
        return _refused(request, refusal, "alalab/report_done.html", page, **context)
    if request.htmx:
        return render(request, "alalab/report_done.html", context)
    messages.success(request, _("Thank you. Somebody will look at this question."))
    return redirect(page)


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _mine(request: HttpRequest, told: list[ShownQuestion]) -> dict[int, QuestionReport]:
    rows = reports.of(_person(request)).filter(question_id__in=[each.id for each in told])
    return {row.question_id: row for row in rows}


def _refused(
    request: HtmxHttpRequest, refusal: Refusal, template: str, page: str = "", **context: Any
) -> HttpResponse:
    """In the sheet the sentence stands in its place; without a script the page tells it."""
    why = refusals.words(refusal)
    if page and not request.htmx:
        messages.error(request, why)
        return redirect(page)
    return render(request, template, {"why": why, "code": refusal.code, **context}, status=422)

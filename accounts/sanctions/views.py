"""Views of one's own sanctions: what, why, until when; the appeal; the name after a rename."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import User
from accounts.people.display import person_of
from accounts.sanctions import appeal_token, selectors, services, wording
from accounts.sanctions.forms import NameForm
from accounts.staff.cases import LONGEST
from refusals import Refusal
from refusals.wording import words


def rows_of(user: User) -> dict[str, object]:
    """What lies on this person now, and what did."""
    rows = [(each, wording.sentence(each), wording.when(each)) for each in selectors.of(user)]
    return {
        "running": [row for row in rows if row[0].is_running],
        "past": [row for row in rows if not row[0].is_running],
        "name_to_choose": selectors.name_to_choose(user),
        "longest": LONGEST,
    }


@login_required
@never_cache
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    return render(request, "sanctions/page.html", rows_of(person_of(request)))


@login_required
@require_POST
def read(request: HttpRequest, sanction_id: int) -> HttpResponse:
    services.read(sanction_id, person_of(request))
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204)
    return redirect("accounts:sanctions")


@login_required
@require_POST
def appeal(request: HttpRequest, sanction_id: int) -> HttpResponse:
    _appeal(request, person_of(request), sanction_id)
    return redirect("accounts:sanctions")


@never_cache
@require_http_methods(["GET", "POST"])
def appeal_outside(request: HttpRequest, pass_: str) -> HttpResponse:
    """The same for somebody who is banned and cannot come in."""
    person = appeal_token.read(pass_)
    if person is None:
        raise Http404
    if request.method == "POST":
        number = request.POST.get("sanction", "")
        _appeal(request, person, int(number) if number.isdecimal() and len(number) < 12 else 0)
        return redirect("accounts:appeal_outside", pass_)
    context = rows_of(person) | {"outside": pass_, "person": person}
    return render(request, "sanctions/outside.html", context)


def _appeal(request: HttpRequest, person: User, sanction_id: int) -> None:
    try:
        services.appeal(sanction_id, person, request.POST.get("text", ""))
    except Refusal as refusal:
        messages.error(request, words(refusal))
    else:
        messages.success(request, _("Your appeal is on its way. The answer will stand here."))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def new_name(request: HttpRequest) -> HttpResponse:
    """One name, once, after the house took the old one."""
    person = person_of(request)
    sanction = selectors.name_to_choose(person)
    if sanction is None:
        return redirect("accounts:sanctions")
    form = NameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.choose_name(person, form.cleaned_data["name"])
        except Refusal as refusal:
            form.add_error("name", words(refusal))
        except (ValidationError, IntegrityError):
            form.add_error("name", _("This name is not free."))
        else:
            messages.success(request, _("This is your name now."))
            return redirect("accounts:sanctions")
    status = 422 if form.is_bound else 200
    context = {"form": form, "sanction": sanction}
    return render(request, "sanctions/new_name.html", context, status=status)

"""Views of one's own karma: the score, what it is made of, and the way to appeal."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.karma import scoring, selectors, services
from accounts.notices import services as friends
from accounts.people.display import person_of
from refusals import Refusal
from refusals.wording import words

PAGE = 25
KINDS = ("karma", "appeal-accepted", "appeal-declined")


@login_required
@never_cache
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    friends.read(person.pk, kind__in=KINDS)
    value = selectors.value_of(person.pk)
    pages = Paginator(selectors.entries_of(person), PAGE)
    context = {
        "value": value,
        "word": scoring.word(value),
        "cool_down": selectors.cool_down_of(person.pk),
        "page": pages.get_page(request.GET.get("page")),
    }
    return render(request, "karma/mine.html", context)


@login_required
@require_POST
def appeal(request: HttpRequest, entry_id: int) -> HttpResponse:
    try:
        services.appeal(entry_id, person_of(request), request.POST.get("text", ""))
    except Refusal as refusal:
        messages.error(request, words(refusal))
    else:
        messages.success(request, _("Thank you. Somebody of the house will look at it."))
    return redirect(f"{reverse('karma:mine')}#entry-{entry_id}")

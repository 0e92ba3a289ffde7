"""Views of notices, of one's wishes, and of following."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.access.entrance import members_only
from accounts.access.intents import carried
from accounts.notices import selectors, services
from accounts.notices.forms import WishesForm
from accounts.notices.models import Notice
from accounts.people.display import person_of
from refusals import Refusal
from refusals.wording import words

PAGE = 30


@login_required
@never_cache
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    pages = Paginator(selectors.notices_of(person), PAGE)
    context = {
        "page": pages.get_page(request.GET.get("page")),
        "unread": selectors.mark(person.pk)[0],
        "form": WishesForm(instance=selectors.wishes_of(person.pk)),
    }
    return render(request, "social/notices.html", context)


@login_required
@never_cache
@require_GET
def open_notice(request: HttpRequest, notice_id: int) -> HttpResponse:
    """To where the notice leads; thereby it is read. One of another person is nobody's business."""
    row = Notice.objects.filter(pk=notice_id, user=request.user.pk).first()
    if row is None:
        return redirect("social:notices")
    services.read(row.user_id, pk=row.pk)
    ours = url_has_allowed_host_and_scheme(row.url, None)
    return redirect(row.url if row.url and ours else "social:notices")


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """All of them, or with `notice` one."""
    one = _number(request.POST.get("notice", ""))
    services.read(person_of(request).pk, **({"pk": one} if one else {}))
    return redirect("social:notices")


def _number(text: str) -> int:
    """The number of a notice; 0 for anything else."""
    return int(text) if text.isdecimal() and len(text) < 18 else 0


@login_required
@require_POST
def seen(request: HttpRequest) -> HttpResponse:
    """A page in sight says what it shows: its address, so what was told of it is read; or the
    newest notice of its bell, which is thereby told."""
    url, newest = request.POST.get("url", "")[:200], _number(request.POST.get("newest", ""))
    if url:
        services.read(person_of(request).pk, url=url)
    elif newest:
        services.tell(person_of(request).pk, newest)
    return HttpResponse(status=204)


@login_required
@never_cache
@require_GET
def bell(request: HttpRequest) -> HttpResponse:
    """The bell as it stands, for a page that was asleep."""
    context = {"bell": selectors.bell(person_of(request).pk)}
    return render(request, "social/bell.html", context)


@members_only
@require_POST
def wishes(request: HttpRequest) -> HttpResponse:
    form = WishesForm(request.POST)
    if form.is_valid():
        services.wish(person_of(request), **form.cleaned_data)
        messages.success(request, gettext("Saved."))
    else:
        messages.error(request, gettext("Please choose one of these."))
    return redirect("social:notices")


@carried("social:follow", _("You will follow %(name)s."), fields=("follow", "back"))
@members_only
@require_POST
def follow(request: HttpRequest, name: str = "") -> HttpResponse:
    """Follows somebody, or with `follow=no` lets them go; back to their page.

    Without a name in the address it was typed on the page of friends.
    """
    listed = not name or request.POST.get("back") == "friends"
    name = name or request.POST.get("name", "")
    ends = request.POST.get("follow") == "no"
    try:
        other = (services.unfollow if ends else services.follow)(person_of(request), name)
    except Refusal as refusal:
        messages.error(request, words(refusal))
        return redirect("/me/friends/" if listed else "/")
    return redirect("/me/friends/" if listed else other)

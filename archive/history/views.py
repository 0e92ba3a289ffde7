"""Views of the match history: somebody's matches, two people head to head, one's own as a file."""

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import User
from accounts.people.display import person_of
from archive.history import selectors as history
from archive.history import share_image
from archive.history.export import WRITERS
from archive.history.filters import KINDS, PERIODS, RESULTS, Filters
from archive.viewers import viewer_of
from games import registry
from sharing.serving import MINUTE, picture_view, respond


@picture_view
def profile_picture(request: HttpRequest, name: str) -> HttpResponse:
    """Somebody and their ratings, as a picture to send round."""
    return respond(request, share_image.profile_picture(person_called(name)), seconds=5 * MINUTE)


def person_called(name: str) -> User:
    person = User.objects.filter(username__iexact=name, is_active=True).first()
    if person is None:
        raise Http404(_("Nobody here has this name."))
    return person


@never_cache
@require_GET
def of_person(request: HttpRequest, name: str) -> HttpResponse:
    """What somebody has played, as far as the reader may know of it."""
    person = person_called(name)
    if person.username != name:
        return redirect("archive:history", person.username)
    filters = Filters.parse(request.GET)
    after = request.GET.get("after", "")
    page = history.page(
        person,
        viewer_of(request),
        filters,
        after=int(after) if after.isdecimal() and len(after) < 19 else None,
    )
    context = {
        "person": person,
        "own": person == request.user,
        "page": page,
        "filters": filters,
        "games": [rules.INFO for rules in registry.all_games()],
        "choices": {"result": RESULTS, "kind": KINDS, "period": PERIODS},
        "query": urlencode(filters.asked),
        "further": bool(after),
    }
    return render(request, "archive/history.html", context)


@login_required
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    return redirect("archive:history", person_of(request).username)


@never_cache
@require_GET
def head_to_head(request: HttpRequest, name: str, other: str) -> HttpResponse:
    """How two people fared against each other."""
    one, two = person_called(name), person_called(other)
    if (one.username, two.username) != (name, other):
        return redirect("archive:head_to_head", one.username, two.username)
    if one == two:
        raise Http404(_("Nobody plays against themselves."))
    viewer = viewer_of(request)
    balances = history.head_to_head(one, two, viewer)
    filters = Filters(opponent=two.username)
    context = {
        "one": one,
        "two": two,
        "balances": balances,
        "ahead": sum(balance.ahead for balance in balances),
        "behind": sum(balance.behind for balance in balances),
        "level": sum(balance.level for balance in balances),
        "page": history.page(one, viewer, filters),
        "person": one,
        "query": urlencode(filters.asked),
    }
    return render(request, "archive/head_to_head.html", context)


@require_GET
def compare(request: HttpRequest, name: str) -> HttpResponse:
    """The form beside a profile asks with a name; the address has both."""
    person = person_called(name)
    other = User.objects.filter(
        username__iexact=request.GET.get("with", "").strip(), is_active=True
    ).first()
    if other is None or other == person:
        return redirect("archive:history", person.username)
    return redirect("archive:head_to_head", person.username, other.username)


@login_required
@never_cache
@require_GET
def export(request: HttpRequest, form: str) -> StreamingHttpResponse:
    """One's own history, sent row by row as it is read."""
    person = person_of(request)
    write, kind = WRITERS[form]
    answer = StreamingHttpResponse(write(person, Filters.parse(request.GET)), content_type=kind)
    name = f"courtyard-matches-{person.username}.{form}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

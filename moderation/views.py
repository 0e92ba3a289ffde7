"""Views for players: report something, and see what became of one's reports."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.access.rate_limit import RateLimit, address_of
from accounts.models import User
from accounts.people.display import display_name, person_of
from games.models import Seat
from games.page.players import ROLES
from lobby.models import Table
from lobby.responses import of_table
from lobby.room.phrases import phrase_text
from moderation import refusals, services
from moderation.forms import PlayerForm, Words
from moderation.models import Report
from refusals import Refusal
from refusals.wording import words

View = Callable[..., HttpResponse]

OF_GUESTS = RateLimit("reports-of-guests", 10, 3600, shared=True)
"""Per address: each guest may report as often as a member, and an address has many guests."""


def door(view: View) -> View:
    """Signed in, GET for the form and POST for the report; what is not there is not there."""

    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except refusals.NothingThere:
            raise Http404 from None

    methods = require_http_methods(["GET", "POST"])
    return login_required(never_cache(methods(asked)))


@door
@of_table
def report_chat(request: HttpRequest, table: Table, line_id: int) -> HttpResponse:
    code = table.code
    line = services.find_line(person_of(request), code, line_id)
    form = Words(request.POST if request.method == "POST" else None)
    title = _("Report this line")
    quote = line.text or phrase_text(line.phrase)
    return answer(request, form, title, line.user, services.report_chat, code, line_id, quote=quote)


@door
def report_name(request: HttpRequest, name: str) -> HttpResponse:
    about = services.find_person(name)
    form = Words(request.POST if request.method == "POST" else None)
    return answer(request, form, _("Report this name"), about, services.report_name, name)


@door
def report_player(request: HttpRequest, match_id: int) -> HttpResponse:
    """Cheating or leaving. `?seat=` chooses whom beforehand."""
    person = person_of(request)
    match = services.find_match(person, match_id)
    rows = match.seats.select_related("user").order_by("index")
    players = [
        (row.index, named(row))
        for row in rows
        if row.user_id != person.pk and not row.user.bot_level
    ]
    if not players:
        raise Http404
    seat = request.GET.get("seat", "")
    known = seat if any(str(index) == seat for index, _name in players) else players[0][0]
    form = PlayerForm(
        request.POST if request.method == "POST" else None,
        players=players,
        initial={"seat": known, "kind": "leaving"},
    )
    return answer(request, form, _("Report a player"), None, services.report_player, match_id)


def named(row: Seat) -> str:
    """A name, and what somebody is who does not play."""
    name, role = row.name or display_name(row.user), ROLES.get(row.role)
    return f"{name} ({role})" if role else name


@door
@of_table
def report_table(request: HttpRequest, table: Table) -> HttpResponse:
    """The same from a table's menu: whichever match is played there, or was last."""
    if table.match_id is None:
        return answer(request, None, _("Report a player"), None, services.report_player)
    return report_player(request, table.match_id)


def answer(
    request: HttpRequest,
    form: Words | None,
    title: str,
    about: User | None,
    service: Callable[..., Report],
    *args: Any,
    quote: str = "",
) -> HttpResponse:
    """The form, the thanks, or why not: a page, or for a sheet only its middle."""
    context: dict[str, Any] = {"form": form, "title": title, "about": about, "quote": quote}
    status = 200
    if form is None:
        context["why_not"] = _("No match has been played here yet.")
    elif request.method == "POST":
        status = 422
        if form.is_valid():
            data = form.cleaned_data
            more = [data[name] for name in ("seat", "kind") if name in data]
            try:
                if person_of(request).is_guest:
                    OF_GUESTS.take(address_of(request))
                service(person_of(request), *args, *more, data["words"])
            except Refusal as refusal:
                if isinstance(refusal, refusals.NothingThere):
                    raise
                context["why_not"] = words(refusal)
            else:
                context["done"], status = True, 200
    context["sheet"] = sheet = bool(request.headers.get("HX-Request"))
    template = "moderation/report.html#sheet" if sheet else "moderation/report.html"
    return render(request, template, context, status=status)


@login_required
@never_cache
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    rows = Report.objects.filter(reporter=person_of(request)).order_by("-id")[:100]
    return render(request, "moderation/mine.html", {"reports": rows})

"""Views of the notification settings: devices, quiet hours, and the link that stops mails."""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.notices import kinds
from accounts.people.display import person_of
from accounts.push import services, turn_mail
from accounts.push.forms import ReachForm
from accounts.push.models import Device, Reach
from accounts.push.receivers import SESSION_KEY
from refusals import Refusal
from refusals.wording import words


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """How one hears of what happens elsewhere; works without scripts, but for this device's own."""
    person = person_of(request)
    reach = Reach.objects.filter(user=person).first() or Reach(user=person)
    form = ReachForm(request.POST if request.method == "POST" else None, instance=reach)
    if request.method == "POST" and form.is_valid():
        services.reach(person, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("push:settings")
    context: dict[str, Any] = {
        "form": form,
        "devices": Device.objects.filter(user=person).order_by("-renewed_at"),
        "this_device": request.session.get(SESSION_KEY),
        "kinds": kinds.pushed(),
        "configured": bool(site.PUSH_PRIVATE_KEY),
        "reachable": EmailAddress.objects.filter(user=person, verified=True).exists(),
    }
    return render(request, "push/settings.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """A browser hands in its subscription, for the first time or again."""
    agent = request.headers.get("User-Agent", "")
    given = {name: request.POST.get(name, "")[:2000] for name in ("endpoint", "p256dh", "auth")}
    try:
        device = services.subscribe(person_of(request), agent=agent, **given)
    except Refusal as refusal:
        return HttpResponse(words(refusal), status=refusal.status)
    request.session[SESSION_KEY] = device.pk
    return HttpResponse(status=204)


@login_required
@require_POST
def device(request: HttpRequest, device_id: int) -> HttpResponse:
    """Which kinds it shows; or with `remove`, none any more. Of one's own devices only."""
    person = person_of(request)
    if "remove" in request.POST:
        services.remove(person, device_id)
        if request.session.get(SESSION_KEY) == device_id:
            del request.session[SESSION_KEY]
    else:
        services.choose(person, device_id, request.POST.getlist("kinds"))
        messages.success(request, _("Saved."))
    return redirect("push:settings")


@csrf_exempt  # a mail program presses it, without any cookie; the token is the permission
@never_cache
@require_http_methods(["GET", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """The link in a mail. Looking at it changes nothing, for mail servers look at links."""
    person = turn_mail.who_stops(token)
    if person is None:
        raise Http404
    if request.method == "POST":
        services.stop_mail(person)
    return render(request, "push/stop_mail.html", {"stopped": request.method == "POST"})

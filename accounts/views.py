"""Views of settings, public profile, data export and leaving."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.access.entrance import members_only, way_back
from accounts.forms import LeaveForm, PreferencesForm
from accounts.models import Theme, User
from accounts.people.avatar import HUES, PATTERNS, avatar_svg, chosen
from accounts.people.closing import close_account, is_last_superuser
from accounts.people.data_export import collect_all
from accounts.people.display import person_of
from accounts.people.preferences import THEME_COOKIE

YEAR = 365 * 24 * 3600


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """All preferences on one page, saved with one button; works without scripts."""
    person = person_of(request)
    form = PreferencesForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        person.save(update_fields=list(form.cleaned_data))
        messages.success(request, _("Saved."))
        return redirect("accounts:settings")
    context = {"form": form, **_tiles(person.username, person.avatar_hue, person.avatar_shape)}
    status = 422 if form.is_bound else 200
    return render(request, "accounts/settings.html", context, status=status)


@login_required
@require_GET
def avatar_preview(request: HttpRequest) -> HttpResponse:
    """The picture as it would be with the choices on the form."""
    person = person_of(request)
    form = PreferencesForm(request.GET, instance=person)
    form.is_valid()
    hue, shape = (form.cleaned_data.get(name) for name in ("avatar_hue", "avatar_shape"))
    picture = avatar_svg(person.username, hue, shape, 96)
    return render(request, "accounts/settings.html#avatar_preview", {"picture": picture})


def _tiles(name: str, hue: int | None, shape: int | None) -> dict[str, object]:
    """Every colour in the present pattern, every pattern in the present colour."""
    now_hue, now_shape = chosen(name, hue, shape)
    return {
        "picture": avatar_svg(name, hue, shape, 96),
        "hues": [
            ("", _("As my name falls"), avatar_svg(name, None, now_shape, 44), hue is None),
            *(
                (
                    each,
                    _("Colour %(number)d") % {"number": place},
                    avatar_svg(name, each, now_shape, 44),
                    hue == each,
                )
                for place, each in enumerate(HUES, start=1)
            ),
        ],
        "shapes": [
            ("", _("As my name falls"), avatar_svg(name, now_hue, None, 44), shape is None),
            *(
                (each, pattern.label, avatar_svg(name, now_hue, each, 44), shape == each)
                for each, pattern in enumerate(PATTERNS)
            ),
        ],
    }


@require_GET
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A person as everybody may see them. Those who left have no page."""
    person = User.objects.filter(username__iexact=name, is_active=True).first()
    if person is None:
        raise Http404(_("Nobody here has this name."))
    if person.username != name:
        return redirect(person, permanent=False)
    return render(request, "accounts/profile.html", {"person": person})


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Day, night or like the device: kept with the account, or in a visitor's cookie."""
    choice = request.POST.get("theme", "")
    if choice not in Theme.values:
        return HttpResponse(_("There is no such light."), status=422)
    if request.user.is_authenticated:
        User.objects.filter(pk=request.user.pk).update(theme=choice)
    quiet = request.headers.get("HX-Request") or "text/html" not in request.headers.get(
        "Accept", ""
    )
    response = HttpResponse(status=204) if quiet else redirect(way_back(request))
    response.set_cookie(
        THEME_COOKIE,
        choice,
        max_age=YEAR,
        samesite="Lax",
        secure=request.is_secure(),
        httponly=True,
    )
    return response


@login_required
@never_cache
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """Everything the house knows about you, as a file."""
    person = person_of(request)
    response = JsonResponse(collect_all(person), json_dumps_params={"indent": 2})
    response["Content-Disposition"] = f'attachment; filename="courtyard-{person.username}.json"'
    return response


@members_only
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest) -> HttpResponse:
    """Deletes the account after password and typed name."""
    person = person_of(request)
    form = LeaveForm(request.POST or None, user=person)
    if is_last_superuser(person):
        return render(request, "accounts/leave.html", {"last": True})
    if request.method == "POST" and form.is_valid():
        close_account(person)
        logout(request)
        messages.success(request, _("Your account is gone. Thank you for playing."))
        return redirect("/")
    return render(
        request, "accounts/leave.html", {"form": form}, status=422 if form.is_bound else 200
    )

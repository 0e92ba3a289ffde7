"""Views of the API's own pages: its reference, and a person's tokens and bot accounts."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.access.entrance import members_only
from accounts.models import User
from accounts.people.display import person_of
from api import openapi, reference, refusals, selectors, services
from api.forms import NewBot, NewToken
from games.engine.errors import Refusal
from refusals.wording import words


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """The API reference."""
    return render(request, "api/page.html", reference.context())


@require_GET
def schema(request: HttpRequest) -> JsonResponse:
    return JsonResponse(openapi.document(), json_dumps_params={"indent": 1})


@csrf_exempt
def nothing_here(request: HttpRequest, rest: str) -> JsonResponse:
    refusal = refusals.NothingHere()
    return JsonResponse({"code": refusal.code, "sentence": words(refusal)}, status=404)


# ---- A person's tokens and bots ----------------------------------------------------------------


@members_only
@reauthentication_required(allow_get=True)
@never_cache
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The list, and the form for a new token. A new one is shown in the answer and never again.

    Making one asks for the password, so that a borrowed browser leaves no key behind.
    """
    owner = person_of(request)
    form = NewToken(owner, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made, text = services.make_token(**form.wishes())
        except Refusal as refusal:
            form.add_error(None, words(refusal))
        else:
            fresh = {"made": made, "text": text}
            return show(request, owner, NewToken(owner), NewBot(), 200, fresh)
    return show(request, owner, form, NewBot(), 422 if form.is_bound else 200)


@members_only
@never_cache
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    owned = {token.pk: token for token in selectors.tokens_of(person_of(request))}
    if token_id not in owned:
        raise Http404
    services.revoke_token(owned[token_id])
    messages.success(
        request, _("The token “%(name)s” opens nothing any more.") % {"name": owned[token_id].name}
    )
    return redirect("tokens")


@members_only
@never_cache
@require_POST
def revoke_all(request: HttpRequest) -> HttpResponse:
    services.revoke_all(person_of(request))
    messages.success(request, _("No token of yours opens anything any more."))
    return redirect("tokens")


@members_only
@never_cache
@require_POST
def new_bot(request: HttpRequest) -> HttpResponse:
    owner = person_of(request)
    form = NewBot(request.POST)
    if form.is_valid():
        try:
            bot = services.make_bot(owner, form.cleaned_data["bot_name"])
        except Refusal as refusal:
            form.add_error("bot_name", words(refusal))
        else:
            messages.success(
                request, _("%(name)s can play now. Make a token for it.") % {"name": bot.username}
            )
            return redirect("tokens")
    return show(request, owner, NewToken(owner), form, 422)


@members_only
@never_cache
@require_POST
def close_bot(request: HttpRequest, name: str) -> HttpResponse:
    try:
        services.close_bot(person_of(request), name)
    except Refusal:
        raise Http404 from None
    messages.success(request, _("%(name)s has left for good.") % {"name": name})
    return redirect("tokens")


def show(
    request: HttpRequest,
    owner: User,
    form: NewToken,
    bot_form: NewBot,
    status: int,
    fresh: dict[str, Any] | None = None,
) -> HttpResponse:
    context = {
        "form": form,
        "bot_form": bot_form,
        "tokens": selectors.tokens_of(owner),
        "bots": selectors.bots_of(owner),
        "most_bots": services.BOTS,
        **(fresh or {}),
    }
    return render(request, "api/tokens.html", context, status=status)

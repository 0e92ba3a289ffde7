"""Account adapter: how signing up and in differ here from allauth's way."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login  # allauth ends a login nowhere else
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from accounts.access import intents
from accounts.access.entrance import remember_member
from accounts.access.permissions import banned
from accounts.access.rate_limit import address_of
from accounts.access.refusals import GuestIsOver
from accounts.models import User
from accounts.people import guests
from accounts.people.closing import close_account
from accounts.people.free_names import check_free
from accounts.people.names import validate_free_for_people
from accounts.sanctions import appeal_token
from accounts.signals import guest_signed_in
from refusals.wording import words


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("Somebody already has this name."),
        "username_password_mismatch": _("This name and password do not belong together."),
        "email_password_mismatch": _("This e-mail address and password do not belong together."),
        "too_many_login_attempts": _("Too many wrong passwords. Please wait five minutes."),
        "incorrect_password": _("This is not your password."),
        "enter_current_password": _("This is not your present password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Free in shape, in title and at a glance."""
        if shallow:
            validate_free_for_people(username)
        else:
            guest = _guest_of(self.request)
            check_free(username, besides=guest.pk if guest else 0)
        return username

    def new_user(self, request: HttpRequest) -> User:
        """A guest who signs up keeps the row, and with it every match."""
        guest = _guest_of(request)
        return User.objects.get(pk=guest.pk) if guest else User()

    def save_user(
        self, request: HttpRequest, user: Any, form: BaseForm, commit: bool = True
    ) -> Any:
        """Two sign-ups for one name at the same moment: the second is asked again, not broken."""
        try:
            with transaction.atomic():
                if user.pk is not None:
                    guests.promote(user)
                return super().save_user(request, user, form, commit)
        except GuestIsOver as refusal:
            messages.error(request, words(refusal))
            raise ImmediateHttpResponse(redirect("account_signup")) from None
        except IntegrityError:
            messages.error(
                request,
                _("Somebody took this name a moment ago. If it was you, sign in."),
            )
            raise ImmediateHttpResponse(redirect("account_login")) from None

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """The page is the same whether or not the address is somebody's: only the mail differs."""
        address = emailconfirmation.email_address.email
        if EmailAddress.objects.filter(email=address, verified=True).exists():
            self.send_account_already_exists_mail(address)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def pre_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse | None:
        return self._turned_away(request, user) or super().pre_login(request, user, **kwargs)

    def login(self, request: HttpRequest, user: Any) -> None:
        """Asked again at the last step: a ban may fall while a code is being typed."""
        refusal = self._turned_away(request, user)
        if refusal:
            raise ImmediateHttpResponse(refusal)
        guest = _guest_of(request)
        # The session may be emptied now, so what was pressed is taken out before.
        request.intent = intents.take(request)  # type: ignore[attr-defined]
        super().login(request, user)
        if guest is not None and guest.pk != user.pk:
            guest_signed_in.send_robust(sender=User, guest=guest, user=user)
            close_account(guest)

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        """What was pressed before is done now; see `intents`."""
        response = super().post_login(request, user, **kwargs)
        intent = getattr(request, "intent", None)
        if intent is not None and intent.back == kwargs["redirect_url"]:
            response = intents.perform(request, intent)
        remember_member(request, response)
        return response

    def _turned_away(self, request: HttpRequest, user: User) -> HttpResponse | None:
        if not user.is_banned:
            return None
        clear_login(request)
        context = {"why": words(banned(user.pk)), "pass": appeal_token.make(user)}
        return render(request, "account/banned.html", context, status=403)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Locks out a guesser, not the person: nobody can shut a rival out from elsewhere.

        allauth has no public way to choose this key.
        """
        login = credentials.get("email") or credentials.get("username") or ""
        return f"{address_of(request)}:{login.lower()}"


def _guest_of(request: HttpRequest | None) -> User | None:
    """The guest who came to the entrance; see `entrance.GuestsEnter`."""
    return getattr(request, "guest", None)

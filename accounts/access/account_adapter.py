"""Account adapter: how signing up and in differ here from allauth's way."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login  # allauth ends a login nowhere else
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms import BaseForm, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from accounts.access.permissions import banned
from accounts.access.rate_limit import address_of
from accounts.models import User
from accounts.people.names import skeleton, validate_free_for_people
from accounts.sanctions import appeal_token
from accounts.sanctions.selectors import is_retired
from refusals.wording import words


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("Somebody already has this name."),
        "email_taken": _("There is already an account with this e-mail address."),
        "username_password_mismatch": _("This name and password do not belong together."),
        "email_password_mismatch": _("This e-mail address and password do not belong together."),
        "too_many_login_attempts": _("Too many wrong passwords. Please wait five minutes."),
        "incorrect_password": _("This is not your password."),
        "enter_current_password": _("This is not your present password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Free in shape, in title and at a glance."""
        validate_free_for_people(username)
        if not shallow:
            if User.objects.filter(username__iexact=username).exists():
                raise self.validation_error("username_taken")
            if is_retired(username):
                raise ValidationError(_("The house does not allow this name."), code="retired")
            if User.objects.filter(name_key=skeleton(username)).exists():
                raise ValidationError(
                    _("This name looks too much like somebody else's."), code="lookalike"
                )
        return username

    def save_user(
        self, request: HttpRequest, user: Any, form: BaseForm, commit: bool = True
    ) -> Any:
        """Two sign-ups for one name at the same moment: the second is asked again, not broken."""
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError:
            messages.error(
                request,
                _("Somebody took this name or address a moment ago. If it was you, sign in."),
            )
            raise ImmediateHttpResponse(redirect("account_login")) from None

    def pre_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse | None:
        return self._turned_away(request, user) or super().pre_login(request, user, **kwargs)

    def login(self, request: HttpRequest, user: Any) -> None:
        """Asked again at the last step: a ban may fall while a code is being typed."""
        refusal = self._turned_away(request, user)
        if refusal:
            raise ImmediateHttpResponse(refusal)
        super().login(request, user)

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

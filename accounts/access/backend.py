"""Authentication backend: every request and every socket asks it who a session belongs to."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.models import User


class AccountBackend(AuthenticationBackend):
    """A banned or closed account is nobody, at once and in every open session; and so is a guest
    whose day is over."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        """What has an @ is an address and no name: looked for as both, an address that has an
        account would be hashed twice, and the time would tell."""
        if credentials.get("email"):
            credentials.pop("username", None)
        return super().authenticate(request, **credentials)

    def user_can_authenticate(self, user: User | None) -> bool:
        if user is None or user.is_bot or user.guest_is_over:
            return False
        return user.is_active and not user.is_banned

"""Authentication backend: every request and every socket asks it who a session belongs to."""

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class AccountBackend(AuthenticationBackend):
    """A banned or closed account is nobody, at once and in every open session; and so is a guest
    whose day is over."""

    def user_can_authenticate(self, user: User | None) -> bool:
        if user is None or user.is_bot or user.guest_is_over:
            return False
        return user.is_active and not user.is_banned

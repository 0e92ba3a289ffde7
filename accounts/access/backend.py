"""Authentication backend: every request and every socket asks it who a session belongs to."""

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class AccountBackend(AuthenticationBackend):
    """A banned or closed account is nobody, at once and in every open session."""

    def user_can_authenticate(self, user: User | None) -> bool:
        return user is not None and not user.is_bot and user.is_active and not user.is_banned

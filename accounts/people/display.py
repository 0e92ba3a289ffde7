"""Display names, and the signed-in person of a request."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User


def display_name(user: User | AnonymousUser | None) -> str:
    if not isinstance(user, User) or (user.has_left and not user.is_guest):
        return _("Somebody who left")
    return user.username


def person_of(request: HttpRequest) -> User:
    """The signed-in person, freshly read: what a page changes is never the request's own copy."""
    assert isinstance(request.user, User)
    return User.objects.get(pk=request.user.pk)

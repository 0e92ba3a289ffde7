"""The viewer of a page: whoever is signed in, or nobody."""

from django.http import HttpRequest

from accounts.models import User


def viewer_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None

"""Authentication by bearer token, in the header and nothing else. No cookie is looked at."""

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from accounts.models import User
from api import limits, refusals, selectors, services
from api.models import Token


class Bearer(HttpBearer):
    """`Bearer(scope)` guards an operation."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> Any:
        kind, _space, text = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer" or not text.strip():
            raise refusals.NoToken
        return self.authenticate(request, text.strip())

    def authenticate(self, request: HttpRequest, token: str) -> Token:
        found = selectors.admitted(token)
        limits.count(found)
        selectors.require(found, self.scope)
        services.note_use(found)
        return found


def token_of(request: HttpRequest) -> Token:
    token = request.auth  # type: ignore[attr-defined]
    assert isinstance(token, Token)
    return token


def user_of(request: HttpRequest) -> User:
    return token_of(request).user

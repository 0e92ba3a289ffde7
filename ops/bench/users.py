"""Benchmark users, each with a session as a browser has it and a token as a program has it."""

import itertools
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from accounts.models import User
from api.models import Scope, Token
from api.services import digest

_numbers = itertools.count(1)


@dataclass(frozen=True)
class BenchUser:
    """A signed-in player; `cookies` is what their browser sends along, `secret` their program."""

    user: User
    cookies: str
    secret: str


def create_users(count: int, named: str = "Bench{}") -> list[BenchUser]:
    """Many at once, and without a password, for hashing one is slow on purpose."""
    people = User.objects.bulk_create(
        User(username=name, email=f"{name.lower()}@example.org", password=no_password)
        for name, no_password in zip(
            map(named.format, itertools.islice(_numbers, count)),
            itertools.repeat(make_password(None)),
            strict=False,
        )
    )
    made = [
        BenchUser(user, f"{settings.SESSION_COOKIE_NAME}={secrets.token_hex(16)}", _secret())
        for user in people
    ]
    store = SessionStore()
    Session.objects.bulk_create(
        Session(
            session_key=each.cookies.partition("=")[2],
            session_data=store.encode(
                {
                    SESSION_KEY: str(each.user.pk),
                    BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                    HASH_SESSION_KEY: each.user.get_session_auth_hash(),
                }
            ),
            expire_date=store.get_expiry_date(),
        )
        for each in made
    )
    Token.objects.bulk_create(
        Token(
            user=each.user,
            name="bench",
            digest=digest(each.secret),
            start=each.secret[:8],
            scopes=[Scope.READ, Scope.PLAY],
        )
        for each in made
    )
    return made


def _secret() -> str:
    return f"cy_{secrets.token_urlsafe(32)}"

"""Benchmark users, each with a session: the cookies and the CSRF token that a browser sends."""

import itertools
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import User

_numbers = itertools.count(1)


@dataclass(frozen=True)
class BenchUser:
    """A signed-in player; `cookies` and `token` are what their browser sends along."""

    user: User
    cookies: str
    token: str


def create_user() -> BenchUser:
    """Made without a password, for hashing one is slow on purpose."""
    name = f"Bench{next(_numbers)}"
    user = User.objects.create_user(name, f"{name.lower()}@example.org")
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    token = secrets.token_hex(16)
    cookies = {
        settings.SESSION_COOKIE_NAME: session.session_key,
        settings.CSRF_COOKIE_NAME: token,
    }
    return BenchUser(user, "; ".join(f"{name}={value}" for name, value in cookies.items()), token)

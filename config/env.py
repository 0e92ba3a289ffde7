"""The environment, read once. No other file looks at `os.environ` for settings.

Every variable is listed in `docs/operations.md`. A wrong value stops the start with one sentence.
"""

import os
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from accounts.push import vapid

# Known to everybody who has read this file, so it is good for nothing but a desk.
DEVELOPMENT_KEY = "courtyard-development-key-that-everybody-knows-0123456789"


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if value in {"", "1", "true", "yes", "on", "0", "false", "no", "off"}:
        return default if value == "" else value in {"1", "true", "yes", "on"}
    raise ImproperlyConfigured(f"{name} must be yes or no, not {value!r}.")


def number(name: str, default: float) -> float:
    value = os.environ.get(name, "")
    try:
        return float(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a number, not {value!r}.") from None


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def secret_key(debug: bool) -> str:
    """The secret key; a public or short one is refused unless this is a desk."""
    key = os.environ.get("SECRET_KEY", "")
    if debug:
        return key or DEVELOPMENT_KEY
    if not key or key == DEVELOPMENT_KEY or len(key) < 50 or len(set(key)) < 5:
        raise ImproperlyConfigured(
            "SECRET_KEY must be set to at least 50 random characters when DEBUG is off. "
            "Make one with: python -c 'import secrets; print(secrets.token_urlsafe(60))'"
        )
    return key


def push_key() -> str:
    """The private key of Web Push; without one nobody is sent push messages."""
    key = os.environ.get("PUSH_PRIVATE_KEY", "").strip()
    try:
        vapid.load(key) if key else None
    except ValueError:
        raise ImproperlyConfigured(
            "PUSH_PRIVATE_KEY is no key. Make one with: python manage.py make_push_keys"
        ) from None
    return key


def database(name: str = "DATABASE_URL") -> dict[str, object]:
    """A Django database entry from postgres://user:password@host:port/name."""
    url = os.environ.get(name, "postgres://courtyard@127.0.0.1:5432/courtyard")
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ImproperlyConfigured(
            f"{name} must look like postgres://user:password@host:5432/name."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
    }


def redis_database(index: int) -> str:
    """REDIS_URL with another database number: broker, layer and cache never share one."""
    url = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")
    parts = urlsplit(url)
    if parts.scheme not in {"redis", "rediss", "unix"}:
        raise ImproperlyConfigured("REDIS_URL must look like redis://host:6379/0.")
    base = int(parts.path.strip("/") or 0) if parts.scheme != "unix" else 0
    return parts._replace(path=f"/{base + index}").geturl()

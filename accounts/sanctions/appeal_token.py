"""Signed token for somebody who is banned and cannot sign in: to read what lies on them and appeal.

It is handed out only to whoever just gave the right password, and holds for an hour.
"""

from django.core import signing

from accounts.models import User

HOUR = 3600
_SALT = "courtyard.sanctions.pass"


def make(user: User) -> str:
    return signing.dumps(user.pk, salt=_SALT)


def read(text: str) -> User | None:
    try:
        pk = signing.loads(text, salt=_SALT, max_age=HOUR)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=pk, is_active=True).first()

"""Mail of a turn that waits: to a confirmed address, with a way to stop them in one press.

The stop link is signed and needs no sign-in, and a mail program may follow it by itself
(`List-Unsubscribe` with `List-Unsubscribe-Post`, RFC 8058).
"""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from accounts.notices import kinds
from accounts.notices.models import Notice

_SALT = "courtyard.push.stop-turn-mail"


def compose(user: User, notice: Notice) -> EmailMessage | None:
    """None: this person has no confirmed address."""
    address = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    if address is None:
        return None
    stop = settings.SITE_URL + reverse("push:stop_mail", args=[stop_token(user)])
    with translation.override(user.language or settings.LANGUAGE_CODE):
        words = kinds.words(notice.kind, notice.params)
        context = {
            "name": user.username,
            "words": words,
            "url": settings.SITE_URL + notice.url,
            "stop": stop,
            "site_url": settings.SITE_URL,
        }
        text = render_to_string("push/email/turn.txt", context)
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(words, text, to=[address.email], headers=headers)


def stop_token(user: User) -> str:
    return signing.Signer(salt=_SALT).sign(str(user.pk))


def who_stops(token: str) -> User | None:
    try:
        number = signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=number, is_active=True).first()

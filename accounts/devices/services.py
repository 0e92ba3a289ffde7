"""Services of devices: the only writer of sightings. No address and no cookie is stored as it is.

They are what tells two people from two accounts of one, and only staff see what follows from them
(`moderation.collusion`).
"""

import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.access.rate_limit import address_of
from accounts.devices.models import Sighting
from accounts.models import User
from accounts.people.locking import lock_person

KEPT = timedelta(days=30)
"""After its last sighting a device or an address is forgotten."""

BARRED = timedelta(days=1)
"""So long an address stands for somebody who is banned; it may be a whole school's."""

COOKIE = "device"
COOKIE_SECONDS = 365 * 24 * 3600


@transaction.atomic
def note(request: HttpRequest, user: User, device: str = "") -> None:
    """This account is used from this address, and from this browser if it is known."""
    if lock_person(user.pk).has_left:
        return
    device = device or request.COOKIES.get(COOKIE, "")
    Sighting.objects.bulk_create(
        [
            Sighting(
                user=user,
                address=digest("address", address_of(request)),
                device=digest("device", device) if device else "",
                last_at=Now(),
            )
        ],
        update_conflicts=True,
        unique_fields=["user", "address", "device"],
        update_fields=["last_at"],
    )


def note_and_mark(request: HttpRequest, user: User, response: HttpResponse) -> None:
    """The same, and the browser is given a mark to be known by, if it has none."""
    device = request.COOKIES.get(COOKIE, "") or secrets.token_hex(16)
    note(request, user, device)
    if COOKIE not in request.COOKIES:
        response.set_cookie(
            COOKIE,
            device,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )


def is_barred(request: HttpRequest) -> bool:
    """Whether somebody who is banned now was seen at this browser, or lately at this address.
    Where nobody can say the address, it bars nobody."""
    here = Q(pk=None)
    if address := address_of(request):
        here |= Q(address=digest("address", address), last_at__gt=Now() - BARRED)
    if device := request.COOKIES.get(COOKIE, ""):
        here |= Q(device=digest("device", device))
    return Sighting.objects.filter(here, user__banned_until__gt=Now()).exists()


def digest(kind: str, text: str) -> str:
    """A keyed hash: without the site's secret nobody can try all addresses one after another."""
    return salted_hmac(f"courtyard.devices.{kind}", text, algorithm="sha256").hexdigest()[:32]


def prune() -> int:
    return Sighting.objects.filter(last_at__lt=Now() - KEPT).delete()[0]

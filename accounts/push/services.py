"""Services of push: the only writer of devices and of how one may be reached."""

import re
from datetime import time

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from accounts.access.rate_limit import RateLimit
from accounts.models import User
from accounts.notices import kinds
from accounts.people.locking import lock_who_stays
from accounts.push import addresses, refusals
from accounts.push.encryption import Keys, from_text, to_text
from accounts.push.models import Device, Message, Reach

MOST_DEVICES = 10
"""Of one person. A further one takes the place of the one that was renewed longest ago."""

SUBSCRIPTIONS = RateLimit("push-subscriptions", 20, 60, shared=True)

BROWSERS = ("Edg", "OPR", "SamsungBrowser", "Firefox", "Chrome", "Safari")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS X", "CrOS", "Linux")
WORDS = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet"}
WORDS |= {"Mac OS X": "macOS", "CrOS": "ChromeOS"}


def subscribe(user: User, endpoint: str, p256dh: str, auth: str, agent: str) -> Device:
    """This browser shows the person's notices, from now on or still; it keeps its kinds.

    An endpoint is one browser. If another person had it, theirs is gone, and what waited for it.
    """
    if not settings.PUSH_PRIVATE_KEY:
        raise refusals.NoPush
    SUBSCRIPTIONS.take(user.pk)
    try:
        addresses.parse(endpoint)
        keys = Keys(from_text(p256dh), from_text(auth))
    except ValueError:
        raise refusals.BadSubscription from None
    try:
        return _store(user, endpoint, keys, device_name(agent))
    except IntegrityError:  # two people at one browser at the same moment
        raise refusals.BadSubscription from None


@transaction.atomic
def _store(user: User, endpoint: str, keys: Keys, name: str) -> Device:
    lock_who_stays(user)
    Device.objects.filter(endpoint=endpoint).exclude(user=user).delete()
    told = {"p256dh": to_text(keys.p256dh), "auth": to_text(keys.auth), "name": name}
    device, _made = Device.objects.update_or_create(
        endpoint=endpoint,
        user=user,
        defaults={**told, "renewed_at": Now()},
        create_defaults={**told, "kinds": list(kinds.pushed())},
    )
    mine = Device.objects.filter(user=user)
    newest = mine.order_by("-renewed_at").values_list("pk", flat=True)[:MOST_DEVICES]
    mine.exclude(pk__in=list(newest)).delete()
    return device


def device_name(agent: str) -> str:
    """Such as "Firefox on Android": enough to know one's own devices by."""
    browser, system = (
        next((each for each in names if re.search(rf"\b{each}\b", agent)), "")
        for names in (BROWSERS, SYSTEMS)
    )
    known = [WORDS.get(each, each) for each in (browser, system) if each]
    return " · ".join(known) or "?"


def choose(user: User, device_id: int, wanted: list[str]) -> None:
    """Which kinds of notices a device shows."""
    chosen = [key for key in kinds.pushed() if key in wanted]
    Device.objects.filter(pk=device_id, user=user).update(kinds=chosen)


def remove(user: User, device_id: int) -> None:
    Device.objects.filter(pk=device_id, user=user).delete()


@transaction.atomic
def reach(
    user: User,
    *,
    quiet_from: time | None,
    quiet_to: time | None,
    time_zone: str,
    turn_mail: bool,
) -> None:
    """When and how one may be reached."""
    lock_who_stays(user)
    Reach.objects.update_or_create(
        user=user,
        defaults={
            "quiet_from": quiet_from,
            "quiet_to": quiet_to,
            "time_zone": time_zone,
            "turn_mail": turn_mail,
        },
    )


@transaction.atomic
def stop_mail(user: User) -> None:
    lock_who_stays(user)
    Reach.objects.update_or_create(user=user, defaults={"turn_mail": False})


def forget_devices(user: User) -> None:
    """Their sessions ended: no browser shows their notices any more."""
    Device.objects.filter(user=user).delete()


def forget(user: User) -> None:
    """Somebody leaves for good."""
    forget_devices(user)
    Message.objects.filter(user=user).delete()
    Reach.objects.filter(user=user).delete()

"""Guests: people who play under a name alone, for 24 hours, without address or password.

A guest is a row of `User` like everybody who sits at a table, marked `is_guest`, with nothing to
sign in with: the one key is the session that was made with it. Whoever signs up meanwhile keeps the
row, and with it every match. What a guest may not do is refused where it is done: rated tables
(`ratings.eligibility`), words of their own in a chat (`lobby.services.talk`), whatever needs an
account (`access.members_only`).
"""

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.access.rate_limit import RateLimit, address_of
from accounts.access.refusals import GuestIsOver
from accounts.access.revocation import Why, revoke
from accounts.devices import services as devices
from accounts.models import GUEST_LASTS, User
from accounts.people import refusals
from accounts.people.closing import close_account
from accounts.people.free_names import check_free, made_up_name
from accounts.people.locking import lock_person
from accounts.signals import renamed
from refusals import Reason, gettext_noop

# An address may be a whole school's. The first counts every name that is tried, the second guests.
TRIES = RateLimit("guest-names-of-address", 60, 60, shared=True)
GUESTS = RateLimit("guests-of-address", 60, 3600, shared=True)


def create_guest(request: HttpRequest, name: str | None = None) -> User:
    """A new guest under the name that was typed, or without one under a name that is made up.

    Raises BadName, GuestsBarred or TooFast. Called in the transaction in which the guest also sits
    down, so that a refusal there leaves no guest behind; `let_in` follows when all went well.
    """
    address = address_of(request)
    TRIES.take(address)
    if devices.is_barred(request):
        raise refusals.GuestsBarred
    if name is None:
        name = made_up_name()
    else:
        name = "-".join(name.split())
        try:
            check_free(name)
        except ValidationError as error:
            raise refusals.BadName(Reason(error.messages[0])) from None
    GUESTS.take(address)
    guest = User(username=name, is_guest=True)
    guest.set_unusable_password()
    try:
        with transaction.atomic():
            guest.save()
    except IntegrityError:
        taken = gettext_noop("Somebody already has this name.")
        raise refusals.BadName(Reason(taken)) from None
    return guest


def let_in(request: HttpRequest, guest: User, response: HttpResponse) -> None:
    """Gives the browser the guest's session, under a new key. It ends with the guest's day, however
    much it is used, and nothing opens it again."""
    login(request, guest, settings.AUTHENTICATION_BACKENDS[0])
    request.session.set_expiry(guest.guest_until)
    devices.note_and_mark(request, guest, response)


def promote(guest: User) -> None:
    """The guest signs up: the row is an account's from now on, and every match stays theirs.

    Called in the transaction that saves the new name, address and password. The session's key is
    of the old password; `access_revoked` lets open pages come back under the new one.
    """
    lock_person(guest.pk)
    guest.refresh_from_db()
    if guest.has_left or guest.guest_is_over:
        raise GuestIsOver
    guest.is_guest = False
    revoke(guest, Why.PASSWORD)
    transaction.on_commit(lambda: renamed.send_robust(sender=User, user=guest))


def end_guests() -> int:
    """Ends every guest whose day is over: their words and traces go, their results stand.

    Who is banned is kept as long as the browser and the address are known by which the ban holds.
    """
    over = User.objects.filter(is_guest=True, deleted_at=None)
    over = over.filter(date_joined__lte=timezone.now() - GUEST_LASTS)
    held = over.filter(banned_until__gt=timezone.now())
    held = held.filter(date_joined__gt=timezone.now() - devices.KEPT)
    ended = list(over.exclude(pk__in=held.values("pk")).order_by("pk"))
    for guest in ended:
        close_account(guest)
    return len(ended)

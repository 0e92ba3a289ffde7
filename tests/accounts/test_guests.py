"""Guests: a name, a session of 24 hours, and what stays when they are over."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.devices.models import Sighting
from accounts.models import User
from accounts.people import guests, refusals
from accounts.people.closing import close_account
from accounts.people.display import display_name
from accounts.ratings import eligibility
from accounts.sanctions import services as sanctions
from refusals import Refusal
from tests.accounts.conftest import MakePerson

pytestmark = pytest.mark.django_db


def visit(address: str = "10.0.0.1", device: str = "") -> HttpRequest:
    request = RequestFactory(REMOTE_ADDR=address).post("/")
    request.COOKIES = {"device": device} if device else {}
    request.session = Client().session
    return request


def welcome(name: str | None = None, **where: str) -> User:
    request = visit(**where)
    guest = guests.create_guest(request, name)
    guests.let_in(request, guest, HttpResponse())
    return guest


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Sevda", None),
        ("  Sevda Khan ", None),
        ("Leyla", "already has this name"),
        ("l_e_y_l_a", "too much like"),
        ("Rea1-Admin", "taken for the house"),
        ("Nar", "taken for the house"),
        ("Guest-12", "taken for the house"),
        ("S", "3 to 20 characters"),
        ("<b>", "letters A to Z"),
    ],
)
def test_a_guest_takes_only_a_name_that_is_nobodys(
    make_person: MakePerson, typed: str, told: str | None
) -> None:
    make_person("Leyla")
    if told is None:
        guest = welcome(typed)
        assert guest.is_guest and not guest.has_usable_password() and guest.email == ""
    else:
        with pytest.raises(refusals.BadName, match=told):
            welcome(typed)


def test_a_guest_without_a_name_is_given_one_nobody_can_choose() -> None:
    assert welcome().username.startswith("Guest-")
    assert welcome().username != welcome().username


def test_when_the_day_is_over_the_name_stays_marked_and_is_free_for_others() -> None:
    guest = welcome("Sevda")
    assert guests.end_guests() == 0
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - timedelta(hours=24))
    assert guests.end_guests() == 1 and guests.end_guests() == 0
    guest.refresh_from_db()
    assert not guest.is_active and guest.is_guest
    assert display_name(guest).startswith("Sevda-guest-")
    assert not Sighting.objects.filter(user=guest).exists()
    assert welcome("Sevda").pk != guest.pk


@pytest.mark.parametrize(
    ("address", "device", "aged", "barred"),
    [
        ("10.0.0.1", "", 0, True),
        ("10.0.0.1", "", 2, False),
        ("10.9.9.9", "same", 2, True),
        ("10.9.9.9", "other", 0, False),
        ("", "", 0, False),
    ],
)
def test_a_ban_holds_for_the_browser_and_lately_for_the_address(
    address: str, device: str, aged: int, barred: bool
) -> None:
    """Also when the day of the banned guest is over."""
    guest = welcome("Sevda", device="same")
    sanctions.ban(guest, None, "Spam.")
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - timedelta(days=3))
    Sighting.objects.update(last_at=timezone.now() - timedelta(days=aged))
    assert guests.end_guests() == 0
    if barred:
        with pytest.raises(refusals.GuestsBarred):
            welcome("Aysel", address=address, device=device)
    else:
        welcome("Aysel", address=address, device=device)


def test_a_guest_is_kept_from_rated_tables_with_a_way_to_them() -> None:
    guest = welcome()
    why = eligibility.why_not(guest)
    assert why is not None and why.code == "guests-play-friendly" and why.link
    assert eligibility.ineligible([guest.pk]) == {guest.pk}


def test_one_address_brings_only_so_many_guests() -> None:
    with pytest.raises(Refusal, match="too fast"):
        for _guest in range(guests.GUESTS.most + 1):
            welcome()
    welcome(address="10.0.0.2")


def test_a_guest_who_has_just_signed_up_is_not_ended_with_the_others() -> None:
    guest = welcome("Sevda")
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    close_account(guest)
    guest.refresh_from_db()
    assert guest.username == "Sevda" and guest.is_active


@pytest.mark.parametrize(
    "field", [{"is_staff": True}, {"is_superuser": True}, {"is_bot": True}, {"email": "a@b.co"}]
)
def test_the_database_refuses_a_guest_with_rank_or_address(field: dict[str, Any]) -> None:
    guest = welcome("Sevda")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=guest.pk).update(**field)

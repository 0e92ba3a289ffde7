"""Devices: subscribing, choosing, and everything that ends a subscription."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts.access.permissions import deactivate
from accounts.access.refusals import AccountClosed
from accounts.models import User
from accounts.notices import services as notices
from accounts.people.closing import close_account
from accounts.push import services, vapid
from accounts.push.models import Device, Message, Reach
from accounts.push.refusals import NoPush
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Kind
from tests.push.conftest import Subscribe, all_kinds
from tests.push.service import Browser, PushService

pytestmark = pytest.mark.django_db

PAGE = "/me/notifications/"


def subscribed(client: Client, user: User, endpoint: str) -> Device:
    client.force_login(user)
    given = Browser().subscription(endpoint)
    agent = "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36"
    assert client.post(f"{PAGE}device/", given, headers={"User-Agent": agent}).status_code == 204
    return Device.objects.get(endpoint=endpoint)


def test_a_browser_subscribes_and_renews_under_the_same_number(
    leyla: User, client: Client, service: PushService
) -> None:
    first = subscribed(client, leyla, service.endpoint(1))
    assert (first.name, first.kinds) == ("Chrome · Android", all_kinds())
    services.choose(leyla, first.pk, ["invited", "nonsense"])
    again = subscribed(client, leyla, service.endpoint(1))
    assert (again.pk, again.kinds) == (first.pk, ["invited"])
    assert again.renewed_at > first.renewed_at and again.p256dh != first.p256dh
    html = client.get(PAGE).content.decode()
    assert "Chrome · Android" in html and "this one" in html
    assert f'data-device="{first.pk}"' in client.get("/").content.decode()


def test_devices_are_chosen_for_and_removed_by_their_own_person_only(
    leyla: User, noam: User, client: Client, service: PushService
) -> None:
    device = subscribed(client, leyla, service.endpoint(1))
    stranger = Client()
    stranger.force_login(noam)
    forms: list[dict[str, Any]] = [{"kinds": []}, {"remove": "yes"}]
    for form in forms:
        assert stranger.post(f"{PAGE}device/{device.pk}/", form).status_code == 302
    assert Device.objects.get().kinds == all_kinds()
    client.post(f"{PAGE}device/{device.pk}/", {"kinds": ["your-turn"]})
    assert Device.objects.get().kinds == ["your-turn"]
    client.post(f"{PAGE}device/{device.pk}/", {"remove": "yes"})
    assert not Device.objects.exists()
    assert "push_device" not in client.session


def end_by_logging_out(client: Client, user: User) -> None:
    client.post("/accounts/logout/")


def end_by_password(client: Client, user: User) -> None:
    client.post("/accounts/reauthenticate/", {"password": "pomegranate-7"})
    form = {"oldpassword": "pomegranate-7", "password1": "six small brown owls"}
    form["password2"] = form["password1"]
    assert client.post("/accounts/password/change/", form).status_code == 302
    assert client.session["_auth_user_id"] and "push_device" not in client.session


def end_by_ban(client: Client, user: User) -> None:
    staff = User.objects.create_superuser("Boss", "boss@example.com", "pomegranate-7")
    sanctions.impose(user, Kind.BAN, by=staff, reason="a reason")


def end_by_shutting(client: Client, user: User) -> None:
    deactivate(user)


def end_by_leaving(client: Client, user: User) -> None:
    close_account(user)


# What ends it, and whether the person's other browser keeps its own.
@pytest.mark.parametrize(
    ("end", "other"),
    [
        (end_by_logging_out, True),
        (end_by_password, False),
        (end_by_ban, False),
        (end_by_shutting, False),
        (end_by_leaving, False),
    ],
)
def test_what_ends_a_session_ends_its_device(
    leyla: User,
    noam: User,
    client: Client,
    service: PushService,
    django_capture_on_commit_callbacks: Any,
    end: Any,
    other: bool,
) -> None:
    subscribed(Client(), noam, service.endpoint("noam"))
    subscribed(Client(), leyla, service.endpoint("other"))
    subscribed(client, leyla, service.endpoint("this"))
    services.stop_mail(leyla)
    notices.notify(leyla.pk, "invited", {"name": "x", "game": "y"}, "/t/ABCDEF/")
    with django_capture_on_commit_callbacks(execute=True):
        end(client, leyla)
    kept = {device.endpoint.rpartition("/")[2] for device in Device.objects.all()}
    assert kept == ({"noam", "other"} if other else {"noam"})
    if end is end_by_leaving:
        assert not Message.objects.exists() and not Reach.objects.exists()


def test_ten_devices_are_the_most(leyla: User, subscribe: Subscribe) -> None:
    first, *_rest = [subscribe(leyla, number)[0] for number in range(11)]
    assert Device.objects.count() == services.MOST_DEVICES
    assert not Device.objects.filter(pk=first.pk).exists()


def test_personal_data_has_the_devices_and_no_keys(
    leyla: User, client: Client, service: PushService
) -> None:
    device = subscribed(client, leyla, service.endpoint(1))
    part = json.loads(client.get("/me/data/").content)["push messages"]
    assert part["devices"][0]["endpoint"] == device.endpoint
    assert device.auth not in json.dumps(part) and part["wishes"] is None


def test_quiet_hours_are_saved_with_two_ends(leyla: User, client: Client) -> None:
    client.force_login(leyla)
    form = {"quiet_from": "22:00", "quiet_to": "", "time_zone": "Asia/Baku"}
    answer = client.post(PAGE, form)
    assert answer.status_code == 422 and "a beginning and an end" in answer.content.decode()
    assert client.post(PAGE, {**form, "quiet_to": "07:00"}).status_code == 302
    saved = Reach.objects.get()
    assert (saved.quiet_from.hour, saved.quiet_to.hour, saved.turn_mail) == (22, 7, False)  # type: ignore[union-attr]
    assert 'value="22:00"' in client.get(PAGE).content.decode()
    assert client.post(PAGE, {"time_zone": "UTC", "turn_mail": "on"}).status_code == 302
    saved.refresh_from_db()
    assert saved.quiet_from is None and saved.turn_mail
    assert client.post(PAGE, {"time_zone": "No/Where"}).status_code == 422


def test_without_a_key_nothing_is_offered_or_taken(
    leyla: User, client: Client, settings: Settings
) -> None:
    settings.PUSH_PRIVATE_KEY = settings.PUSH_PUBLIC_KEY = ""
    client.force_login(leyla)
    html = client.get(PAGE).content.decode()
    assert "data-push" not in html and "push-key" not in html
    with pytest.raises(NoPush):
        services.subscribe(leyla, **Browser().subscription("https://a.example/"), agent="")


def test_the_command_prints_a_key_for_the_environment(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("make_push_keys")
    name, _, value = capsys.readouterr().out.strip().partition("=")
    assert name == "PUSH_PRIVATE_KEY" and vapid.load(value)


@pytest.mark.parametrize("act", ["subscribe", "reach", "stop"])
def test_of_who_left_since_the_request_began_nothing_is_kept(
    leyla: User, service: PushService, act: str
) -> None:
    acts: dict[str, Callable[[], object]] = {
        "subscribe": lambda: services.subscribe(
            leyla, **Browser().subscription(service.endpoint(1)), agent=""
        ),
        "reach": lambda: services.reach(
            leyla, quiet_from=None, quiet_to=None, time_zone="UTC", turn_mail=True
        ),
        "stop": lambda: services.stop_mail(leyla),
    }
    close_account(User.objects.get(pk=leyla.pk))
    with pytest.raises(AccountClosed):
        acts[act]()
    assert not Device.objects.exists() and not Reach.objects.exists()

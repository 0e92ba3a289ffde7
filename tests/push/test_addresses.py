"""Where we post to, and where nobody can make us."""

import threading
from typing import Any
from urllib.parse import SplitResult

import pytest
from pytest_django import Settings

from accounts.models import User
from accounts.push import addresses, services, transport
from accounts.push.refusals import BadSubscription
from tests.push.service import Browser, PushService

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://push.example.net/",
        "ftp://push.example.net/",
        "javascript:alert(1)",
        "https:///nowhere",
        "https://user@push.example.net/",
        "https://push.example.net:0/",
        "https://push.example.net:99999/",
        "https://push.example.net/#part",
        "https://push.example.net/a b",
        "https://push.exämple.net/",
        "https://a.example/" + "x" * 1000,
        "https://0.0.0.0/",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://169.254.169.254/x",
        "https://192.168.1.1/",
        "https://224.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fe80::1]/",
    ],
)
def test_an_endpoint_that_is_no_push_services_is_refused(
    leyla: User, settings: Settings, endpoint: str
) -> None:
    settings.PUSH_LOOPBACK = False
    with pytest.raises(BadSubscription):
        services.subscribe(leyla, **Browser().subscription(endpoint), agent="")


@pytest.mark.parametrize("field", ["p256dh", "auth"])
def test_keys_that_are_none_are_refused(leyla: User, field: str) -> None:
    given = Browser().subscription("https://push.example.net/") | {field: "AAAA"}
    with pytest.raises(BadSubscription):
        services.subscribe(leyla, **given, agent="")


@pytest.mark.parametrize(
    "found",
    [
        ["127.0.0.1"],
        ["10.1.2.3"],
        ["93.184.216.34", "192.168.0.9"],
        ["::ffff:10.0.0.1"],
        ["fd00::1"],
    ],
)
def test_a_name_that_leads_inside_is_not_connected_to(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    settings.PUSH_LOOPBACK = False
    monkeypatch.setattr(
        addresses.socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (a, 443)) for a in found]
    )
    monkeypatch.setattr(transport, "_connect", lambda _: pytest.fail("it was connected to"))
    with pytest.raises(addresses.BadEndpoint):
        transport.post("https://push.example.net/", {}, b"")


def test_the_connection_goes_to_the_address_that_was_checked(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not to what the name means a moment later; and a host that is not there is tried again."""
    settings.PUSH_LOOPBACK = False
    asked = []

    def connect(address: tuple[str, int]) -> Any:
        asked.append(address)
        raise OSError

    public = [(0, 0, 0, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_, **__: public)
    monkeypatch.setattr(transport, "_connect", connect)
    assert transport.post("https://push.example.net/", {}, b"").status == 0
    assert asked == [("93.184.216.34", 443)]


def test_a_push_service_that_does_not_answer_is_hung_up_on(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "PATIENCE", 0.2)
    service.gate.clear()
    assert transport.post(service.endpoint(1), {}, b"x").status == 0


def test_whose_name_took_all_the_time_is_not_connected_to(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nobody would hang up on who answers slowly, a letter at a time."""
    rung, hang_up, resolve = threading.Event(), transport._hang_up, addresses.resolve

    def ring(*args: Any) -> None:
        hang_up(*args)
        rung.set()

    def slow(parts: SplitResult) -> tuple[str, int]:
        assert rung.wait(10)
        return resolve(parts)

    monkeypatch.setattr(transport, "PATIENCE", 0.05)
    monkeypatch.setattr(transport, "_hang_up", ring)
    monkeypatch.setattr(addresses, "resolve", slow)
    assert transport.post(service.endpoint(1), {}, b"x").status == 0
    assert not service.received

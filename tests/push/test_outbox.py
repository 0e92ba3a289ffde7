"""Who is sent what, and what the push service makes of it."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.notices import services as notices
from accounts.notices.models import Notice
from accounts.push import delivery, outbox, services, transport
from accounts.push.models import Device, Message, Outcome
from lobby.models import Table
from lobby.services import chairs, tables, talk
from tests.lobby.test_notices import mover, play_until_the_turn_changes
from tests.push.conftest import Subscribe, time_passes
from tests.push.service import PushService, signed_claims

pytestmark = pytest.mark.django_db

TURN, INVITED = "your-turn", "invited"
INVITATION = {"name": "Samir", "game": "Forty"}


def test_a_slow_turn_reaches_the_device_of_whose_turn_it_is(
    slow: Table, leyla: User, noam: User, service: PushService, subscribe: Subscribe
) -> None:
    browsers = {user.pk: subscribe(user)[1] for user in (leyla, noam)}
    moved, called = play_until_the_turn_changes(slow)
    assert outbox.deliver() == 0, "a page in sight has some seconds to say it"
    time_passes(seconds=5)
    assert outbox.deliver() == 1
    assert not service.at(moved.username)
    (request,) = service.at(called.username)
    told = json.loads(browsers[called.pk].decrypt(request.body))
    notice = Notice.objects.get(user=called, kind=TURN)
    assert told == {
        "id": Message.objects.get(outcome=Outcome.SENT).pk,
        "tag": request.headers["Topic"],
        "title": "Courtyard",
        "body": f"It is your turn: Forty at table {slow.code}.",
        "page": slow.get_absolute_url(),
        "open": f"/me/notices/{notice.pk}/",
    }
    assert signed_claims(request.headers["Authorization"])["aud"] == service.endpoint("")[:-6]
    assert request.headers["Content-Encoding"] == "aes128gcm"
    assert 0 < int(request.headers["TTL"]) <= 24 * 3600
    assert len(request.headers["Topic"]) == 32
    time_passes(seconds=200)
    assert outbox.deliver() == 0, "once"


def test_the_next_turn_takes_the_place_of_the_former(
    slow: Table, leyla: User, noam: User, service: PushService, subscribe: Subscribe
) -> None:
    for user in (leyla, noam):
        subscribe(user)
    for _turn in range(3):
        play_until_the_turn_changes(slow)
    time_passes(seconds=5)
    outbox.deliver()
    assert len(service.received) == 1, "turns that are over are sent to nobody"
    play_until_the_turn_changes(slow)
    play_until_the_turn_changes(slow)
    time_passes(seconds=5)
    outbox.deliver()
    topics = [one.headers["Topic"] for one in service.received]
    assert len(topics) == 2 and len(set(topics)) == 1


def test_live_turns_are_pushed_to_nobody_invitations_and_starts_are(
    leyla: User, noam: User, service: PushService, subscribe: Subscribe
) -> None:
    for user in (leyla, noam):
        subscribe(user)
    table = tables.open_table(leyla, "forty", rated=False)
    talk.invite(table.pk, leyla, noam.username)
    time_passes(seconds=5)
    assert outbox.deliver() == 1 and service.at("Noam")
    chairs.sit(table.pk, noam)
    for user in (leyla, noam):
        chairs.set_ready(table.pk, user)
    table.refresh_from_db()
    time_passes(seconds=5)
    assert outbox.deliver() == 1 and len(service.at("Leyla")) == 1
    play_until_the_turn_changes(table)
    time_passes(seconds=5)
    assert outbox.deliver() == 0


def test_what_a_page_in_sight_said_is_sent_to_no_device(
    slow: Table, leyla: User, client: Any, subscribe: Subscribe
) -> None:
    called, _move = mover(slow)
    subscribe(called)
    notices.notify(called.pk, INVITED, INVITATION, "/t/ABCDEF/")
    newest = Notice.objects.filter(user=called).latest("pk")
    client.force_login(called)
    assert client.post("/me/notices/seen/", {"newest": newest.pk}).status_code == 204
    time_passes(minutes=16)
    assert outbox.deliver() == 0
    assert set(Message.objects.values_list("outcome", flat=True)) == {Outcome.SEEN}
    newest.refresh_from_db()
    assert newest.read_at is None, "the bell still counts it"


# What the push service answers, and what becomes of the message and of the device.
@pytest.mark.parametrize(
    ("answers", "outcome", "kept", "headers"),
    [
        ([201], Outcome.SENT, True, {}),
        ([404], Outcome.GONE, False, {}),
        ([410], Outcome.GONE, False, {}),
        ([400], Outcome.REFUSED, True, {}),
        ([403], Outcome.REFUSED, True, {}),
        ([307], Outcome.REFUSED, True, {"Location": "http://127.0.0.1:1/"}),
        ([500, 201], Outcome.SENT, True, {}),
        ([429, 503, 201], Outcome.SENT, True, {"Retry-After": "40"}),
        ([500] * 30, Outcome.STALE, True, {}),
    ],
)
def test_what_the_push_service_says(
    leyla: User,
    service: PushService,
    subscribe: Subscribe,
    caplog: pytest.LogCaptureFixture,
    answers: list[int],
    outcome: Outcome,
    kept: bool,
    headers: dict[str, str],
) -> None:
    subscribe(leyla)
    service.answers["/push/Leyla"] = list(answers)
    service.more_headers.update(headers)
    notices.notify(leyla.pk, INVITED, INVITATION, "/t/ABCDEF/")
    time_passes(seconds=5)
    with caplog.at_level(logging.CRITICAL, "courtyard.push"):
        for _again in range(40):
            outbox.deliver()
            if Message.objects.get().done_at:
                break
            assert Message.objects.filter(
                due_at__gt=timezone.now() + timedelta(seconds=20)
            ).exists()
            time_passes(minutes=20)
    assert Message.objects.get().outcome == outcome
    assert Device.objects.exists() is kept


def test_retry_after_is_kept_to(leyla: User, service: PushService, subscribe: Subscribe) -> None:
    subscribe(leyla)
    service.answers["/push/Leyla"] = [429]
    service.more_headers["Retry-After"] = "1200"
    notices.notify(leyla.pk, INVITED, INVITATION, "/t/ABCDEF/")
    time_passes(seconds=5)
    outbox.deliver()
    waits = Message.objects.get().due_at - timezone.now()
    assert timedelta(minutes=19) < waits < timedelta(minutes=21)


def test_a_push_service_that_fails_holds_up_no_other(
    leyla: User, noam: User, service: PushService, subscribe: Subscribe, monkeypatch: Any
) -> None:
    asked: list[str] = []

    def post(endpoint: str, *_: Any) -> transport.Answer:
        asked.append(endpoint)
        return transport.Answer(201 if "good" in endpoint else 0)

    monkeypatch.setattr(transport, "post", post)
    monkeypatch.setattr(delivery, "AT_ONCE", 1)
    monkeypatch.setattr(services, "MOST_DEVICES", 99)
    for number in range(12):
        subscribe(leyla, f"bad-{number}")
    device, _ = subscribe(leyla, "good")
    Device.objects.filter(pk=device.pk).update(endpoint="http://127.0.0.2:1/good")
    notices.notify(leyla.pk, INVITED, INVITATION, "/t/ABCDEF/")
    time_passes(seconds=5)
    assert outbox.deliver() == 1
    assert len(asked) == delivery.PATIENT + 1


def test_a_device_that_became_anothers_shows_nothing_of_the_former(
    leyla: User, noam: User, service: PushService, subscribe: Subscribe
) -> None:
    subscribe(leyla, "shared")
    notices.notify(leyla.pk, INVITED, INVITATION, "/t/ABCDEF/")
    subscribe(noam, "shared")
    time_passes(seconds=5)
    assert outbox.deliver() == 0 and not service.received
    assert Message.objects.get().outcome == Outcome.GONE
    assert Device.objects.get().user == noam


def test_a_notice_that_is_not_committed_is_not_sent(
    leyla: User, service: PushService, subscribe: Subscribe
) -> None:
    subscribe(leyla)
    with transaction.atomic():
        notices.notify(leyla.pk, INVITED, INVITATION, "/t/ABCDEF/")
        assert Message.objects.count() == 1
        transaction.set_rollback(True)
    assert not Message.objects.exists()


def test_old_ends_and_devices_that_never_came_back_go(
    leyla: User, noam: User, subscribe: Subscribe
) -> None:
    old, new = subscribe(leyla)[0], subscribe(noam)[0]
    Device.objects.filter(pk=old.pk).update(renewed_at=timezone.now() - timedelta(days=61))
    Device.objects.filter(pk=new.pk).update(renewed_at=timezone.now() - timedelta(days=59))
    notices.notify_all([leyla.pk, noam.pk], INVITED, INVITATION, "/t/ABCDEF/")
    done = timezone.now() - timedelta(days=3)
    Message.objects.filter(user=leyla).update(done_at=done, outcome=Outcome.SENT)
    outbox.prune()
    assert Device.objects.get() == new
    assert Message.objects.get().user == noam


def test_what_is_wrong_with_one_message_stops_no_other(
    leyla: User, noam: User, service: PushService, subscribe: Subscribe
) -> None:
    broken, _ = subscribe(leyla)
    subscribe(noam)
    Device.objects.filter(pk=broken.pk).update(auth="AAAA")
    notices.notify_all([leyla.pk, noam.pk], INVITED, INVITATION, "/t/ABCDEF/")
    time_passes(seconds=5)
    assert outbox.deliver() == 1
    assert Message.objects.get(device=broken).outcome == Outcome.REFUSED

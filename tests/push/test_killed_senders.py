"""A thousand messages, several senders at once, and senders that die in the middle."""

import json
import threading

import pytest
from django.db import connection

from accounts.models import User
from accounts.notices.models import Notice
from accounts.push import delivery, outbox
from accounts.push.models import Message, Outcome
from tests.push.conftest import Subscribe, time_passes
from tests.push.service import Browser, PushService

pytestmark = pytest.mark.django_db(transaction=True)

INVITED, INVITATION = "invited", {"name": "Samir", "game": "Forty"}


def ids(service: PushService, browser: Browser) -> list[int]:
    return [json.loads(browser.decrypt(one.body))["id"] for one in service.received]


def test_of_a_thousand_none_is_lost_and_none_comes_twice(
    leyla: User, service: PushService, subscribe: Subscribe
) -> None:
    """Three senders at once; a fourth dies with what it claimed, a fifth after it has sent."""
    _device, browser = subscribe(leyla)
    Notice.objects.bulk_create(
        Notice(user=leyla, kind=INVITED, params=INVITATION) for _ in range(1000)
    )
    outbox.put([leyla.pk], INVITED, "")
    time_passes(seconds=5)
    assert len(outbox.claim(50)) == 50, "it dies here"
    unstored = outbox.claim(20)
    sent = list(delivery.send_all(unstored))
    assert len(sent) == 20, "and this one here"

    def work() -> None:
        try:
            outbox.deliver()
        finally:
            connection.close()

    def all_work() -> None:
        senders = [threading.Thread(target=work) for _ in range(3)]
        for each in senders:
            each.start()
        for each in senders:
            each.join()

    all_work()
    got = ids(service, browser)
    assert len(got) == len(set(got)) == 950, "none twice; the dead senders' rest is theirs a while"
    time_passes(seconds=91)
    all_work()
    got = ids(service, browser)
    assert set(got) == set(Message.objects.values_list("pk", flat=True)), "none lost"
    twice = {each for each in got if got.count(each) > 1}
    assert twice == {one.message.pk for one in unstored}, "a device knows these by their id"
    assert set(Message.objects.values_list("outcome", flat=True)) == {Outcome.SENT}

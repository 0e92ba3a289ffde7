"""The mail of a turn that waits."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.push import outbox, services
from accounts.push.models import Message, Reach
from games.services import leaving
from lobby.models import Table
from tests.lobby.test_notices import match_at, mover, play_until_the_turn_changes
from tests.push.conftest import Subscribe, time_passes

pytestmark = pytest.mark.django_db


def test_one_mail_a_turn_after_a_quarter_of_an_hour_without_a_visit(slow: Table) -> None:
    called, _move = mover(slow)
    time_passes(minutes=14)
    assert outbox.deliver() == 0 and not mail.outbox
    time_passes(minutes=2)
    assert outbox.deliver() == 1
    time_passes(minutes=60)
    outbox.deliver()
    (letter,) = mail.outbox
    assert letter.to == [called.email]
    assert letter.subject == f"It is your turn: Forty at table {slow.code}."
    assert f"http://testserver{slow.get_absolute_url()}" in letter.body
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize("why", ["visited", "pushed", "unconfirmed", "stopped", "moved", "over"])
def test_no_mail(slow: Table, client: Any, subscribe: Subscribe, why: str) -> None:
    called, _move = mover(slow)
    if why == "visited":
        client.force_login(called)
        client.get(slow.get_absolute_url())
    elif why == "pushed":
        Message.objects.all().delete()
        subscribe(called)
        outbox.put([called.pk], "your-turn", slow.get_absolute_url())
        time_passes(seconds=5)
        assert outbox.deliver() == 1
    elif why == "unconfirmed":
        called.emailaddress_set.update(verified=False)  # type: ignore[attr-defined]
    elif why == "stopped":
        services.stop_mail(called)
    elif why == "moved":
        play_until_the_turn_changes(slow)
        Message.objects.exclude(user=called).delete()
    elif why == "over":
        leaving.resign(match_at(slow).pk, called)
    time_passes(minutes=16)
    outbox.deliver()
    assert not mail.outbox


def test_the_link_in_a_mail_stops_them_in_one_press_without_a_cookie(slow: Table) -> None:
    time_passes(minutes=16)
    outbox.deliver()
    link = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    assert link in mail.outbox[0].body
    path = link.removeprefix("http://testserver")
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(path).status_code == 200
    assert not Reach.objects.exists(), "a mail server that looks at links stops nothing"
    answer = strict.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert Reach.objects.get().turn_mail is False
    assert strict.post(path[:-3] + "xx/").status_code == 404

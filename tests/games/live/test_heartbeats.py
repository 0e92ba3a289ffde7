"""Heartbeats: one statement for all sockets, and what each of them learns from it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.notices.models import Notice
from accounts.sanctions.services import ban
from games.live import close_codes
from games.live.heartbeats import Pulse, Verdict, ask, look_after
from games.live.socket import LiveConsumer
from games.models import Lease
from tests.games.tables import match_for, person

pytestmark = pytest.mark.django_db


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def socket_of(user: User, session: str | None = None) -> LiveConsumer:
    socket = LiveConsumer()
    socket.link, socket.language = uuid4(), "en"
    socket.user_id, socket.session_key = user.pk, session or session_of(user)
    return socket


def verdicts_of(sockets: Sequence[Any]) -> dict[Any, Verdict]:
    return dict(look_after(sockets))


def test_a_heartbeat_renews_leases_and_tells_what_was_missed() -> None:
    match = match_for(person(), person())
    reader, visitor = person(), uuid4()
    Notice.objects.create(user=reader, kind="house", params={"text": "Hello"})
    pulses = [
        Pulse(uuid4(), reader.pk, session_of(reader), "house", None, bell=True),
        Pulse(uuid4(), reader.pk, "gone", match.venue, match.pk),
        Pulse(visitor, None, None, match.venue, match.pk),
        Pulse(uuid4()),
    ]
    at_home, at_table, looking_on, nowhere = ask(pulses)
    assert at_home.welcome and at_home.credential and at_home.bell and at_home.bell[0] == 1
    assert (at_table.seq, at_table.credential, at_table.bell) == (match.seq, None, None)
    assert (looking_on.seq, looking_on.welcome) == (match.seq, False)
    assert (nowhere.seq, nowhere.credential) == (None, None)
    leases = Lease.objects.values_list("connection", "user", "venue")
    assert set(leases) == {
        (pulses[0].link, reader.pk, "house"),
        (pulses[1].link, reader.pk, match.venue),
        (visitor, None, match.venue),
    }


def test_somebody_who_is_gone_for_good_costs_nobody_else_the_beat() -> None:
    here, gone = person(), person()
    pulses = [Pulse(uuid4(), gone.pk, None, "house"), Pulse(uuid4(), here.pk, None, "house")]
    gone.delete()
    absent, present = ask(pulses)
    assert (absent.welcome, present.welcome) == (False, True)
    assert list(Lease.objects.values_list("user", flat=True)) == [here.pk]


def test_however_many_sockets_there_are_it_is_one_statement() -> None:
    sockets = [who_came_in(person()) for _ in range(20)]
    with CaptureQueriesContext(connection) as queries:
        assert verdicts_of(sockets) == {}
    assert len(queries) == 1, "who has just come in is not asked about again"


def who_came_in(user: User) -> LiveConsumer:
    socket = LiveConsumer()
    socket.link, socket.scope = uuid4(), {"cookies": {"sessionid": session_of(user)}}
    assert socket.come_in() is None
    assert socket.user_id == user.pk
    return socket


def user_of(socket: LiveConsumer) -> User:
    assert socket.user_id is not None
    return User.objects.get(pk=socket.user_id)


def signed_out(socket: LiveConsumer) -> None:
    Session.objects.filter(pk=socket.session_key).delete()


def run_out(socket: LiveConsumer) -> None:
    long_ago = timezone.now() - timedelta(days=1)
    Session.objects.filter(pk=socket.session_key).update(expire_date=long_ago)


def new_password(socket: LiveConsumer) -> None:
    user = user_of(socket)
    user.set_password("a new one")
    user.save()


def closed(socket: LiveConsumer) -> None:
    User.objects.filter(pk=user_of(socket).pk).update(is_active=False)


def banned(socket: LiveConsumer) -> None:
    ban(user_of(socket), None, "rude")


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        (signed_out, close_codes.SIGNED_OUT),
        (run_out, close_codes.SIGNED_OUT),
        (new_password, close_codes.SIGNED_OUT),
        (closed, close_codes.SIGNED_OUT),
        (banned, close_codes.BANNED),
    ],
)
def test_whose_access_ended_unheard_is_sent_away_at_the_next_beat(happens: Any, code: int) -> None:
    hers, his = socket_of(person()), socket_of(person())
    assert verdicts_of([hers, his]) == {}
    happens(hers)
    verdicts = verdicts_of([hers, his])
    assert list(verdicts) == [hers]
    bye = verdicts[hers].bye
    assert bye is not None and bye[0] == code

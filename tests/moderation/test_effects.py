"""What a sanction does at the tables: refused in the service, whatever a page still shows."""

import pytest

from accounts.access.refusals import Muted, NotRated
from accounts.models import User
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Kind
from lobby.finding import quick_play
from lobby.models import ChatLine, Table
from lobby.services import chairs, tables, talk
from tests.lobby.conftest import GAME

pytestmark = pytest.mark.django_db


def test_the_silenced_write_nothing_but_play_on(playing: Table, noam: User) -> None:
    stale = User.objects.get(pk=noam.pk)  # what an open page still holds
    sanctions.impose(noam, Kind.MUTE, "Shouting", by=None)
    for text, phrase in (("hello", ""), ("", "hello")):
        with pytest.raises(Muted, match="may not write"):
            talk.say(playing.pk, stale, text, phrase)
    assert not ChatLine.objects.filter(user=noam).exists()


def test_the_suspended_sit_at_no_rated_table(table: Table, noam: User) -> None:
    stale = User.objects.get(pk=noam.pk)
    sanctions.impose(noam, Kind.UNRATED, "Leaving", by=None)
    with pytest.raises(NotRated, match="Leaving"):
        chairs.sit(table.pk, stale)
    with pytest.raises(NotRated):
        tables.open_table(stale, GAME)
    assert not quick_play.play_now(stale, GAME).rated
    assert not tables.open_table(stale, GAME, rated=False, public=False).rated


def test_who_is_suspended_while_ready_is_dealt_into_nothing(
    table: Table, leyla: User, noam: User
) -> None:
    chairs.sit(table.pk, noam)
    chairs.set_ready(table.pk, noam)
    # The push is lost: nobody was asked to get up.
    sanctions.impose(noam, Kind.UNRATED, "Leaving", by=None)
    chairs.set_ready(table.pk, leyla)
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN
    assert not table.chairs.get(user=noam).ready


def test_the_suspended_get_up_from_rated_tables(
    table: Table, noam: User, django_capture_on_commit_callbacks: object
) -> None:
    chairs.sit(table.pk, noam)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        sanctions.impose(noam, Kind.UNRATED, "Leaving", by=None)
    assert not table.chairs.filter(user=noam).exists()


def test_a_rated_match_that_runs_is_played_out(playing: Table, noam: User) -> None:
    sanctions.impose(noam, Kind.UNRATED, "Leaving", by=None)
    talk.say(playing.pk, noam, "good game")
    assert playing.chairs.filter(user=noam).exists()

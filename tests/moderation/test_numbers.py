"""The house in numbers: each minute is counted once, and nobody without a key reads them."""

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from archive.charts import area_chart
from games.models import Event
from lobby.models import Table
from moderation import dashboard, numbers
from moderation.models import Minute
from tests.lobby.conftest import play_out
from tests.moderation.conftest import client_of

pytestmark = pytest.mark.django_db


def a_minute_ago() -> None:
    for row in Minute.objects.all():
        Minute.objects.filter(pk=row.pk).update(at=row.at - timedelta(minutes=1))


def test_moves_are_counted_once(playing: Table, django_assert_max_num_queries: object) -> None:
    numbers.count_minute()
    a_minute_ago()
    assert playing.match_id
    play_out(playing.match_id)
    numbers.count_minute()
    numbers.count_minute()  # twice in a minute: nothing
    assert Minute.objects.count() == 2
    row = numbers.recent()[-1]
    played = Event.objects.filter(match_id=playing.match_id, by="player").count()
    assert row.moves == row.total_moves == played > 0
    a_minute_ago()
    numbers.count_minute()
    row = numbers.recent()[-1]
    assert (row.moves, row.total_moves) == (0, played)


def test_a_minute_nobody_counted_is_a_gap(db: None) -> None:
    numbers.count_minute()
    a_minute_ago()
    a_minute_ago()
    numbers.count_minute()
    rows = dashboard.by_minutes(numbers.recent())
    assert [row is None for row in rows] == [False, True, False]
    assert area_chart([1, None, 3], "moves").count("polyline") == 2


def test_old_minutes_are_forgotten(db: None) -> None:
    numbers.count_minute()
    row = Minute.objects.get()
    Minute.objects.filter(pk=row.pk).update(at=row.at - timedelta(days=8))
    numbers.count_minute()
    assert Minute.objects.count() == 1


@pytest.mark.parametrize(
    ("who", "token", "status"),
    [
        ("anybody", "", 404),
        ("anybody", "Bearer wrong", 404),
        ("anybody", "Bearer the-right-one-is-long", 200),
        ("player", "", 404),
        ("moderator", "", 200),
    ],
)
def test_the_metrics_are_for_those_with_a_key(
    settings: Settings, leyla: User, moderator: User, who: str, token: str, status: int
) -> None:
    settings.METRICS_TOKEN = "the-right-one-is-long"
    client = client_of({"player": leyla, "moderator": moderator}.get(who))
    answer = client.get("/metrics", headers={"Authorization": token} if token else {})
    assert answer.status_code == status


def test_without_a_token_no_token_opens(settings: Settings, db: None) -> None:
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_the_metrics_say_what_the_dashboard_says(
    playing: Table, moderator: User, settings: Settings
) -> None:
    numbers.count_minute()
    text = client_of(moderator).get("/metrics").text
    assert f'courtyard_matches_running{{game="{playing.game}"}} 1.0' in text
    assert 'courtyard_tables{status="playing"} 1.0' in text
    assert 'courtyard_reports_open{kind="chat"} 0.0' in text
    assert 'courtyard_moves_total{by="player"} 0.0' in text

"""Celery tasks of the lobby: its countdowns and its chores."""

from celery import shared_task

from games.presence.sweep import tidy as tidy_games
from lobby.services import countdown
from lobby.services.chores import tidy as tidy_tables


@shared_task(time_limit=10)
def seat_bots() -> None:
    countdown.sweep()


@shared_task(time_limit=45)
def tidy() -> None:
    tidy_tables()
    tidy_games()

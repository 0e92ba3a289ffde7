"""The Celery application of the workers: `celery -A config worker -Q timers`, `-Q bots`, …"""

import os
import sys
from typing import Any

from celery import Celery
from celery.signals import task_prerun, worker_init, worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("courtyard")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["games.presence"])  # a room of an app, not an app

# A worker keeps its database connection from task to task: opening one costs more than a bot's
# move. Celery would close it; Django looks before each task whether it is old or broken.
CONNECTION_SECONDS = 60
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize


@worker_init.connect
def load_addresses(**_: Any) -> None:
    """Once, before the children are forked: it takes a second of CPU. Else each child spends that
    in its first notice, which has an address, while it holds a match or a series."""
    from django.urls import reverse

    reverse("lobby:home")


@worker_process_init.connect
def keep_connection(**_: Any) -> None:
    from django.db import connection

    connection.settings_dict["CONN_MAX_AGE"] = CONNECTION_SECONDS


@task_prerun.connect
def renew_connection(**_: Any) -> None:
    from django.db import close_old_connections

    close_old_connections()

"""The Celery application of the workers: `celery -A config worker -Q timers`, `-Q bots`, …"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("courtyard")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["games.presence"])  # a room of an app, not an app

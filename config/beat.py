"""The Celery application of beat, `celery -A config.beat beat`: the schedule and the broker.

Beat sends tasks by their names, so it loads neither them nor the models behind them.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("courtyard-beat", fixups=[], set_as_current=False)
app.config_from_object("django.conf:settings", namespace="CELERY")

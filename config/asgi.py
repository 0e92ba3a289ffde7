"""The web process, as Daphne loads it: the application, and the heartbeat that says it is alive."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.routing import application
from games.presence.outages import WEB, start_beating

start_beating(WEB)

__all__ = ["application"]

"""The web process, as Daphne loads it: the application, and the heartbeat that says it is alive.

Garbage collection waits until everything is loaded. What is there then stays for good, so no later
collection looks at it again: a full one would stop every table of this process for 80 ms.

Later ones stop every table too, the longer the more they look at, so each is kept small: the middle
generation is looked at after 20,000 new objects. With 100,000 that took 20 to 35 ms of CPU, at 50
tables about every 20 s; now it takes 5 to 15 on the same busy machine.
"""

import gc
import os

gc.disable()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from config.routing import application  # noqa: E402
from config.urls import urlpatterns  # noqa: E402  (else the first visitor waits for it)
from games.live import wire  # noqa: E402
from games.page import jinja  # noqa: E402
from games.presence.outages import WEB, start_beating  # noqa: E402

wire.use()
jinja.compile_all()  # else the first push of each game would hold up all tables
start_beating(WEB)
gc.collect()
gc.freeze()
gc.set_threshold(5_000, 4, 100)
gc.enable()

__all__ = ["application", "urlpatterns"]

"""The injector of a faults run is the supervisor of what it does not strike itself."""

import random
from types import SimpleNamespace
from typing import Any, cast

from ops.faults.house import House
from ops.faults.injector import BY_ITSELF, Injector


class Part:
    def __init__(self, alive: bool) -> None:
        self.alive = alive


def test_a_process_that_ended_by_itself_is_started_again_and_noted() -> None:
    parts: dict[str, Any] = {"timers": Part(alive=False), "web": Part(alive=True)}
    house = SimpleNamespace(
        site=SimpleNamespace(processes=parts),
        disk=None,
        no_disk="",
        revive=lambda part: setattr(parts[part], "alive", True),
        wait_until_well=lambda part: parts[part].alive,
    )
    injector = Injector(cast(House, house), random.Random(1), 1, 1.0, 1.0)
    injector._busy.add("timers")
    injector.look_after_processes()
    assert not parts["timers"].alive, "it was struck, and is brought back by whoever struck it"
    injector._busy.clear()
    injector.look_after_processes()
    injector.rest()
    assert [(fault.part, fault.kind) for fault in injector.faults] == [("timers", BY_ITSELF)]
    assert not injector.slow and not injector.struck and not injector._busy

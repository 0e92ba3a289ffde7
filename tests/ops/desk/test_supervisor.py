"""What dies is started again, more slowly each time; clocks that stand are set going."""

import pytest

from ops.desk.supervisor import LOOK_EVERY, SWEEP_LIMIT, Supervisor
from ops.operator_error import OperatorError


class Pretended:
    """A process that lives or not, and counts."""

    def __init__(self, name):
        self.name = name
        self.alive = True
        self.code = 1
        self.starts = 0

    def start(self):
        self.alive = True
        self.starts += 1

    def kill(self):
        self.alive = False

    def stop(self, patience):
        self.alive = False


@pytest.fixture
def house():
    said: list[str] = []
    house = type("House", (), {"age": 1.0, "said": said})()
    house.processes = {name: Pretended(name) for name in ["web", "timers", "beat"]}
    house.supervisor = Supervisor(said.append, lambda: house.age)
    for process in house.processes.values():
        house.supervisor.watch(process)
    return house


def test_pauses_grow_while_it_keeps_dying(house):
    web, now, pauses = house.processes["web"], 1e6, []
    for _ in range(7):
        web.alive, died = False, now
        while not web.alive:
            house.supervisor.look(now)
            now += 0.5
        pauses.append(round(now - died - 0.5))
    assert pauses == [1, 2, 4, 8, 16, 30, 30]
    assert house.said[0] == "web ended (code 1); again in 1 s"


def test_a_long_healthy_run_is_forgiven(house):
    web = house.processes["web"]
    for now in [1e6, 2e6]:
        web.alive = False
        house.supervisor.look(now)
        house.supervisor.look(now + 1)
        assert web.alive
        house.supervisor.look(now + 100)
    assert [line for line in house.said if "again in" in line] == [
        "web ended (code 1); again in 1 s"
    ] * 2


def test_a_restart_that_fails_is_told_and_tried_again(house):
    def fail():
        raise OperatorError("The disk is full.")

    web = house.processes["web"]
    house.supervisor.watch(web, fail)
    web.alive = False
    for now in [1e6, 1e6 + 1, 1e6 + 2]:
        house.supervisor.look(now)
    assert "The disk is full." in house.said
    assert house.said[-1] == "web ended (code 1); again in 2 s"


@pytest.mark.parametrize(
    ("age", "restarted"), [(1.0, 0), (SWEEP_LIMIT, 0), (None, 0), (SWEEP_LIMIT + 1, 1)]
)
def test_clocks_that_stand_are_set_going(house, age, restarted):
    house.age = age
    for look in range(4):
        house.supervisor.look(1e6 + look * LOOK_EVERY)
    starts = {name: process.starts for name, process in house.processes.items()}
    assert starts == {"web": 0, "timers": restarted, "beat": restarted}


def test_one_stale_look_is_no_reason_yet(house):
    for look, age in enumerate([SWEEP_LIMIT + 1, 1.0, SWEEP_LIMIT + 1, 1.0]):
        house.age = age
        house.supervisor.look(1e6 + look * LOOK_EVERY)
    assert house.processes["timers"].starts == 0

"""CPU time by process: the web processes, the database, Redis, the workers, the load generator."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import psutil

GENERATOR = "generator"

Usage = Callable[[], dict[str, float]]
"""CPU seconds so far, by process."""


def usage_of(groups: Mapping[str, Sequence[int]]) -> Usage:
    """A function that tells the CPU seconds of each group so far; its members are process ids.

    A process counts with its children, those that have ended included. The load generator is this
    process.
    """

    def usage() -> dict[str, float]:
        spent = {name: sum(map(seconds_of, pids)) for name, pids in groups.items()}
        own = os.times()
        return {**spent, GENERATOR: own.user + own.system}

    return usage


def seconds_of(pid: int) -> float:
    """CPU seconds of a process and its children."""
    process = psutil.Process(pid)
    times = process.cpu_times()
    spent = times.user + times.system + times.children_user + times.children_system
    for child in process.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            times = child.cpu_times()
            spent += times.user + times.system
    return float(spent)


def in_words(cpu: Mapping[str, float]) -> str:
    """Milliseconds a move, by process."""
    return ", ".join(f"{name} {spent:.2f}" for name, spent in cpu.items())

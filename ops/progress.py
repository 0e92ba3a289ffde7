"""Progress display, step by step: a moving line on a terminal, plain lines everywhere else.

Standard library only: the environment is made before any package is there.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
COLOURS = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "dim": 2}


class Progress:
    """One display per command. Every line goes through it, so that none is torn apart."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stdout
        reconfigure = getattr(self.out, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")  # a terminal without ✓ shows ? instead of failing
        self.lively = self.out.isatty() and os.environ.get("TERM") != "dumb"
        self.colourful = self.lively and not os.environ.get("NO_COLOR")
        self._lock = threading.RLock()
        self._current: Step | None = None

    def paint(self, words: str, colour: str) -> str:
        return f"\x1b[{COLOURS[colour]}m{words}\x1b[0m" if self.colourful else words

    def say(self, line: str = "") -> None:
        """One whole line, above the moving one."""
        with self._lock:
            self._write(("\r\x1b[K" if self.lively else "") + line + "\n")
            self._draw()

    @contextmanager
    def step(self, words: str) -> "Iterator[Step]":
        """A piece of work with a name; its line ends in ✓ and the time, or in ✗."""
        step = Step(self, words)
        with self._lock:
            self._current = step
        done = threading.Event()
        if self.lively:
            threading.Thread(target=self._spin, args=(done,), daemon=True).start()
        try:
            yield step
        except BaseException:
            self._finish(step, done, self.paint("✗", "red"))
            raise
        self._finish(step, done, self.paint("✓", "green"))

    def _finish(self, step: "Step", done: threading.Event, mark: str) -> None:
        done.set()
        with self._lock:
            self._current = None
            note = f" · {step.result}" if step.result else ""
            self.say(f"{mark} {step.words}{note}  {self.paint(f'{step.elapsed:.1f} s', 'dim')}")

    def _spin(self, done: threading.Event) -> None:
        while not done.wait(0.1):
            with self._lock:
                if not done.is_set():
                    self._draw()

    def _draw(self) -> None:
        step = self._current
        if not self.lively or step is None:
            return
        frame = FRAMES[int(step.elapsed * 10) % len(FRAMES)]
        line = f"{frame} {step.words} {step.doing} ({step.elapsed:.0f} s)"
        width = max(20, _columns(self.out) - 1)
        self._write("\r\x1b[K" + line[:width])

    def _write(self, words: str) -> None:
        try:
            self.out.write(words)
            self.out.flush()
        except (OSError, ValueError):
            pass  # the terminal was closed; the work goes on to its orderly end


class Step:
    """What is being done now (`doing`), and what came of it (`result`)."""

    def __init__(self, progress: Progress, words: str) -> None:
        self.progress = progress
        self.words = words
        self.doing = ""
        self.result = ""
        self._started = time.monotonic()

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._started


def _columns(out: TextIO) -> int:
    try:
        return os.get_terminal_size(out.fileno()).columns or 80
    except (OSError, ValueError):
        return 80

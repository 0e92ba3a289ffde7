"""Check runner, `make test`: everything that must hold, each a step with its name and its time.

All steps run, whatever happens to the first; one failure is enough for a non-zero end. With
arguments only pytest runs, with these arguments.
"""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ops import ROOT, chromium
from ops.desk.servers import fresh_servers
from ops.operator_error import OperatorError, run_command
from ops.progress import Progress


class Check(NamedTuple):
    name: str
    argv: list[str]
    env: Mapping[str, str] = {}
    live: bool = False  # its output is shown while it runs


class Result(NamedTuple):
    name: str
    passed: bool
    seconds: float


def module(*words: str) -> list[str]:
    return [sys.executable, "-m", *words]


def manage(*words: str) -> list[str]:
    return [sys.executable, "manage.py", *words]


# As on a public site: nothing of a desk is switched on.
PRODUCTION = {
    "DEBUG": "no",
    "PLAIN_HTTP": "no",
    "PLAIN_STATIC": "no",
    "DATABASE_POOL": "yes",
    "SITE_URL": "https://courtyard.example",
    "ALLOWED_HOSTS": "courtyard.example",
}

CHECKS = [
    Check("lint", module("ruff", "check", ".")),
    Check("format", module("ruff", "format", "--check", ".")),
    Check("types", module("ops.contract_types")),
    Check("scripts", module("ops.node")),
    Check(
        "import rules",
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
    ),
    Check("vulnerabilities", module("ops.vulnerabilities")),
    Check("migrations", manage("makemigrations", "--check", "--dry-run")),
    Check(
        "production settings", manage("check", "--deploy", "--fail-level", "WARNING"), PRODUCTION
    ),
]


def run(check: Check, base: Mapping[str, str], progress: Progress) -> Result:
    started = time.monotonic()
    env = {**base, **check.env}
    if check.live:
        progress.say(f"\n── {check.name} ──")
        code = subprocess.run(check.argv, cwd=ROOT, env=env).returncode
        return Result(check.name, code == 0, time.monotonic() - started)
    output = ""
    try:
        with progress.step(check.name):
            done = subprocess.run(
                check.argv,
                cwd=ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
            output = done.stdout
            if done.returncode != 0:
                raise OperatorError(check.name)
    except OperatorError:
        progress.say(output.rstrip())
        return Result(check.name, False, time.monotonic() - started)
    return Result(check.name, True, time.monotonic() - started)


def browser(progress: Progress) -> Result:
    """The browser tests need one; that it cannot be had is a failure told in one sentence."""
    started = time.monotonic()
    passed, sentence = True, ""
    with progress.step("browser") as step:
        try:
            step.result = str(chromium.require())
        except OperatorError as error:
            passed, sentence = False, str(error)
            step.result = "not found"
    if sentence:
        progress.say(sentence)
    return Result("browser", passed, time.monotonic() - started)


def shared_out(cores: int) -> list[str]:
    """All the tests at once, over some workers with servers of their own; the slowest are named.

    The browser's tests wait as much as they work, so there is one worker more than cores. Which
    tests stay together, and which come first, `tests/scheduling.py` says.
    """
    workers = ["-n", str(max(2, min(cores + 1, 4))), "--no-loadscope-reorder"]
    return [*workers, "--durations", "10", "--durations-min", "1"]


def summary(results: Sequence[Result], progress: Progress) -> int:
    progress.say("\n── summary ──")
    for result in results:
        mark = progress.paint("✓", "green") if result.passed else progress.paint("✗", "red")
        progress.say(f"{mark} {result.name:<22}{result.seconds:7.1f} s")
    failed = [result.name for result in results if not result.passed]
    progress.say(f"Failed: {', '.join(failed)}." if failed else "All is well.")
    return 1 if failed else 0


def main(arguments: Sequence[str]) -> int:
    progress = Progress()
    words = arguments or shared_out(os.cpu_count() or 1)
    tests = Check("tests", module("pytest", *words), live=True)
    if arguments:
        if not browser(progress).passed:
            return 1
        return subprocess.run(tests.argv, cwd=ROOT).returncode
    with fresh_servers() as servers:
        env = {
            **os.environ,
            "SECRET_KEY": secrets.token_urlsafe(60),
            "DATABASE_URL": servers.database_url,
            "REDIS_URL": servers.redis_url,
        }
        results = [run(check, env, progress) for check in CHECKS]
        results.append(browser(progress))
        results.append(run(tests, env, progress))
    return summary(results, progress)


if __name__ == "__main__":
    sys.exit(run_command(lambda: main(sys.argv[1:])))

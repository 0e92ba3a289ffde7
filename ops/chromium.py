"""Chromium for the tests: the one that is there, or one that is fetched."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from ops import ROOT
from ops.operator_error import OperatorError

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
SHELL = "chromium-headless-shell"
"""The same browser without the frame that nobody sees: a quarter less CPU, and no notifications."""

OWN = ROOT / "var" / "browsers"
PATTERNS = [
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
]
# Headless, no calls home; the sandbox cannot be had by root.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def find(whole: bool = False) -> Path | None:
    """CHROMIUM names one; else the system's, its shell first; else the one fetched into `var/`."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named) if os.access(named, os.X_OK) else None
    for name in NAMES if whole else [SHELL, *NAMES]:
        if found := shutil.which(name):
            return Path(found)
    own = [path for pattern in PATTERNS for path in sorted(OWN.glob(pattern))]
    return own[-1] if own else None


def require(whole: bool = False) -> Path:
    """A Chromium, fetched if need be, or one sentence about what to install."""
    if (found := find(whole)) and find(whole=True):
        return found
    log = ROOT / "var" / "log" / "chromium.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as output:
        for commands in _ways():
            if all(_succeeds(command, output.fileno()) for command in commands) and (
                found := find(whole)
            ):
                return found
    raise OperatorError(
        "The browser tests need Chromium: install it (on Debian: apt install chromium) "
        f"or name one with CHROMIUM=/path/to/it. What was tried is in {log}."
    )


def _ways() -> list[list[list[str]]]:
    ways = []
    if os.geteuid() == 0 and Path("/etc/debian_version").exists() and shutil.which("apt-get"):
        install = ["apt-get", "install", "-y", "--no-install-recommends", NAMES[0]]
        ways += [[["apt-get", "update"], each] for each in ([*install, SHELL], install)]
    ways.append([[sys.executable, "-m", "playwright", "install", "chromium"]])
    return ways


def _succeeds(command: list[str], output: int) -> bool:
    env = {
        **os.environ,
        "DEBIAN_FRONTEND": "noninteractive",
        "PLAYWRIGHT_BROWSERS_PATH": str(OWN),
    }
    try:
        done = subprocess.run(
            command,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=900,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0

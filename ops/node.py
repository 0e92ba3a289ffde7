"""Linter, formatter and type checker of the browser scripts: Biome and TypeScript, run by Node.

Node is the machine's own where it is new enough, else the one in the environment. The tools are
fetched into `var/node` exactly as `ops/js/package-lock.json` says, and only when that list has
changed. Only `make test` comes here: whoever plays needs no Node.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from ops import ROOT
from ops.operator_error import OperatorError, last_line, run_command

CONFIG = ROOT / "ops" / "js"
HOME = ROOT / "var" / "node"
STAMP = HOME / "stamp"
OLDEST = 18


def main() -> int:
    env = search_path()
    install(env)
    scripts = [ROOT / "static" / "js", *sorted(ROOT.glob("games/*/static"))]
    checks = [
        (CONFIG, "biome", ["check", "--error-on-warnings", ".", *map(str, scripts)]),
        (ROOT, "tsc", ["--project", str(project())]),
    ]
    tools = HOME / "node_modules" / ".bin"
    done = [
        subprocess.run([str(tools / name), *words], cwd=folder, env=env).returncode
        for folder, name, words in checks
    ]
    return max(done)


def search_path() -> dict[str, str]:
    """The environment in which `node` and `npm` are found: the machine's, or ours before it."""
    path = os.environ.get("PATH", os.defpath)
    if _version(path) < OLDEST:
        path = os.pathsep.join([str(Path(sys.executable).parent), path])
    if _version(path) < OLDEST:
        raise OperatorError(
            f"The scripts are checked with Node {OLDEST} or newer, and there is none: "
            "'make env' brings one, or install it."
        )
    return {**os.environ, "PATH": path}


def _version(path: str) -> int:
    """The major version of the `node` on this path that has an `npm` beside it; 0 for none."""
    node = shutil.which("node", path=path)
    if not node or not shutil.which("npm", path=path):
        return 0
    answer = subprocess.run([node, "--version"], capture_output=True, text=True)
    number = answer.stdout.strip().removeprefix("v").split(".")[0]
    return int(number) if number.isdigit() else 0


def install(env: dict[str, str]) -> None:
    """The stamp is written last, so a half-finished installation has none."""
    lists = [CONFIG / "package.json", CONFIG / "package-lock.json"]
    mark = hashlib.sha256(b"".join(one.read_bytes() for one in lists)).hexdigest()
    if STAMP.is_file() and STAMP.read_text() == mark:
        return
    HOME.mkdir(parents=True, exist_ok=True)
    STAMP.unlink(missing_ok=True)
    for one in lists:
        shutil.copy(one, HOME)
    npm = shutil.which("npm", path=env["PATH"]) or "npm"
    quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts"]
    done = subprocess.run(
        [npm, "ci", *quiet, "--fetch-retries", "1"],
        cwd=HOME,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode != 0:
        failed = [line for line in done.stdout.splitlines() if "failed" in line]
        reason = last_line(failed[0] if failed else done.stdout).removeprefix("npm error ")
        raise OperatorError(
            "The tools that check the scripts could not be fetched from the npm registry: "
            f"{reason.rstrip('.')}. Is the network there? 'make test' tries again."
        )
    STAMP.write_text(mark)


def project() -> Path:
    """TypeScript's settings for this tree: games import the shared scripts as the site serves them.

    `/static/<game>/` and `/static/js/` lie side by side there, and in different folders here.
    """
    roots = [ROOT / "static", *sorted(ROOT.glob("games/*/static"))]
    settings = {
        "extends": str(CONFIG / "tsconfig.json"),
        "compilerOptions": {"rootDirs": [str(root) for root in roots]},
        "include": [str(CONFIG / "*.d.ts"), str(ROOT / "static" / "js" / "*.js")]
        + [str(root / "*" / "*.js") for root in roots[1:]],
    }
    file = HOME / "tsconfig.json"
    file.write_text(json.dumps(settings, indent=2))
    return file


if __name__ == "__main__":
    sys.exit(run_command(main))

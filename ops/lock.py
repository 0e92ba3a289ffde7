"""Lock files, `make lock`: chooses all versions anew and writes them down with their hashes.

The lists name packages and hashes only, never where they were fetched from.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from ops import ROOT
from ops.operator_error import OperatorError, last_line, run_command
from ops.progress import Progress

OPTIONS = ["--universal", "--python-version", "3.11", "--generate-hashes", "--upgrade"]


def main() -> int:
    progress = Progress()
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        with progress.step("A resolver"):
            _run([sys.executable, "-m", "venv", folder])
            _run([str(python), "-m", "pip", "install", "--quiet", "uv"])
        for name in ["run", "desk", "dev"]:
            source, target = f"requirements/{name}.in", f"requirements/{name}.txt"
            with progress.step(target):
                compile_list = ["-m", "uv", "pip", "compile", *OPTIONS, "--no-emit-index-url"]
                _run([str(python), *compile_list, "--quiet", source, "-o", target])
    progress.say("Now 'make test', and commit the lists.")
    return 0


def _run(argv: list[str]) -> None:
    done = subprocess.run(
        argv, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode != 0:
        raise OperatorError(f"The versions could not be chosen: {last_line(done.stdout)}")


if __name__ == "__main__":
    sys.exit(run_command(main))

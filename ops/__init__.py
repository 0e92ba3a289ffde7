"""Commands behind `make`: the environment, the desk, the checks, the benchmarks, the pictures.

Nothing of the site imports this package, and a public site runs without it.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

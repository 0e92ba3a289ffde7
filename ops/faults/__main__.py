"""`make faults`: about a quarter of an hour of play under random faults, then one table.

    python -m ops.faults [--short] [--seed 17] [--bug early-timer]
    python -m ops.faults --check /tmp/courtyard-faults-…/evidence.json

Exits with 1 if a promise was broken. The same seed gives the same faults and the same players, but
not the same run: processes take their own time.
"""

import argparse
import secrets
import sys
import time
from collections import Counter
from pathlib import Path

from ops.faults import checker
from ops.faults.evidence import ACK, REFUSED, Evidence
from ops.operator_error import OperatorError

SHOWN = 5
"""Broken cases of one promise that are printed."""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make faults")
    parser.add_argument("--short", action="store_true", help="about ninety seconds")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    parser.add_argument("--bug", default="", help="a seeded bug that the checker must find")
    parser.add_argument("--check", type=Path, help="only look at the evidence of an earlier run")
    wishes = parser.parse_args(argv)
    if wishes.check:
        return report(Evidence.read(wishes.check))
    from ops.faults.run import FULL, SHORT, Run, require_faults

    run = Run(SHORT if wishes.short else FULL, wishes.seed, wishes.bug)
    print(f"seed {wishes.seed}; what happens is kept in {run.folder}", flush=True)
    begun = time.monotonic()
    try:
        evidence = run.play()
        require_faults(run)
    except OperatorError as error:
        print(error, file=sys.stderr)
        return 1
    assert run.injector is not None
    for kind, why in run.injector.skipped.items():
        print(f"skipped: {kind} ({why})")
    print(f"{time.monotonic() - begun:.0f} s\n")
    return report(evidence)


def report(evidence: Evidence) -> int:
    kinds = Counter(f"{fault.part} {fault.kind}" for fault in evidence.faults)
    print(
        f"{len(evidence.faults)} faults: " + ", ".join(f"{n} {k}" for k, n in sorted(kinds.items()))
    )
    answers = Counter(entry.kind for each in evidence.journals for entry in each.entries)
    roles = Counter(each.role for each in evidence.journals)
    print(
        f"{roles['program']} programs, {roles['page']} pages, {roles['silent']} silent;"
        f" {evidence.matches} matches, {answers[ACK]} moves acknowledged,"
        f" {answers[REFUSED]} refused\n"
    )
    findings = checker.check(evidence)
    width = max(len(each.promise) for each in findings)
    for each in findings:
        verdict = f"BROKEN {len(each.broken)} times" if each.broken else "held"
        print(f"{each.promise:<{width}}  {each.checked:>7}  {verdict:<16} {each.note}".rstrip())
        for line in each.broken[:SHOWN]:
            print(f"    {line}")
    return 1 if any(each.broken for each in findings) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Vulnerability check, part of `make test`: asks OSV about every locked package.

A known vulnerability in what runs the site fails; one in what only develops it is told. When the
database cannot be reached nothing is known, and this says so and passes: no network, no red.
"""

import json
import sys
import urllib.request
from collections.abc import Mapping, Sequence

from ops.operator_error import run_command
from ops.sbom import Component, components

OSV = "https://api.osv.dev/v1/querybatch"
SECONDS = 8

ACCEPTED: Mapping[str, str] = {}
"""By id: why a vulnerability does not concern us. A reason is needed."""


def main(arguments: Sequence[str]) -> int:
    found = components()
    try:
        known = ask(arguments[0] if arguments else OSV, found)
    except (OSError, ValueError, LookupError, TypeError) as error:
        print(f"Not checked: no vulnerability database can be reached ({type(error).__name__}).")
        return 0
    return report(found, known)


def ask(address: str, found: Sequence[Component]) -> dict[str, list[str]]:
    """By package URL the ids of what is known against it."""
    queries = [{"package": {"purl": component.purl}} for component in found]
    request = urllib.request.Request(
        address, json.dumps({"queries": queries}).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        results = json.load(answer)["results"]
    pairs = zip(found, results, strict=True)
    return {each.purl: [vuln["id"] for vuln in result.get("vulns", ())] for each, result in pairs}


def report(found: Sequence[Component], known: Mapping[str, Sequence[str]]) -> int:
    failed = 0
    for component in found:
        for vulnerability in known[component.purl]:
            if vulnerability in ACCEPTED:
                print(f"{vulnerability} {component.purl}: accepted, {ACCEPTED[vulnerability]}")
                continue
            where = "runs the site" if component.required else "only develops it"
            print(f"{vulnerability} {component.purl}: {where}")
            failed += component.required
    print(f"{len(found)} packages checked, {failed} vulnerabilities in what runs the site.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(run_command(lambda: main(sys.argv[1:])))

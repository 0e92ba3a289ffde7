"""Software bill of materials, `make sbom`: CycloneDX JSON of all that is locked, in var/sbom.json.

It is made from the lock files alone, so it needs no network and is the same for the same locks:
names, versions, who needs whom, and the hashes of every file that may be installed. What runs the
site is required; what only develops it is optional.
"""

import json
import re
import sys
import uuid
from pathlib import Path
from typing import Any, NamedTuple

from ops import ROOT
from ops.operator_error import run_command

TARGET = ROOT / "var" / "sbom.json"
RUNS = ROOT / "requirements" / "run.txt"
DEVELOPS = ROOT / "requirements" / "dev.txt"
SCRIPTS = ROOT / "ops" / "js" / "package-lock.json"

PINNED = re.compile(r"^([\w.-]+)(?:\[[^]]*\])?==([^ ;\\]+)")


class Component(NamedTuple):
    name: str
    version: str
    kind: str
    """Of package, as a package URL writes it."""
    required: bool
    hashes: tuple[tuple[str, str], ...]
    needed_by: tuple[str, ...] = ()

    @property
    def purl(self) -> str:
        name = self.name.replace("@", "%40")
        return f"pkg:{self.kind}/{name}@{self.version}"


def components() -> list[Component]:
    """All that is locked, each once, sorted by its package URL."""
    develops = [*python_packages(DEVELOPS, False), *script_packages(SCRIPTS)]
    found = {each.purl: each for each in [*develops, *python_packages(RUNS, True)]}
    return [found[purl] for purl in sorted(found)]


def python_packages(lock: Path, required: bool) -> list[Component]:
    found: list[Component] = []
    for block in re.split(r"\n(?=[\w])", lock.read_text()):
        pin = PINNED.match(block)
        if pin:
            name = pin[1].lower().replace("_", "-")
            hashes = tuple(("SHA-256", each) for each in re.findall(r"sha256:(\w+)", block))
            notes = " ".join(re.findall(r"#(.*)", block)).replace("via", " ").split()
            needed_by = tuple(note for note in notes if "/" not in note and note != "-r")
            found.append(Component(name, pin[2], "pypi", required, hashes, needed_by))
    return found


def script_packages(lock: Path) -> list[Component]:
    packages = json.loads(lock.read_text())["packages"]
    return [
        Component(path.removeprefix("node_modules/"), each["version"], "npm", False, ())
        for path, each in packages.items()
        if path
    ]


def bill(found: list[Component]) -> dict[str, Any]:
    """The document, as CycloneDX 1.6 has it."""
    needs: dict[str, list[str]] = {component.purl: [] for component in found}
    for component in found:
        for other in found:
            if other.kind == component.kind and other.name in component.needed_by:
                needs[other.purl].append(component.purl)
    body = {
        "metadata": {"component": {"type": "application", "name": "courtyard"}},
        "components": [
            {
                "type": "library",
                "bom-ref": component.purl,
                "name": component.name,
                "version": component.version,
                "purl": component.purl,
                "scope": "required" if component.required else "optional",
                "hashes": [{"alg": alg, "content": text} for alg, text in component.hashes],
            }
            for component in found
        ],
        "dependencies": [{"ref": ref, "dependsOn": sorted(on)} for ref, on in needs.items()],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(body, sort_keys=True))
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
    return head | {"serialNumber": f"urn:uuid:{serial}"} | body


def main() -> int:
    found = components()
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(bill(found), indent=1) + "\n")
    required = sum(component.required for component in found)
    print(f"{TARGET.relative_to(ROOT)}: {len(found)} packages, {required} of them run the site.")
    return 0


if __name__ == "__main__":
    sys.exit(run_command(main))

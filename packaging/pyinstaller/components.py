"""Names everything in the frozen folder: licenses in full, and a bill of materials in CycloneDX.

Fails when a file comes from a package that `requirements/run.txt` does not lock, or when a license is not in
the list of those that are allowed. Runs in the environment that was frozen.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import sysconfig
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parent.parent.parent
LICENSES: Final = Path(__file__).parent / "licenses"

ALLOWED: Final = frozenset(
    {
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "GPL-2.0-or-later WITH Bootloader-exception",
        "ISC",
        "LGPL-3.0-only",
        "LicenseRef-Public-Domain",
        "MIT",
        "MIT-0",
        "MPL-2.0",
        "OFL-1.1",
        "PSF-2.0",
        "Unicode-3.0",
        "Unicode-DFS-2016",
        "Zlib",
    }
)
# What older metadata and our own table write, as SPDX writes it.
_SPDX: Final = {
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "SIL OFL 1.1": "OFL-1.1",
    "ISC, some MIT": "ISC AND MIT",
    "public domain": "LicenseRef-Public-Domain",
}
# Their metadata speak of more than what is in the folder: the loader, and its hooks.
_TOOLS: Final = {
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "pyinstaller-hooks-contrib": "Apache-2.0",
}
# In bills of materials that give no license.
_UNDECLARED: Final = {"openssl": "Apache-2.0"}
_LGPL: Final = ("LGPL-3.0.txt", "GPL-3.0.txt")
_ROW: Final = re.compile(
    r"\| `[^`]+` \| \[(?P<name>[^]]+)\]\([^)]+\).* \| (?P<version>\S+) "
    r"\| (?P<license>[^`]+?)(?:, `(?P<text>[^`]+)`)? \|"
)


@dataclass(frozen=True)
class Component:
    """A part of the folder that others made."""

    name: str
    version: str
    license: str
    texts: tuple[str, ...] = field(repr=False)
    purl: str = ""


def main() -> int:
    """Writes LICENSES.txt into the folder and the bill of materials beside it.

    Arguments: the file that lists the sources of what was frozen, the folder, the bill of materials.
    """
    sources, folder, bill = map(Path, sys.argv[1:])
    components = sorted(
        [*_packages(sources.read_text(encoding="utf-8").split("\n")), *_libraries(), *resources()],
        key=lambda component: component.name.lower(),
    )
    wrong = [f"{one.name}: {one.license}" for one in components if not is_allowed(one.license)]
    if wrong:
        print("License not allowed:", *wrong, sep="\n  ", file=sys.stderr)
        return 1
    (folder / "LICENSES.txt").write_text(_license_texts(components), encoding="utf-8")
    bill.write_text(json.dumps(_bill_of_materials(components), indent=2) + "\n", encoding="utf-8")
    return 0


def is_allowed(expression: str) -> bool:
    """Returns whether an SPDX expression, choices that must all be made, can be met with what is allowed."""
    return all(
        any(choice.strip("() ") in ALLOWED for choice in part.split(" OR "))
        for part in expression.split(" AND ")
    )


def resources() -> Iterator[Component]:
    """Yields what `resources/README.md` lists: fonts, icons, flags, the map."""
    for row in _ROW.finditer((ROOT / "resources" / "README.md").read_text(encoding="utf-8")):
        texts = ((ROOT / "resources" / row["text"]).read_text(encoding="utf-8"),) if row["text"] else ()
        yield Component(row["name"], row["version"], _spdx(row["license"]), texts)


def _packages(sources: list[str]) -> Iterator[Component]:
    """Yields the distributions that any of the frozen files belongs to."""
    site = Path(sysconfig.get_path("purelib"))
    owners = {
        os.path.normpath(site / file): _normal(one.name)
        for one in distributions(path=[str(site)])
        for file in one.files or ()
    }
    frozen = {path for path in sources if Path(path).is_relative_to(site)}
    locked = set(
        re.findall(
            r"(?m)^([A-Za-z0-9._-]+)==", (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
        )
    )
    names = {owners[path] for path in frozen if path in owners} - {"tollhouse"}
    strange = sorted(names - {_normal(name) for name in locked} - _TOOLS.keys())
    strange += sorted(path for path in frozen if path not in owners)
    if strange:
        sys.exit("Frozen, but not locked in requirements/run.txt: " + ", ".join(strange))
    for name in names:
        yield _package(distribution(name))
        yield from _linked_into(distribution(name))


def _package(found: Distribution) -> Component:
    name = _normal(found.name)
    texts = tuple(
        file.read_text(encoding="utf-8")
        for file in sorted(found.files or ())
        if re.search(r"\.dist-info/(licenses/.*|[^/]*(LICEN[CS]E|COPYING|NOTICE)[^/]*)$", str(file))
    )
    expression = _TOOLS.get(name) or declared_license(found)
    if "LGPL" in expression:
        texts = tuple((LICENSES / file).read_text(encoding="utf-8") for file in ("replace-qt.txt", *_LGPL))
    return Component(found.name, found.version, expression, texts, f"pkg:pypi/{name}@{found.version}")


def _linked_into(found: Distribution) -> Iterator[Component]:
    """Yields what a distribution's own bills of materials name, such as OpenSSL in cryptography."""
    for file in found.files or ():
        if "/sboms/" not in str(file):
            continue
        for one in json.loads(file.read_text(encoding="utf-8")).get("components", ()):
            expressions = [
                each.get("expression") or each["license"].get("id") or each["license"]["name"]
                for each in one.get("licenses") or ()
            ]
            name = f"{one['name']} (in {found.name})"
            expression = " AND ".join(expressions).replace("/", " OR ") or _UNDECLARED.get(one["name"], "")
            yield Component(name, one["version"], expression, (), one.get("purl", ""))


def declared_license(found: Distribution) -> str:
    """Returns the license that a distribution's metadata declare, as an SPDX expression."""
    metadata = found.metadata
    for name in ("License-Expression", "License"):
        if name in metadata:
            return _spdx(metadata[name])
    classifiers = (one for one in metadata.get_all("Classifier") or () if "License ::" in one)
    return " AND ".join(_spdx(one.rpartition(" :: ")[2]) for one in classifiers)


def _libraries() -> Iterator[Component]:
    """Yields what comes inside others: the interpreter, Qt, and what their wheels link to."""
    terms = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    debian = Path(f"/usr/share/doc/python{sys.version_info.major}.{sys.version_info.minor}/copyright")
    text = (terms if terms.is_file() else debian).read_text(encoding="utf-8")
    yield Component("Python", platform.python_version(), "PSF-2.0", (text,))
    qt = distribution("PySide6-Essentials").version
    yield Component("Qt", qt, "LGPL-3.0-only", ("See PySide6_Essentials.",))
    yield Component(
        "ICU", "73.2", "Unicode-3.0", ((LICENSES / "Unicode-3.0.txt").read_text(encoding="utf-8"),)
    )


def _license_texts(components: list[Component]) -> str:
    """Returns all licenses; a text that several components share is written once."""
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    parts = [f"Tollhouse\n\n{own}"]
    written: dict[str, str] = {}
    for one in components:
        lines = [f"{one.name} {one.version}\nLicense: {one.license}"]
        for text in one.texts:
            if text in written:
                lines.append(f"The text is the one at {written[text]}.")
            else:
                written[text] = one.name
                lines.append(text.strip("\n"))
        parts.append("\n\n".join(lines) + "\n")
    return f"\n{'-' * 100}\n\n".join(parts)


def _bill_of_materials(components: list[Component]) -> dict[str, object]:
    """Returns CycloneDX 1.6 with the time of the source, so that the same source gives the same bytes."""
    moment = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    version = distribution("tollhouse").version
    found = [
        {"type": "library", "bom-ref": f"{one.name}@{one.version}", "name": one.name, "version": one.version}
        | {"licenses": [{"expression": one.license}]}
        | ({"purl": one.purl} if one.purl else {})
        for one in components
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(found))}",
        "version": 1,
        "metadata": {
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": "tollhouse",
                "name": "tollhouse",
                "version": version,
            },
        },
        "components": found,
        "dependencies": [{"ref": "tollhouse", "dependsOn": [one["bom-ref"] for one in found]}],
    }


def _spdx(text: str) -> str:
    return _SPDX.get(text, text)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    sys.exit(main())

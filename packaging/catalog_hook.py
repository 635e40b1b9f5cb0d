"""Compiles the translators' catalogs: into the wheel, or for a checkout beside their texts."""

import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_NO_TIME = datetime(1980, 1, 1, tzinfo=UTC)


class CatalogHook(BuildHookInterface[BuilderConfig]):
    """Puts the compiled catalogs where an installed app looks for them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles before a build; an editable one finds the catalogs in the checkout."""
        source = Path(self.root, "resources", "locale")
        if version == "editable":
            compile_catalogs(source, source)
            return
        self._target = Path(mkdtemp(prefix="tollhouse-catalogs-"))
        for path in compile_catalogs(source, self._target):
            inside = path.relative_to(self._target).as_posix()
            build_data["force_include"][str(path)] = f"ui/resources/locale/{inside}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Removes what was compiled for one build."""
        if version != "editable":
            shutil.rmtree(self._target)


def compile_catalogs(source: Path, target: Path) -> list[Path]:
    """Compiles every catalog that has any translation; returns the files."""
    compiled = []
    for path in sorted(source.glob("*/LC_MESSAGES/*.po")):
        with path.open("rb") as file:
            catalog = read_po(file)
        # Babel writes the present time: each build would be another.
        catalog.creation_date = _NO_TIME
        binary = target / path.relative_to(source).with_suffix(".mo")
        if not any(message.id and message.string and any(message.string) for message in catalog):
            binary.unlink(missing_ok=True)
            continue
        binary.parent.mkdir(parents=True, exist_ok=True)
        with binary.open("wb") as file:
            write_mo(file, catalog)
        compiled.append(binary)
    return compiled


if __name__ == "__main__":
    compile_catalogs(Path(sys.argv[1]), Path(sys.argv[1]))

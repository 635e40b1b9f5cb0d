"""Reads the settings that the first paint needs, with Qt alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths

from app.storage.settings import SettingsFile

if TYPE_CHECKING:
    from app.storage.settings import Settings


def first_settings() -> Settings:
    """Returns the settings as far as they can be read; those of a first start where they can't."""
    # The same folder as `app.storage.paths.find_paths`, whose library is too heavy before the first paint.
    home = os.environ.get("TOLLHOUSE_HOME", "")
    generic = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    data = Path(home, "data") if home else Path(generic, "tollhouse")
    return SettingsFile(data / "settings.json").peek()

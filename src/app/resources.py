"""Locates the app's data files: icons, flags, fonts, map, translations."""

from pathlib import Path
from typing import Final

_INSTALLED: Final = Path(__file__).parent.parent / "ui" / "resources"
_FOLDER: Final = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parent.parent.parent / "resources"


def resource_path(*parts: str) -> Path:
    """Returns the path of a file of `resources/`, in an installed app or in a checkout."""
    return _FOLDER.joinpath(*parts)

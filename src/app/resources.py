"""Locates the app's data files: icons, flags, fonts, map, translations."""

from pathlib import Path

_INSTALLED = Path(__file__).parent.parent / "ui" / "resources"
_CHECKOUT = Path(__file__).parent.parent.parent / "resources"


def resource_path(*parts: str) -> Path:
    """Returns the path of a file of `resources/`, in an installed app or in a checkout."""
    folder = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
    return folder.joinpath(*parts)

"""Countries as people see them: names and flags by ISO 3166-1 alpha-2 code."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from babel import Locale

from app.present.locales import language_code
from app.resources import resource_path
from app.texts import _

if TYPE_CHECKING:
    from pathlib import Path

_CODE = re.compile(r"[A-Z]{2}")


@cache
def _names(language: str) -> dict[str, str]:
    return dict(Locale.parse(language).territories)


def country_name(code: str) -> str:
    """Returns a country's name; an unknown code stands for itself, none for all others."""
    if not code:
        return _("Others")
    return _names(language_code()).get(code, code) if _CODE.fullmatch(code) else code


def flag_path(code: str) -> Path | None:
    """Returns the file of a country's flag (4:3, SVG), if there is one."""
    if not _CODE.fullmatch(code):
        return None
    path = resource_path("flags", f"{code.lower()}.svg")
    return path if path.is_file() else None

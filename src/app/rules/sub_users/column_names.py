"""The titles of the columns of a file of sub-users, as the app itself has them in each of its languages."""

from __future__ import annotations

import re
from typing import Final

from app.rules.words import fold

_TITLES: Final = {
    "label": "Label, Name, Bezeichnung, Etiqueta, Nombre, Libellé, Nom, Метка, Название, 标签, 名称",
    "password": "Password, Pass, Passwort, Contraseña, Mot de passe, Пароль, 密码",  # codespell:ignore mot
    "cap": "Cap, Traffic cap, Datenlimit, Límite de tráfico, Лимит трафика, 流量上限, "
    "Plafond de trafic",  # codespell:ignore trafic
    "cap_bytes": "trafficLimitBytes",
}
_NO_CAP: Final = "None, No cap, Kein Limit, Sin límite, Sans plafond, Без лимита, 不设上限"

_BLANKS_OR_BRACKETS: Final = re.compile(r"[\s()\[\]]+")
_UNIT: Final = re.compile(r" (?:(?:in|en|в) )?(?:gb|go|гб)$")  # noqa: RUF001 (Russian)


def column_of(title: str) -> str:
    """Returns what a column holds: `label`, `password`, `cap` (in GB), `cap_bytes`; empty if unknown."""
    words = _BLANKS_OR_BRACKETS.sub(" ", fold(title)).strip()
    column = _COLUMNS.get(words, "")
    return column or ("cap" if _COLUMNS.get(_UNIT.sub("", words)) == "cap" else "")


def is_no_cap(text: str) -> bool:
    return fold(text) in _NO_CAPS


_COLUMNS: Final = {fold(title): column for column, titles in _TITLES.items() for title in titles.split(", ")}
_NO_CAPS: Final = frozenset({"", *map(fold, _NO_CAP.split(", "))})

"""The declaration of a table's column: title, width, texts, sort key and cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject
    from PySide6.QtGui import QColor, QIcon
    from PySide6.QtWidgets import QStyledItemDelegate

Record = TypeVar("Record")
Row = TypeVar("Row")

ModelIndex = QModelIndex | QPersistentModelIndex

KeyRole: Final = int(Qt.ItemDataRole.UserRole) + 1
"""Identifies a row: a str that stays the same over refreshes."""
RowRole: Final = KeyRole + 1
"""The presented row, for cells that paint more than a text."""

STRETCH: Final = 0
"""The width of a column that takes what the others leave."""
CONTENTS: Final = -1
"""The width of a column that is as wide as its contents."""


def _empty(_row: object) -> str:
    return ""


@dataclass(frozen=True, kw_only=True)  # no slots: `Column[A, B](…)` fails with them (Python 3.11)
class Column(Generic[Record, Row]):
    """A column.

    Attributes:
        key: Identifies the column, also in a saved layout.
        title: Returns the title; empty for a column of controls.
        spoken_title: Returns the accessible title where it differs.
        text: Returns a cell's text, untrusted.
        spoken: Returns a cell's accessible text where it differs; never a secret.
        tooltip: Returns a cell's tooltip where it differs from the text.
        is_checked: Returns whether a cell's switch is on, in a column of switches.
        sort_key: Returns what a record sorts by; None where the column does not sort.
        is_number: Whether cells are aligned to the end, and the largest comes first when sorted.
        width: In pixels at a text scale of 1, `STRETCH` or `CONTENTS`.
        min_width: The width in a narrow table, 0 to hide the column; for `STRETCH` the width to leave it.
        shrink_order: The order in which columns shrink to `min_width` in a narrow table; 0 for never.
        is_fixed: Whether users can't resize the column, even in a table of resizable columns.
        icon: Returns the icon before a cell's text, for the view's own delegate.
        color: Returns the color of a cell's text, None for the usual one, for the view's own delegate.
        cell: Makes the delegate, with the view as parent; None for the view's own.
    """

    key: str
    title: Callable[[], str]
    spoken_title: Callable[[], str] | None = None
    text: Callable[[Row], str] = _empty
    spoken: Callable[[Row], str] | None = None
    tooltip: Callable[[Row], str] | None = None
    is_checked: Callable[[Row], bool] | None = None
    sort_key: Callable[[Record], Any] | None = None
    is_number: bool = False
    width: int = STRETCH
    min_width: int = 0
    shrink_order: int = 0
    is_fixed: bool = False
    icon: Callable[[Row], QIcon | None] | None = None
    color: Callable[[Row], QColor | None] | None = None
    cell: Callable[[QObject], QStyledItemDelegate] | None = None

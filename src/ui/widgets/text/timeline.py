"""A list of events with their times, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence


class Timeline(QWidget):
    """Rows of a time and what happened then, changed in place."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[Label, Label]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(36)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)

    def show_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Shows rows; all texts are made plain."""
        while len(self._rows) < len(rows):
            self._add_row()
        for index, labels in enumerate(self._rows):
            is_used = index < len(rows)
            for label, text in zip(labels, rows[index] if is_used else ("", ""), strict=True):
                label.setText(text)
                label.setVisible(is_used)

    def shown_rows(self) -> list[tuple[str, str]]:
        """Returns the rows that are shown."""
        return [(a.shown_text(), b.shown_text()) for a, b in self._rows if not a.isHidden()]

    def _add_row(self) -> None:
        first = Label(role="secondary", parent=self)
        second = Label(role="secondary", limit=300, wrap=True, parent=self)
        second.set_tone("text")
        row = len(self._rows)
        self._grid.addWidget(first, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(second, row, 1, Qt.AlignmentFlag.AlignTop)
        self._rows.append((first, second))

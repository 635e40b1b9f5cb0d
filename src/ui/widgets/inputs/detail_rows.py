"""Details of a value: labeled rows, and a timeline."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSpacerItem, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.inputs.copy_field import CopyField
from ui.widgets.keyboard_focus import tab_stops
from ui.widgets.layout.boxes import column, fill, framed, row
from ui.widgets.layout.cards import Card
from ui.widgets.layout.opener import OPENER_INSET, Opener, title_indent
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class DetailRows(Card):
    """Rows of a name and a value with a copy button, below a header that expands them.

    Args:
        action: A button at the end of the header.
        below: Makes what is shown under the rows, when they are expanded first.
    """

    expanded = Signal(bool)

    def __init__(
        self,
        title: str,
        summary: str = "",
        *,
        copy: Callable[[str], None],
        action: QWidget | None = None,
        below: Callable[[], QWidget] | None = None,
    ) -> None:
        super().__init__()
        self.body.setContentsMargins(20 - OPENER_INSET, 6, 20 - OPENER_INSET, 6)
        self.body.setSpacing(8)
        self._copy = copy
        self._action = action
        self._make_below = below
        self._below: QWidget | None = None
        self._shown: Sequence[tuple[str, str]] = ()
        self._rows: list[tuple[Label, CopyField]] = []
        self._opener = Opener(title)
        self._opener.show_summary(summary, is_beside=action is not None)
        self._opener.toggled.connect(self._on_toggled)
        head = row((self._opener, 1), *([action] if action is not None else []), spacing=8)
        self._table = QWidget()
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 0, 0, 10)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._indent = QSpacerItem(0, 0)
        self._content = column(self._table, spacing=4, margins=(0, 0, 0, 4))
        self._expanded = framed(row(self._indent, (self._content, 1), spacing=0))
        self._expanded.hide()
        fill(self.body, head, self._expanded)
        theme.follow(self._fit)

    def show_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """The texts are sanitized, and copied byte for byte."""
        self._shown = rows
        if self._opener.isChecked():
            self._fill()
            self._order()

    def set_expanded(self, expanded: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        """Expands or collapses."""
        self._opener.setChecked(expanded)

    def is_expanded(self) -> bool:
        return self._opener.isChecked()

    def _on_toggled(self, is_open: bool) -> None:  # noqa: FBT001 (a signal's slot)
        if is_open:
            self._fill()
            if self._make_below is not None and self._below is None:
                self._below = self._make_below()
                self._content.addWidget(self._below)
            self._order()
        self._expanded.setVisible(is_open)
        self.expanded.emit(is_open)

    def _fill(self) -> None:
        """Updates the rows; a row of the same name keeps its field and the focus."""
        for index, (name, value) in enumerate(self._shown):
            if index == len(self._rows) or self._rows[index][0].shown_text() != name:
                self._put_row(index, name)
            label, field = self._rows[index]
            field.show_value(value)
            label.show()
            field.show()
        for label, field in self._rows[len(self._shown) :]:
            label.hide()
            field.hide()

    def _order(self) -> None:
        """Puts the rows in visual order behind the title in the tab order; Qt appends what is added late."""
        parts = (self._opener, self._action, *(field for _label, field in self._rows), self._below)
        stops = [stop for part in parts if part is not None for stop in tab_stops(part)]
        for first, second in pairwise(stops):
            QWidget.setTabOrder(first, second)

    def _put_row(self, index: int, name: str) -> None:
        for old in self._rows[index : index + 1]:
            for widget in old:
                widget.hide()
                widget.deleteLater()
        label = Label(name, "secondary")
        field = CopyField(name, _("Copy {name}").format(name=name), self._copy, size="small")
        self._grid.addWidget(label, index, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(field, index, 1)
        self._rows[index : index + 1] = [(label, field)]
        self._fit_label(label)

    def _fit(self) -> None:
        """Aligns the rows with the title."""
        self._indent.changeSize(title_indent(), 0)
        for label, _field in self._rows:
            self._fit_label(label)
        self.body.invalidate()

    def _fit_label(self, label: Label) -> None:
        """Aligns the name with the first line of its value."""
        label.setMinimumHeight(theme.scaled(16) + 8)


class Timeline(QWidget):
    """Rows of a time and an event."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[Label, Label]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(36)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)

    def show_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        while len(self._rows) < len(rows):
            self._add_row()
        for index, labels in enumerate(self._rows):
            is_used = index < len(rows)
            for label, text in zip(labels, rows[index] if is_used else ("", ""), strict=True):
                label.setText(text)
                label.setVisible(is_used)

    def _add_row(self) -> None:
        first = Label(role="secondary", parent=self)
        second = Label(role="secondary", limit=300, wrap=True, tone="text", parent=self)
        row = len(self._rows)
        self._grid.addWidget(first, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(second, row, 1, Qt.AlignmentFlag.AlignTop)
        self._rows.append((first, second))

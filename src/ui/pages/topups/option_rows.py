"""Options of a plan: keys and values, as many rows as are needed."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from app.rules.topups.purchases import MAX_TEXT
from ui.widgets.buttons.buttons import IconButton, LinkButton
from ui.widgets.inputs.line_edit import LineEdit

_MAX = 20


class _Row(QWidget):
    """One option."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.key = LineEdit(_("key"))
        self.value = LineEdit(_("value"))
        for edit, name in ((self.key, _("Option {n}, key")), (self.value, _("Option {n}, value"))):
            edit.setAccessibleName(name.format(n=number))
            edit.setMaxLength(MAX_TEXT)
        self.remove = IconButton("x", _("Remove option {n}").format(n=number))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.key, 1)
        row.addWidget(self.value, 1)
        row.addWidget(self.remove)


class OptionRows(QWidget):
    """Begins with one empty row; empty rows mean nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._made = 0
        self._rows: list[_Row] = []
        self.add = LinkButton(_("Add an option"), "plus")
        self.add.clicked.connect(self._on_add_clicked)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.add)
        self._add_row()

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Returns keys and values as they were typed."""
        return tuple((row.key.text(), row.value.text()) for row in self._rows)

    def focus_first(self) -> None:
        """Puts the cursor into the first key."""
        self._rows[0].key.setFocus()

    def _add_row(self) -> _Row:
        self._made += 1
        row = _Row(self._made)
        row.remove.clicked.connect(lambda: self._remove(row))
        self._column.insertWidget(len(self._rows), row)
        self._rows.append(row)
        self.add.setEnabled(len(self._rows) < _MAX)
        return row

    def _remove(self, row: _Row) -> None:
        if len(self._rows) == 1:
            row.key.clear()
            row.value.clear()
            return
        self._rows.remove(row)
        row.hide()
        row.deleteLater()
        self.add.setEnabled(True)
        self.focus_first()

    def _on_add_clicked(self) -> None:
        self._add_row().key.setFocus()

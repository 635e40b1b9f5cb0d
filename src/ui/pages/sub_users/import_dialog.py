"""What an import would do, row by row, before anything is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView

from app.i18n.texts import _
from ui.theme import theme
from ui.theme.icons import icon
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.tables.data_tables import Column, DataTable, TextTableModel
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from ui.pages.sub_users.bulk_view import ImportRowView, ImportView

    type_index = QModelIndex | QPersistentModelIndex

_WIDTH = 900
_HEIGHT = 320
_LABEL, _NOTE = 1, 4
_ROLES = Qt.ItemDataRole


class ImportTableModel(TextTableModel):
    """The rows of a file; those that are left out have an icon, a text and a color."""

    def __init__(self, rows: Sequence[ImportRowView]) -> None:
        titles = (_("Line"), _("Label"), _("Password"), _("Traffic cap"), _("Note"))
        super().__init__([Column(title) for title in titles])
        self._views = rows
        self.show_rows([(row.number, row.label, row.password, row.cap, _note(row)) for row in rows])

    def view_at(self, row: int) -> ImportRowView:
        """Returns a row as it is shown."""
        return self._views[row]

    def data(self, index: type_index, role: int = _ROLES.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        """Returns a cell's text, icon or color; the first cell has the accessible text of the whole row."""
        view = self._views[index.row()]
        if role == _ROLES.AccessibleTextRole and index.column() == 0:
            return plain(view.spoken, 400)
        if role == _ROLES.DecorationRole and index.column() == _NOTE and view.notes:
            sign = ("triangle-alert", "warning") if view.ok else ("circle-x", "danger")
            return icon(*sign)
        if role == _ROLES.ForegroundRole and not view.ok:
            return theme.color("danger" if index.column() == _NOTE else "muted")
        return super().data(index, role)


class ImportDialog(SheetDialog):
    """The preview.

    Signals:
        confirmed(): The good rows are to be added.
    """

    confirmed = Signal()

    def __init__(self, name: str, view: ImportView, parent: QWidget | None = None) -> None:
        """Makes the preview.

        Args:
            name: The file's name.
        """
        super().__init__(_("Import sub-users"), parent, width=_WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.summary = Label(view.summary, "strong", wrap=True)
        self.table = DataTable(_("Rows of the file"))
        # Problems come first: they must not be hidden below valid rows.
        rows = sorted(view.rows, key=lambda row: (row.ok, not row.notes))
        self.model = ImportTableModel(rows)
        self.table.setModel(self.model)
        # With a large text not all columns fit.
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.note = Label("", "secondary", wrap=True, limit=600)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.cancel = Button(_("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.confirm = PrimaryButton(_("Import"), "upload")
        self.confirm.setEnabled(view.can_import)
        self.confirm.clicked.connect(self._on_confirm_clicked)
        self.body.addWidget(Label(_("From {name}").format(name=name), "secondary", elide="middle"))
        self.body.addWidget(self.summary)
        self.body.addWidget(self.table)
        self.body.addWidget(self.note)
        self.aside.addWidget(Label(_("Nothing has been sent yet."), "secondary"))
        self.footer.addStretch(1)
        self.footer.addWidget(self.cancel)
        self.footer.addWidget(self.confirm)
        theme.follow(self._fit_table)

    def _fit_table(self) -> None:
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_LABEL, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(_NOTE, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(_LABEL, theme.scaled(170))
        rows = (self.model.rowCount() + 1) * self.table.row_height() + 20
        self.table.setFixedHeight(min(theme.scaled(_HEIGHT), rows))

    def _on_current_changed(self, current: QModelIndex) -> None:
        """Shows a note in full that may be elided in the table."""
        view = self.model.view_at(current.row())
        words = _("{line}: {notes}").format(line=view.number, notes=_note(view)) if view.notes else ""
        self.note.setText(words)

    def _on_confirm_clicked(self) -> None:
        self.accept()
        self.confirmed.emit()


def _note(row: ImportRowView) -> str:
    return " ".join(row.notes)

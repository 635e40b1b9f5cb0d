"""The dialogs of the page: set a cap, export, and preview an import."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, Qt, Signal

from app.errors import InvalidInputError
from app.i18n.locales import decimal_sign
from app.i18n.texts import _, ngettext, sentences
from app.i18n.units import number
from app.models.sub_users import BulkChange
from app.present.sub_users import allowance_example
from app.rules.sub_users.changes import parse_cap
from ui.pages.sub_users.form import CapField
from ui.theme import theme
from ui.theme.icons import icon
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.inputs.check_box import CheckBox
from ui.widgets.inputs.chips import Segments
from ui.widgets.layout.boxes import fill
from ui.widgets.layout.cards import Callout
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import CONTENTS, Column
from ui.widgets.tables.table_view import TableView
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QColor, QIcon
    from PySide6.QtWidgets import QWidget

    from app.models.sub_users import SubUser
    from app.present.bulk_runs import ImportRowView, ImportView


CSV: Final = "csv"
JSON: Final = "json"
_MARKED, _ALL = "marked", "all"
_IN_TOTAL, _ON_TOP = "total", "on top"
_WIDTH = 900
_HEIGHT = 320


class CapDialog(SheetDialog):
    """Asks for the traffic cap of the selected sub-users; `entered` has the `BulkChange`."""

    entered = Signal(object)

    def __init__(self, sub_users: Sequence[SubUser], parent: QWidget | None = None) -> None:
        super().__init__(_("Set cap"), parent, width=460)
        self._first = sub_users[0]
        count = len(sub_users)
        text = ngettext("For {n} sub-user, from now on.", "For {n} sub-users, each from now on.", count)
        self.basis = Segments(
            _("Set cap"), [(_IN_TOTAL, _("In total")), (_ON_TOP, _("On top of what is used"))]
        )
        self.basis.chosen.connect(self._show_basis)
        self.cap = CapField()
        self.cap.no_cap.setChecked(False)
        self.cap.amount.textChanged.connect(self._show_example)
        self._example = Label("", "secondary", wrap=True)
        self.cancel = self.cancel_button()
        self.confirm = PrimaryButton(_("Set cap"), "gauge")
        self.confirm.setDefault(True)
        self.confirm.clicked.connect(self._on_confirm_clicked)
        label = Label(text.format(n=number(count)), "secondary", wrap=True)
        fill(self.body, label, (self.basis, Qt.AlignmentFlag.AlignLeft), self.cap, self._example)
        fill(self.footer, None, self.cancel, self.confirm)
        self.cap.amount.setFocus()

    def show_present(self, first: SubUser) -> None:
        """Shows the example with what the first of them has used by now."""
        self._first = first
        self._show_example()

    def _on_confirm_clicked(self) -> None:
        try:
            traffic_cap_bytes = self.cap.traffic_cap_bytes()
        except InvalidInputError:
            return
        self.entered.emit(BulkChange("cap", traffic_cap_bytes, is_allowance=self._is_allowance()))
        self.accept()

    def _is_allowance(self) -> bool:
        return self.basis.selected() == _ON_TOP

    def _show_basis(self) -> None:
        """An allowance is a number: 'No cap' is out of the question."""
        if self._is_allowance():
            self.cap.no_cap.setChecked(False)
        self.cap.no_cap.setVisible(not self._is_allowance())
        self._show_example()
        self.cap.amount.setFocus()

    def _show_example(self) -> None:
        example = ""
        if self._is_allowance():
            with suppress(InvalidInputError):
                example = allowance_example(self._first, parse_cap(self.cap.amount.text(), decimal_sign()))
        self._example.show_text(example)


class ExportDialog(SheetDialog):
    """`confirmed` has `csv` or `json`, whether with passwords, and whether all sub-users."""

    confirmed = Signal(str, bool, bool)

    def __init__(self, count: int, marked: int, parent: QWidget | None = None) -> None:
        """Without selected sub-users all are exported."""
        super().__init__(_("Export sub-users"), parent, width=440)
        self.whom = Segments(
            _("Sub-users"),
            [
                (_MARKED, ngettext("{n} selected", "{n} selected", marked).format(n=number(marked))),
                (_ALL, _("All {n}").format(n=number(count))),
            ],
        )
        text = ngettext(
            "{n} sub-user of this subscription.", "All {n} sub-users of this subscription.", count
        )
        self._words = Label(text.format(n=number(count)), "secondary", wrap=True)
        self.whom.setVisible(marked > 0)
        self._words.setVisible(not marked)
        self.form = Segments(_("Format"), [(CSV, "CSV"), (JSON, "JSON")])
        self.passwords = CheckBox(_("Include passwords"))
        self._warning = Callout("warning", _("Anyone with this file can use the traffic of these sub-users."))
        self._warning.hide()
        self.passwords.toggled.connect(self._warning.setVisible)
        self.cancel = self.cancel_button()
        self.save = PrimaryButton(_("Save to file"), "download")
        self.save.setDefault(True)
        self.save.clicked.connect(self._on_save_clicked)
        left = Qt.AlignmentFlag.AlignLeft
        fill(self.body, self._words, (self.whom, left), (self.form, left), self.passwords, self._warning)
        fill(self.footer, None, self.cancel, self.save)

    def _on_save_clicked(self) -> None:
        is_all = self.whom.isHidden() or self.whom.selected() == _ALL
        form, passwords = self.form.selected(), self.passwords.isChecked()
        self.accept()
        self.confirmed.emit(form, passwords, is_all)


def _note(row: ImportRowView) -> str:
    return sentences(row.notes)


def _note_icon(row: ImportRowView) -> QIcon | None:
    if not row.notes:
        return None
    return icon("triangle-alert", "warning") if row.ok else icon("circle-x", "danger")


def _muted(row: ImportRowView) -> QColor | None:
    return None if row.ok else theme.color("muted")


_IMPORT_COLUMNS: Final[tuple[Column[ImportRowView, ImportRowView], ...]] = (
    Column(
        key="line",
        title=lambda: _("Line"),
        text=lambda row: row.number,
        accessible_text=lambda row: row.accessible_text,
        width=CONTENTS,
        color=_muted,
    ),
    Column(key="label", title=lambda: _("Label"), text=lambda row: row.label, width=170, color=_muted),
    Column(
        key="password",
        title=lambda: _("Password"),
        text=lambda row: row.password,
        width=CONTENTS,
        color=_muted,
    ),
    Column(key="cap", title=lambda: _("Traffic cap"), text=lambda row: row.cap, width=CONTENTS, color=_muted),
    Column(
        key="note",
        title=lambda: _("Note"),
        text=_note,
        icon=_note_icon,
        color=lambda row: None if row.ok else theme.color("danger"),
    ),
)


class ImportDialog(SheetDialog):
    """The preview of a file: which rows are added, and what is wrong with the others."""

    def __init__(self, name: str, view: ImportView, parent: QWidget | None = None) -> None:
        super().__init__(_("Import sub-users"), parent, width=_WIDTH)
        self.summary = Label(view.summary, "strong", wrap=True)
        self.table = TableView(_("Rows of the file"))
        self.model = SequenceModel(_IMPORT_COLUMNS, lambda row: row)
        # Problems come first: they must not be hidden below valid rows.
        self.model.show_records(sorted(view.rows, key=lambda row: (row.ok, not row.notes)))
        self.table.show_model(self.model, resizable=True)
        # With a large text not all columns fit.
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.note = Label("", "secondary", wrap=True, limit=600)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.cancel = self.cancel_button()
        self.confirm = PrimaryButton(_("Import"), "upload")
        self.confirm.setEnabled(view.can_import)
        self.confirm.clicked.connect(self.accept)
        source = Label(_("From {name}").format(name=name), "secondary", elide="middle")
        self.ignored = Callout("warning", view.ignored)
        self.ignored.setVisible(bool(view.ignored))
        fill(self.body, source, self.summary, self.ignored, self.table, self.note)
        self.aside.addWidget(Label(_("Nothing has been sent yet."), "secondary"))
        fill(self.footer, None, self.cancel, self.confirm)
        theme.follow(self._fit_table)

    def _fit_table(self) -> None:
        rows = (self.model.rowCount() + 1) * self.table.row_height() + 20
        self.table.setFixedHeight(min(theme.scaled(_HEIGHT), rows))

    def _on_current_changed(self, current: QModelIndex) -> None:
        """Shows a note in full that may be elided in the table."""
        view = self.model.row(current.row())
        text = _("{line}: {notes}").format(line=view.number, notes=_note(view)) if view.notes else ""
        self.note.setText(text)

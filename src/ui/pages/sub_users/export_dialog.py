"""Asks how the sub-users are to be exported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal

from app.i18n.texts import _, ngettext
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.check_box import CheckBox
from ui.widgets.inputs.chips import Segments
from ui.widgets.layout.cards import Notice
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

CSV, JSON = "csv", "json"
_MARKED, _ALL = "marked", "all"


class ExportDialog(SheetDialog):
    """Whom, CSV or JSON, and whether with passwords.

    Signals:
        confirmed(str, bool, bool): `csv` or `json`, whether passwords are to be in it, and whether all
            sub-users are, or those that are selected.
    """

    confirmed = Signal(str, bool, bool)

    def __init__(self, count: int, marked: int, parent: QWidget | None = None) -> None:
        """Makes the dialog.

        Args:
            marked: The number of selected ones; without any, all are exported.
        """
        super().__init__(_("Export sub-users"), parent, width=440)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.whom = Segments(
            _("Sub-users"),
            [
                (_MARKED, ngettext("{n} selected", "{n} selected", marked).format(n=marked)),
                (_ALL, _("All {n}").format(n=count)),
            ],
        )
        self._words = Label(_count_text(count), "secondary", wrap=True)
        self.whom.setVisible(marked > 0)
        self._words.setVisible(not marked)
        self.form = Segments(_("Format"), [(CSV, "CSV"), (JSON, "JSON")])
        self.passwords = CheckBox(_("Include passwords"))
        self._warning = Notice("warning", _("Anyone with this file can use the traffic of these sub-users."))
        self._warning.hide()
        self.passwords.toggled.connect(self._warning.setVisible)
        self.cancel = Button(_("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.save = PrimaryButton(_("Save to file"), "download")
        self.save.clicked.connect(self._on_save_clicked)
        self.body.addWidget(self._words)
        for choice in (self.whom, self.form):
            self.body.addWidget(choice, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.passwords)
        self.body.addWidget(self._warning)
        self.footer.addStretch(1)
        self.footer.addWidget(self.cancel)
        self.footer.addWidget(self.save)

    def _on_save_clicked(self) -> None:
        is_all = self.whom.isHidden() or self.whom.selected() == _ALL
        form, passwords = self.form.selected(), self.passwords.isChecked()
        self.accept()
        self.confirmed.emit(form, passwords, is_all)


def _count_text(count: int) -> str:
    return ngettext(
        "{n} sub-user of this subscription.", "All {n} sub-users of this subscription.", count
    ).format(n=count)

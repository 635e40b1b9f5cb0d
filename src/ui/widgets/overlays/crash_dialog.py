"""The crash dialog, with a report to copy."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.i18n.texts import _
from ui.theme.stylesheet import dress
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label


class CrashDialog(SheetDialog):
    """Explains what happened; the report can be read and selected."""

    def __init__(self, parent: QWidget, *, title: str, text: str, details: str) -> None:
        super().__init__(title, parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        report = QPlainTextEdit(details)
        dress(report, "input")
        report.setReadOnly(True)
        report.setTabChangesFocus(True)
        report.setAccessibleName(_("Report"))
        report.setMinimumHeight(160)
        close = PrimaryButton(_("Continue"))
        close.clicked.connect(self.accept)
        self.body.addWidget(Label(text, wrap=True, limit=600))
        self.body.addWidget(report)
        self.footer.addStretch(1)
        self.footer.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)

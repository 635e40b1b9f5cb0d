"""The QR code large, and to be saved as a picture."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QImageWriter
from PySide6.QtWidgets import QFileDialog, QWidget

from app.texts import _
from ui.widgets.buttons import Button, PrimaryButton
from ui.widgets.dialog import SheetDialog
from ui.widgets.label import Label
from ui.widgets.qr_code import QrCode

_SIDE = 440
_MODULE_PX = 8


class QrDialog(SheetDialog):
    """Shows one payment's code as large as the window allows."""

    def __init__(self, text: str, parent: QWidget) -> None:
        """Makes the dialog.

        Args:
            text: What the code holds; it has passed the gate.
            parent: The window.
        """
        super().__init__(_("Payment QR code"), parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.qr = QrCode(_("Scan with the wallet"))
        self.qr.show_qr(text)
        side = min(_SIDE, parent.height() - 220)
        self.qr.setFixedSize(side, side)
        self._result = Label("", "secondary")
        save = Button(_("Save as PNG"), "download")
        save.clicked.connect(self._on_save_clicked)
        close = PrimaryButton(_("Close"))
        close.clicked.connect(self.accept)
        self.body.addWidget(self.qr, 0, Qt.AlignmentFlag.AlignHCenter)
        self.footer.addWidget(self._result, 1)
        self.footer.addWidget(save)
        self.footer.addWidget(close)

    def _on_save_clicked(self) -> None:
        chooser = QFileDialog(self, _("Save as PNG"), "payment-qr.png", "PNG (*.png)")
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setDefaultSuffix("png")
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(self.save)
        chooser.open()

    def save(self, path: str) -> None:
        """Writes the code as a PNG file and says whether it worked."""
        done = QImageWriter(path, b"png").write(self.qr.to_image(_MODULE_PX))
        self._result.setText(_("Saved.") if done else _("The file could not be written."))

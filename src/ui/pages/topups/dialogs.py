"""The dialogs of the open top-up: its enlarged code, and the question before an unknown site is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap

from app.i18n.texts import _
from app.present.errors import present_error
from ui.link_checks import check_explorer_link
from ui.pages.files import choose_file, png_bytes, write_file
from ui.tasks import Tasks
from ui.theme.theme import scaled
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.charts.qr_code import QrCode
from ui.widgets.layout.boxes import fill
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.errors import AppError
    from ui.links import Links

_MAX_SIDE = 720
_DIALOG_EDGE = 4
_MIN_DIALOG_WIDTH = 440
_MODULE_PX = 8


class QrDialog(SheetDialog):
    """Shows one payment's code as large as the window allows."""

    def __init__(self, text: str, parent: QWidget) -> None:
        """`text` has passed the deposit check."""
        super().__init__(_("Payment QR code"), parent=parent)
        self.qr = QrCode(_("Scan with the wallet"))
        self.qr.show_qr(text)
        self.tasks = Tasks(self, self._show_error)
        self._result = Label("", "secondary")
        save = Button(_("Save as PNG"), "download")
        save.clicked.connect(self._on_save_clicked)
        close = PrimaryButton(_("Close"))
        close.clicked.connect(self.accept)
        fill(self.body, (self.qr, Qt.AlignmentFlag.AlignHCenter))
        fill(self.footer, (self._result, 1), save, close)

    def preferred_size(self, available: QSize) -> QSize:
        """As large as the window allows; the code is a square."""
        margins = self.body.contentsMargins()
        beside = margins.left() + margins.right()
        minimum = min(available.width(), max(scaled(_MIN_DIALOG_WIDTH), self._foot.minimumSize().width()))
        chrome = self._head.sizeHint().height() + self._foot.heightForWidth(minimum) + 2 * _DIALOG_EDGE
        side = max(
            self.qr.sizeHint().width(),
            min(available.width() - beside, available.height() - chrome, scaled(_MAX_SIDE)),
        )
        self.qr.setFixedSize(side, side)
        return QSize(max(minimum, side + beside), side + chrome).boundedTo(available)

    def _on_save_clicked(self) -> None:
        choose_file(self, _("Save as PNG"), "payment-qr.png", self.save)

    def save(self, path: str) -> None:
        """Writes the code as a PNG file and shows the result."""
        self.tasks.start("save", self._save(path))

    async def _save(self, path: str) -> None:
        picture = QPixmap.fromImage(self.qr.to_image(_MODULE_PX))
        await write_file(path, png_bytes(picture))
        self._result.setText(_("Saved."))

    def _show_error(self, error: AppError) -> None:
        self._result.setText(present_error(error).text)


class LinkDialog(SheetDialog):
    """Shows the host, in punycode, so that the user can decide; `accepted` means to open it."""

    def __init__(self, host: str, parent: QWidget) -> None:
        super().__init__(_("Open this site?"), parent=parent)
        text = _("The service links to a site that this app does not know. It opens in your browser:")
        cancel = self.cancel_button()
        proceed = PrimaryButton(_("Open in explorer"), "external-link")
        proceed.clicked.connect(self.accept)
        fill(self.body, Label(text, wrap=True), Label(host, "mono", wrap=True, limit=260))
        fill(self.footer, None, cancel, proceed)


def open_explorer_link(url: str, links: Links, parent: QWidget) -> bool:
    """Opens a link to an explorer, or asks first where the app does not know the site.

    Returns:
        False if it can't be opened safely.
    """
    verdict = check_explorer_link(url)
    if verdict.action != "ask":
        return links.open_explorer(verdict)
    dialog = LinkDialog(verdict.host, parent)
    dialog.accepted.connect(lambda: links.open_explorer(verdict))
    dialog.open()
    return True

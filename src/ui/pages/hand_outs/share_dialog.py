"""The share dialog: the credentials of one user as text, QR code, file or on paper."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QBoxLayout

from app.i18n.texts import _
from app.present.errors import present_error
from app.present.proxy_formats import hint_text
from app.qr_codes import encode, fits_phone
from app.rules.proxy_formats.rendering import Order, group_logins
from app.rules.words import fold
from ui.pages.formats_menu import refusal
from ui.tasks import Tasks
from ui.theme.theme import scaled
from ui.widgets.buttons.buttons import SECRET_SHOWN_MS, Button, CopyFeedback, IconButton, PrimaryButton
from ui.widgets.charts.secret_qr_code import SecretQrCode
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.searchable_combo_box import SearchableComboBox
from ui.widgets.layout.boxes import column, fill, row, set_stacked
from ui.widgets.layout.cards import Callout, Card
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.secret_widget import SecretWidget
from ui.widgets.text.label import Label
from ui.widgets.text.text_preview import TextPreview

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QHideEvent
    from PySide6.QtWidgets import QWidget

    from app.errors import AppError
    from app.rules.proxy_formats.logins import Credentials
    from app.rules.proxy_formats.rendering import Rendered
    from ui.pages.formats_menu import FormatRow


_TOP = Qt.AlignmentFlag.AlignTop


class SecretPreview(Card, SecretWidget):
    """Shows a masked text; the secret is not in the widget until it is revealed.

    Args:
        show_name: The name of the eye: 'Show text'.
        hide_name: Its name while the secret is shown.
    """

    reveal_requested = Signal()

    def __init__(self, name: str, show_name: str, hide_name: str, *, max_lines: int) -> None:
        super().__init__(padding=12)
        self._show_name, self._hide_name = show_name, hide_name
        self._masked = ""
        self.preview = TextPreview(name, max_lines=max_lines)
        self.eye = IconButton("eye", show_name, small=True)
        self.eye.clicked.connect(self._on_eye_clicked)
        self.body.addLayout(row((self.preview, 1), (self.eye, _TOP), spacing=6))
        self.body.addStretch(1)
        self._timer = QTimer(self, singleShot=True, interval=SECRET_SHOWN_MS)
        self._timer.timeout.connect(self.hide_secret)

    def show_masked(self, text: str) -> None:
        """Shows another text with its dots; '' for none."""
        self._masked = text
        self.eye.setEnabled(bool(text))
        self.hide_secret()

    def reveal(self, text: str) -> None:
        """Shows the whole text for 30 seconds."""
        self.preview.show_text(text)
        self._show_eye("eye-off", self._hide_name)
        self._timer.start()

    def hide_secret(self) -> None:
        """Shows the dots again, and forgets the secret."""
        self._timer.stop()
        self.preview.show_text(self._masked)
        self._show_eye("eye", self._show_name)

    def is_masked(self) -> bool:
        return not self._timer.isActive()

    def hideEvent(self, event: QHideEvent) -> None:
        """Hides the secret with its dialog."""
        super().hideEvent(event)
        self.hide_secret()

    def _show_eye(self, icon: str, name: str) -> None:
        self.eye.show_icon(icon)
        self.eye.set_name(name)

    def _on_eye_clicked(self) -> None:
        if self.is_masked():
            self.reveal_requested.emit()
        else:
            self.hide_secret()


_WIDTH: Final = 740
_MIN_REST: Final = 240  # pixels at a text scale of 1: of what is left of the code
_GAP: Final = 28
_LINES: Final = 3


class ShareDialog(SheetDialog, SecretWidget):
    """Shows secrets on request only; the signals have the row of the chosen format.

    Args:
        render: Returns the text of an order (see `Subscriptions.render`).
    """

    copy_requested = Signal(object)
    save_requested = Signal(object)
    print_requested = Signal(object)

    def __init__(
        self,
        credentials: Credentials,
        rows: Sequence[FormatRow],
        render: Callable[[Order], Awaitable[Rendered]],
        parent: QWidget | None = None,
        *,
        is_main_user: bool = False,
    ) -> None:
        super().__init__(_("Share"), parent, width=_WIDTH)
        self._credentials = credentials
        self._rows = rows
        self._render = render
        self.tasks = Tasks(self, self._show_error)
        # What was copied or saved is not stopped when another format is shown.
        self.hand_outs = Tasks(self, self._show_error)
        self._warning = _warning(is_main_user=is_main_user)
        self.format = SearchableComboBox(_("Search formats"), fold)
        self.format.show_items(row.item() for row in rows)
        self.format.currentIndexChanged.connect(self._show_format)
        self._format_field = Field(_("Copy as"), self.format)
        self.text = SecretPreview(_("Text"), _("Show text"), _("Hide text"), max_lines=_LINES)
        self.text.reveal_requested.connect(lambda: self.tasks.start("reveal", self._reveal()))
        self.callout = Callout("warning")
        self.qr = SecretQrCode(_("Credentials QR code"))
        self.qr.show_requested.connect(lambda: self.tasks.start("qr", self._show_qr()))
        self._lay_out()
        self._add_buttons()
        self._show_format()

    def is_masked(self) -> bool:
        return not (self.tasks.is_running("qr") or self.tasks.is_running("reveal"))

    def hide_secret(self) -> None:
        """Shows nothing that was requested and is still being made, such as while a host is resolved."""
        self.tasks.cancel_all()

    def show_copied(self) -> None:
        self._feedback.show_copied()

    def preferred_size(self, available: QSize) -> QSize:
        """Puts the code beside the text, or below it where there is no room."""
        margins = self.body.contentsMargins()
        width = min(scaled(_WIDTH), available.width()) - margins.left() - margins.right()
        self._arrange(is_beside=width - self.qr.side() - _GAP >= scaled(_MIN_REST))
        return super().preferred_size(available)

    async def _reveal(self) -> None:
        self.text.reveal(await self._rendered())

    async def _show_qr(self) -> None:
        text = await self._rendered()
        if not fits_phone(text):
            self.qr.show_refusal(_too_long())
        else:
            await asyncio.to_thread(encode, text)
            self.qr.show_code(text)
            self._scroller.ensureWidgetVisible(self.qr)

    async def _rendered(self) -> str:
        return (await self._render(self._order())).text

    def _order(self) -> Order:
        row = self._row()
        return Order(row.key, row.template, self._credentials)

    def _row(self) -> FormatRow:
        return self._rows[self.format.currentIndex()]

    def _show_format(self) -> None:
        """Shows another format; what was revealed of the last one is hidden."""
        self.tasks.cancel_all()
        row, order = self._row(), self._order()
        self.text.show_masked(order.preview().text)
        self._format_field.set_hint(hint_text(row.note))
        self.qr.show_refusal("" if fits_phone(order.render().text) else _too_long())
        self._show_refusal(refusal(row.key, group_logins((self._credentials,)), row.template))

    def _show_refusal(self, reason: str) -> None:
        self.callout.show_callout("warning", reason or self._warning)
        if reason:
            self.text.show_masked("")
            self.qr.show_refusal(_("This format can't contain these credentials."))
        for button in (self.text.eye, self.copy, self.save, self.print_sheet):
            button.setEnabled(not reason)

    def _show_error(self, error: AppError) -> None:
        self.callout.report("danger", present_error(error).text)

    def _on_button_clicked(self, requested: SignalInstance) -> None:
        self.callout.show_callout("warning", self._warning)
        requested.emit(self._row())

    def _lay_out(self) -> None:
        who = _("“{label}” · {username}")
        label, username = self._credentials.label, self._credentials.username
        title = who.format(label=label, username=username) if label else username
        named = Label(_("Text"), "secondary")
        named.setBuddy(self.text.preview)
        text = column(named, (self.text, 1), spacing=5)
        self._left = column(self._format_field, (text, 1), self.callout, spacing=16)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        who_label = Label(title, "secondary", wrap=True, limit=200)
        fill(self.body, who_label, fill(self._columns, (self._left, 1), self.qr))

    def _arrange(self, *, is_beside: bool) -> None:
        set_stacked(self._columns, stacked=not is_beside)
        self._columns.setSpacing(_GAP if is_beside else 16)
        self._columns.setAlignment(
            self.qr, Qt.AlignmentFlag.AlignTop if is_beside else Qt.AlignmentFlag.AlignHCenter
        )
        # What is left of the code ends with it, and not with the line below it.
        self._left.setContentsMargins(0, 0, 0, self.qr.foot_height() if is_beside else 0)

    def _add_buttons(self) -> None:
        self.print_sheet = Button(_("Print sheet…"), "printer")
        self.copy = PrimaryButton(_("Copy"), "copy")
        self.save = Button(_("Save to file"), "download")
        self._feedback = CopyFeedback(self.copy)
        for button, signal in (
            (self.print_sheet, self.print_requested),
            (self.copy, self.copy_requested),
            (self.save, self.save_requested),
        ):
            button.clicked.connect(lambda _checked=False, one=signal: self._on_button_clicked(one))
        self.aside.addWidget(self.print_sheet)
        fill(self.footer, None, self.save, self.copy)


def _warning(*, is_main_user: bool) -> str:
    """Returns whose traffic is given away."""
    if is_main_user:
        return _("Whoever has this can use the traffic of this subscription. Send it over a secure channel.")
    return _("Whoever has this can use the traffic of this sub-user. Send it over a secure channel.")


def _too_long() -> str:
    return _("This text is too long for a QR code. A shorter format has one, such as HTTP URL.")

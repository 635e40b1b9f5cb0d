"""The credentials of a subscription: copied one by one, checked through the gateway; a new password."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QMenu, QWidget

from app.i18n.texts import _
from app.present.subscriptions import CalloutView
from ui.theme.stylesheet import set_style
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, IconButton, InfoButton, PrimaryButton
from ui.widgets.inputs.copy_field import CopyField, SecretField
from ui.widgets.layout.boxes import column, fill, flow, framed, wrapping
from ui.widgets.layout.cards import Callout, Card
from ui.widgets.layout.details import Details
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from app.present.errors import ErrorView
    from app.present.subscriptions import SubscriptionView

_PADDING = 16
_SHARES = (4, 7)
_PASSING_MS = 60_000
_DIALOG_WIDTH = 460


class CredentialsCard(Card):
    """Username, password, host and ports; `secret` returns the password, and is called only to show it."""

    def __init__(
        self, *, copy: Callable[[str], None], secret: Callable[[], str], copy_secret: Callable[[], None]
    ) -> None:
        super().__init__(padding=_PADDING)
        self._copy = copy
        self._ports = ("", "")
        self.username = CopyField(_("Username"), _("Copy username"), copy)
        self.password = SecretField(
            _("Password"),
            _("Show password"),
            _("Hide password"),
            _("Copy password"),
            secret=secret,
            copy=copy_secret,
        )
        self.host = CopyField(_("Host"), _("Copy host"), copy)
        self.ports = CopyField(_("Ports"), "", copy)
        self.copy_port = self.ports.add_button("copy", _("Copy a port"))
        self.copy_port.clicked.connect(self._on_copy_port_clicked)
        self.menu = QMenu(self)
        set_style(self.menu, "menu")
        self.menu.setAccessibleName(_("Copy a port"))
        self.reset = Button(_("Reset password"), "key")
        self.check = Button(_("Check"), "plug-zap")
        self.share = IconButton("qr-code", _("Show QR code"), framed=True)
        self._note = Label(_("Check uses a little paid traffic"), "secondary")
        self._about = InfoButton(
            _("About the check"),
            _("It asks the service's public list of coins through the gateway, and never sends the API key."),
        )
        self.result = Callout("info")
        self._passing = QTimer(self, singleShot=True, interval=_PASSING_MS)
        self._passing.timeout.connect(self.clear_check)
        self._details = Label("", "caption", wrap=True, limit=500)
        self._head = Label(_("Credentials"), "strong")
        self._lay_out()
        self.clear_check()
        follow(self._fit)

    def show_subscription(self, view: SubscriptionView) -> None:
        """Shows the password only as dots."""
        self.username.show_value(view.row.username)
        self.host.show_value(view.host)
        self.ports.show_value(view.ports)
        self._ports = (view.http_port, view.socks_port)
        self._fit()

    def show_checking(self) -> None:
        self._show_result(CalloutView("info", _("Checking…")))

    def show_outcome(self, view: CalloutView, *, passing: bool = False) -> None:
        """Shows the outcome of a check or reset; `passing` hides it after a minute."""
        self._show_result(view)
        if passing:
            self._passing.start()

    def clear_check(self) -> None:
        self._passing.stop()
        self.result.hide()
        self._details.hide()
        self._advice.show()

    def _show_result(self, view: CalloutView) -> None:
        self._passing.stop()
        # It replaces the note, so that what is below does not move.
        self._advice.hide()
        self.result.report(view.kind, view.text)
        self._details.show_text("" if view.kind == "success" else view.details)

    def _lay_out(self) -> None:
        self._grid = grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for at, share in enumerate(_SHARES):
            grid.setColumnStretch(at, share)
        self._apart: tuple[bool, bool] | None = None
        self._cells = (
            _named(_("Username"), self.username),
            _named(_("Password"), self.password),
            _named(_("Host"), self.host),
            _named(_("Ports"), self.ports),
        )
        self._arrange((False, False))
        buttons = flow(self.reset, self.check, self.share, spacing=8)
        self._advice = framed(wrapping(self._about, self._note, spacing=2, centered=True))
        outcome = column((self._advice, Qt.AlignmentFlag.AlignRight), self.result, self._details)
        head = wrapping(self._head, (outcome, 1), spacing=12)
        fill(self.body, head, grid, 4, buttons, None, spacing=8, margins=(_PADDING, 7, _PADDING, 12))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # As high as a result of one line, which replaces the note.
        for part in (self._head, self._advice):
            part.setMinimumHeight(scaled(18) + 18)
        columns = self.width() - 2 * _PADDING - self._grid.horizontalSpacing()
        ports = self.ports.sizeHint().width()
        username, host = (field.sizeHint().width() for field in (self.username, self.host))
        are_apart = username + self.password.sizeHint().width() > columns
        is_narrow = max(username, host) + ports > columns
        # Username and ports get the width of their text; the fields beside them get the rest.
        self._grid.setColumnMinimumWidth(0, 0 if are_apart else username)
        self._grid.setColumnMinimumWidth(1, 0 if is_narrow else ports)
        self._arrange((are_apart, is_narrow))

    def _arrange(self, apart: tuple[bool, bool]) -> None:
        """Arranges each pair of cells side by side, or one below the other if it is `apart`."""
        if apart == self._apart:
            return
        self._apart = apart
        username, password, host, ports = self._cells
        row = 0
        for first, second, are_apart in zip((username, host), (password, ports), apart, strict=True):
            span = 2 if are_apart else 1
            self._grid.addWidget(first, row, 0, 1, span)
            row += span - 1
            self._grid.addWidget(second, row, 2 - span, 1, span)
            row += 1

    def _on_copy_port_clicked(self) -> None:
        http, socks = self._ports
        self.menu.clear()
        for text, port in ((_("HTTP port {port}"), http), (_("SOCKS5 port {port}"), socks)):
            action = self.menu.addAction(text.format(port=port))
            action.triggered.connect(lambda _checked=False, chosen=port: self._copy(chosen))
        self.menu.popup(self.copy_port.menu_position())


class ResetDialog(SheetDialog):
    """'Reset password'; it can be closed during the call."""

    confirmed = Signal()
    copy_requested = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(_("Reset password"), parent, width=_DIALOG_WIDTH)
        self._leave = Label("", "secondary", wrap=True)
        self._question = Label(
            _("The service generates a new password for “{name}”.").format(name=name), wrap=True, limit=300
        )
        self._warning = Callout(
            "warning",
            _(
                "The old password stops working within 60 seconds; everything that uses it then "
                "needs the new one."
            ),
        )
        self._result = Callout("success")
        self._result.hide()
        self._details = Details(_("Details"))
        self.cancel = self.cancel_button()
        self.reset = PrimaryButton(_("Reset password"), "key")
        self.reset.clicked.connect(self._on_reset_clicked)
        self.copy = PrimaryButton(_("Copy new password"), "copy")
        self.copy.clicked.connect(self._on_copy_clicked)
        self.copy.hide()
        fill(self.body, self._question, self._warning, self._result, self._details)
        fill(self.footer, (self._leave, 1), self.cancel, self.reset, self.copy)

    def show_reset(self, view: CalloutView, *, offers_copy: bool) -> None:
        self._set_busy(busy=False)
        self._result.report(view.kind, view.text)
        self._question.hide()
        self._warning.setVisible(not offers_copy)
        self.reset.setVisible(not offers_copy)
        self.copy.setVisible(offers_copy)
        self.cancel.setText(_("Close"))
        (self.copy if offers_copy else self.cancel).setFocus()

    def show_error(self, view: ErrorView) -> None:
        """Shows why nothing was changed; it can be tried again."""
        self._set_busy(busy=False)
        self._result.report("danger", view.text)
        self._details.show_details(view.details)
        self.reset.setFocus()

    def _set_busy(self, *, busy: bool) -> None:
        self.reset.set_busy(busy)
        self.cancel.setText(_("Close") if busy else _("Cancel"))
        self._leave.setText(_("You can close this: the app goes on with it.") if busy else "")

    def _on_reset_clicked(self) -> None:
        self._result.hide()
        self._details.show_details("")
        self._set_busy(busy=True)
        self.confirmed.emit()

    def _on_copy_clicked(self) -> None:
        self.copy.show_icon("check")
        self.copy_requested.emit()


def _named(text: str, field: QWidget) -> QWidget:
    return framed(column(Label(text, "secondary"), field, None, spacing=5))

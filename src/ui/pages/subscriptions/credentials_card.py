"""The credentials of a subscription, each copied alone; a new password; a check through the gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QMenu, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.theme.stylesheet import dress
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button
from ui.widgets.buttons.info_button import InfoButton
from ui.widgets.layout.cards import Card, Notice
from ui.widgets.layout.flow_layout import FlowLayout
from ui.widgets.layout.wrapping_row import WrappingRow
from ui.widgets.text.copy_field import CopyField
from ui.widgets.text.label import Label
from ui.widgets.text.secret_field import SecretField

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from app.present.subscription_views import OutcomeNote, SubscriptionView

_PADDING = 16
_SHARES = (4, 7)
_PASSING_MS = 60_000


class CredentialsCard(Card):
    """Username, password, host and ports.

    Signals:
        reset_wanted(): A new password is wanted.
        check_wanted(): The credentials are to be tried.
    """

    reset_wanted = Signal()
    check_wanted = Signal()

    def __init__(
        self,
        *,
        copy: Callable[[str], None],
        secret: Callable[[], str],
        copy_secret: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        """Makes the card.

        Args:
            copy: Puts a public text on the clipboard.
            secret: Returns the password, asked only when it is to be shown.
        """
        super().__init__(padding=_PADDING, parent=parent)
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
        dress(self.menu, "menu")
        self.reset = Button(_("Reset password"), "key")
        self.reset.clicked.connect(self.reset_wanted)
        self.check = Button(_("Check"), "plug-zap")
        self.check.clicked.connect(self.check_wanted)
        self._note = Label(_("Check uses a little paid traffic"), "secondary")
        self._about = InfoButton(
            _("About the check"),
            _("It asks the service's public list of coins through the gateway, and never sends the API key."),
        )
        self._result = Notice("info")
        self._passing = QTimer(self, singleShot=True, interval=_PASSING_MS)
        self._passing.timeout.connect(self.clear_check)
        self._details = Label("", "caption", wrap=True, limit=500)
        self._head = Label(_("Credentials"), "strong")
        self._lay_out()
        self.clear_check()
        follow(self._fit)

    def show_subscription(self, view: SubscriptionView) -> None:
        """Shows credentials; the password only as dots."""
        self.username.show_value(view.username)
        self.host.show_value(view.host)
        self.ports.show_value(view.ports)
        self._ports = (view.http_port, view.socks_port)
        self._fit()

    def show_checking(self) -> None:
        """Shows that the check is running."""
        self._show_result("info", _("Checking…"), "")

    def show_outcome(self, view: OutcomeNote, *, passing: bool = False) -> None:
        """Shows what the check found, or how a reset ended whose dialog was closed.

        Args:
            view: In words.
            passing: Whether it holds for a minute only.
        """
        self._show_result(view.kind, view.text, "" if view.kind == "success" else view.details)
        if passing:
            self._passing.start()

    def clear_check(self) -> None:
        """Forgets an earlier check."""
        self._passing.stop()
        self._result.hide()
        self._details.hide()
        self._advice.show()

    def check_text(self) -> str:
        """Returns the text of the check's result, '' for none."""
        return "" if self._result.isHidden() else self._result.shown_text()

    def _show_result(self, kind: str, text: str, details: str) -> None:
        self._passing.stop()
        self._result.show_notice(kind, text)  # type: ignore[arg-type] # the views' kinds are those of notices
        # It replaces the note, so that what is below does not move.
        self._advice.hide()
        self._result.show()
        self._details.setText(details)
        self._details.setVisible(bool(details))

    def _lay_out(self) -> None:
        self._grid = grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for column, share in enumerate(_SHARES):
            grid.setColumnStretch(column, share)
        self._apart: tuple[bool, bool] | None = None
        self._cells = (
            _named(_("Username"), self.username),
            _named(_("Password"), self.password),
            _named(_("Host"), self.host),
            _named(_("Ports"), self.ports),
        )
        self._arrange((False, False))
        buttons = FlowLayout(spacing=8)
        buttons.addWidget(self.reset)
        buttons.addWidget(self.check)
        self._advice = QWidget()
        advice = WrappingRow(2, centered=True)
        advice.add(self._about)
        advice.add(self._note)
        self._advice.setLayout(advice)
        answer = QVBoxLayout()
        answer.addWidget(self._advice, 0, Qt.AlignmentFlag.AlignRight)
        answer.addWidget(self._result)
        answer.addWidget(self._details)
        head = WrappingRow(12)
        head.add(self._head)
        head.add(answer, 1)
        self.body.setContentsMargins(_PADDING, 7, _PADDING, 12)
        self.body.setSpacing(8)
        self.body.addLayout(head)
        self.body.addLayout(grid)
        self.body.addSpacing(4)
        self.body.addLayout(buttons)
        self.body.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives each of a pair a row of its own where a line would be broken."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        # As high as a result of one line, which takes the place of the note.
        for part in (self._head, self._advice):
            part.setMinimumHeight(scaled(18) + 18)
        columns = self.width() - 2 * _PADDING - self._grid.horizontalSpacing()
        ports = self.ports.sizeHint().width()
        username, host = (field.sizeHint().width() for field in (self.username, self.host))
        are_apart = username + self.password.sizeHint().width() > columns
        is_narrow = max(username, host) + ports > columns
        # Username and ports need the whole of their line; what stands beside them may take what is left.
        self._grid.setColumnMinimumWidth(0, 0 if are_apart else username)
        self._grid.setColumnMinimumWidth(1, 0 if is_narrow else ports)
        self._arrange((are_apart, is_narrow))

    def _arrange(self, apart: tuple[bool, bool]) -> None:
        """Places the cells: each pair side by side, or one below the other."""
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
        self.menu.popup(self.copy_port.mapToGlobal(QPoint(0, self.copy_port.height() + 2)))


def _named(text: str, field: QWidget) -> QWidget:
    cell = QWidget()
    layout = QVBoxLayout(cell)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(5)
    layout.addWidget(Label(text, "secondary"))
    layout.addWidget(field)
    layout.addStretch()
    return cell

"""The form that connects an account, and the welcome page with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.errors import AppError, InvalidInputError, UnauthorizedError
from app.i18n.texts import _
from app.present.errors import present_address_error, present_error
from app.present.field_errors import field_error_text
from app.present.keys import storage_hint
from app.services.accounts.probes import entry_problems
from ui.pages.accounts.keyring_wait import BannerKeyringWait
from ui.tasks import Tasks
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit, SecretEdit
from ui.widgets.keyboard_focus import focus_moved_on
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.boxes import column, fill, framed, row, wrapping
from ui.widgets.layout.cards import Card
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QResizeEvent

    from app.present.errors import ErrorView
    from app.services.accounts.accounts import Accounts
    from app.services.accounts.known import Account
    from ui.widgets.layout.flow_layout import WrappingRow


class ConnectForm(QWidget):
    """The form for service address, API key and name. `connected` has the id of the new account."""

    connected = Signal(str)
    cancelled = Signal()

    def __init__(self, accounts: Accounts, paste: Callable[[], str]) -> None:
        super().__init__()
        self._accounts = accounts
        self.tasks = Tasks(self, lambda error: self.show_error(present_error(error)))
        self.banner = Banner()
        self.address = LineEdit("https://api.example.net", mono=True)
        self.address_field = Field(_("Service address"), self.address)
        self.key = SecretEdit(_("API key"), paste, show=_("Show API key"), hide=_("Hide API key"))
        self.key_field = Field(_("API key"), self.key, storage_hint(has_keyring=True), hint_icon="lock")
        self.name = LineEdit(_("optional"))
        self.name.setMaxLength(60)
        self._lines = (self.address, self.key, self.name)
        self._fields = {
            "serviceAddress": self.address_field,
            "apiKey": self.key_field,
            "name": Field(_("Name"), self.name),
        }
        self.connect_button = PrimaryButton(_("Connect"))
        self.connect_button.clicked.connect(self._on_submitted)
        self.cancel = Button(_("Cancel"))
        self.cancel.clicked.connect(self._on_cancel_clicked)
        self.cancel.hide()
        for line, field in zip(self._lines, self._fields.values(), strict=True):
            line.textEdited.connect(field.clear_error)
            line.returnPressed.connect(self._on_submitted)
        buttons = row(None, self.cancel, self.connect_button, spacing=10)
        self.setLayout(column(self.banner, *self._fields.values(), buttons, spacing=12))

    def show_field_error(self, field: str, text: str) -> bool:
        """Shows an error of `serviceAddress`, `apiKey` or `name`; returns whether it is one of them."""
        shown = self._fields.get(field)
        if shown is None:
            return False
        shown.show_error(text)
        shown.control.setFocus()
        return True

    def show_error(self, view: ErrorView) -> None:
        self.banner.show_banner("danger", view.text, icon=view.icon, details=view.details, dismissible=True)

    def check_keyring(self) -> None:
        """Shows a hint that the key can't be saved, where there is no keyring."""
        self.tasks.start("look for keyring", self._check_keyring())

    def stop_keyring_wait(self) -> bool:
        """Connects without the keyring if that is being waited for; returns whether it was."""
        is_waiting = self._accounts.is_waiting_for_keyring
        if is_waiting:
            self._accounts.stop_waiting_for_keyring()
        return is_waiting

    async def _check_keyring(self) -> None:
        if await self._accounts.has_no_keyring():
            self.key_field.set_hint(storage_hint(has_keyring=False))

    def _on_cancel_clicked(self) -> None:
        if not self.stop_keyring_wait():
            self.cancelled.emit()

    def _on_submitted(self) -> None:
        if self.connect_button.isEnabled() and not self.address.isReadOnly():
            self.banner.hide_banner()
            self.tasks.start("connect", self._connect())

    async def _connect(self) -> None:
        account = await self._test_and_save()
        if account is not None:
            self._clear()
            self.connected.emit(account.id)

    async def _test_and_save(self) -> Account | None:
        """Returns the new account; None when field errors or the banner are shown instead.

        The key is tested with the service before anything is saved; the user can stop waiting for a keyring
        that does not respond. When it is cancelled before the service has responded, nothing is saved.
        """
        address, key, name = (line.text() for line in self._lines)
        problems = entry_problems(address, key)
        # The first field last, so that it gets the keyboard focus.
        for problem in reversed(problems):
            self.show_field_error(problem.field, field_error_text(problem.field, problem.code))
        if problems:
            return None
        self._set_busy(busy=True)
        try:
            with BannerKeyringWait(self._accounts, self.banner):
                return await self._accounts.connect(name, address, key)
        except InvalidInputError as error:
            if not self.show_field_error(error.field, field_error_text(error.field, error.code)):
                self.show_error(present_error(error))
        except UnauthorizedError as error:
            self.show_field_error("apiKey", present_error(error).text)
        except AppError as error:
            self.show_error(present_address_error(error))
        finally:
            self._set_busy(busy=False)
        return None

    def _set_busy(self, *, busy: bool) -> None:
        self.connect_button.set_busy(busy)
        with focus_moved_on(self, (self.connect_button,)):
            self.cancel.setVisible(busy)
        for line in self._lines:
            line.setReadOnly(busy)

    def _clear(self) -> None:
        for line, field in zip(self._lines, self._fields.values(), strict=True):
            line.clear()
            field.clear_error()
        self.banner.hide_banner()


class ConnectDialog(SheetDialog):
    def __init__(self, accounts: Accounts, paste: Callable[[], str], parent: QWidget) -> None:
        super().__init__(_("Add an account"), parent=parent)
        self.form = ConnectForm(accounts, paste)
        self.form.connected.connect(self.accept)
        self.form.cancelled.connect(self.reject)
        self.form.tasks.delete_at_end(self)
        self.body.addWidget(self.form)
        self.form.check_keyring()

    def reject(self) -> None:
        """Closes, and cancels the connecting; while it waits for the keyring, only that wait ends."""
        if not self.form.stop_keyring_wait():
            super().reject()


_WIDTH = 560
_LOW = 640


class WelcomePage(ScrollArea):
    """Connects an account, or opens the demo or the locations of a service, by its typed address."""

    demo_requested = Signal()
    browse_requested = Signal(str)

    def __init__(self, accounts: Accounts, paste: Callable[[], str], parent: QWidget) -> None:
        super().__init__(parent)
        self.form = ConnectForm(accounts, paste)
        self.form.cancelled.connect(lambda: self.form.tasks.cancel("connect"))
        self.open_demo = Button(_("Open the demo"))
        self.open_demo.clicked.connect(self.demo_requested)
        self.browse = Button(_("Browse locations"))
        self.browse.clicked.connect(lambda: self.browse_requested.emit(self.form.address.text().strip()))
        text = _("Top up a proxy account with crypto, and watch it being credited.")
        mark = (IconTile("waypoints", size=52), Qt.AlignmentFlag.AlignLeft)
        self._mark = framed(column(mark, margins=(0, 0, 0, 16)))
        content = column(
            self._mark,
            Label(_("Welcome to Tollhouse"), "display", wrap=True),
            6,
            Label(text, wrap=True, tone="muted"),
            14,
            self._build_connect_card(),
            14,
            self._build_looking_card(),
            spacing=0,
            margins=(9, 9, 9, 9),
        )
        self._middle = framed(content)
        follow(self._restyle)
        across = row(None, (self._middle, 100), None)
        self.setWidget(framed(column(None, across, None, margins=(24, 8, 24, 8))))

    def set_busy(self, *, busy: bool) -> None:
        self.open_demo.setEnabled(not busy)
        self.browse.setEnabled(not busy)

    def show_error(self, view: ErrorView) -> None:
        """Shows in the form's banner why an account could not be opened, and scrolls to it."""
        self.form.show_error(view)
        # Once the banner is laid out.
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.form.banner))

    def _build_connect_card(self) -> Card:
        card = Card()
        fill(card.body, Label(_("Connect your account"), "strong"), self.form)
        return card

    def _build_looking_card(self) -> Card:
        card = Card()
        demo = _("Try everything with a demo account on this computer. No network, no money.")
        coverage = _(
            "See which locations the service at the address above offers, without a key; "
            "without an address, those of the demo."
        )
        fill(
            card.body,
            _build_row("flask-conical", _("Just looking?"), demo, self.open_demo),
            _build_row("globe", _("Countries, cities and ISPs"), coverage, self.browse),
        )
        return card

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _restyle(self) -> None:
        self._middle.setMaximumWidth(scaled(_WIDTH))
        self._fit()

    def _fit(self) -> None:
        """Leaves the mark out of a low window: the demo is in sight then."""
        self._mark.setVisible(self.height() >= scaled(_LOW))


def _build_row(icon: str, title: str, text: str, button: Button) -> WrappingRow:
    texts = column(Label(title, "strong", wrap=True), Label(text, "secondary", wrap=True), spacing=2)
    left = row((IconTile(icon, size=28), Qt.AlignmentFlag.AlignTop), (texts, 1), spacing=14)
    return wrapping((left, 1), button, spacing=14, centered=True)

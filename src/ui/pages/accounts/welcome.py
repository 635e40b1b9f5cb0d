"""The first page of a first start: what this is, and how to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.accounts.connect import ConnectForm
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.cards import Card
from ui.widgets.layout.flow_layout import WrappingRow
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.present.errors import ErrorView
    from app.services.accounts.accounts import Accounts

_WIDTH = 560


class WelcomePage(ScrollArea):
    """Greets, connects an account, opens the demo, or what anybody may see.

    Signals:
        demo_wanted(): 'Open the demo' was pressed.
        browse_wanted(str): 'Browse locations' was pressed; the service address as it was typed, maybe empty.
    """

    demo_wanted = Signal()
    browse_wanted = Signal(str)

    def __init__(self, accounts: Accounts, paste: Callable[[], str], parent: QWidget) -> None:
        super().__init__(parent)
        self._middle = QWidget()
        self.form = ConnectForm(accounts, paste)
        self.form.cancelled.connect(lambda: self.form.tasks.cancel("connect"))
        self.open_demo = Button(_("Open the demo"))
        self.open_demo.clicked.connect(self.demo_wanted)
        self.browse = Button(_("Browse locations"))
        self.browse.clicked.connect(lambda: self.browse_wanted.emit(self.form.address.text().strip()))
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(IconTile("waypoints", size=52), 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(16)
        column.addWidget(Label(_("Welcome to Tollhouse"), "display", wrap=True))
        column.addSpacing(6)
        tagline = Label(_("Top up a proxy account with crypto, and watch it being credited."), wrap=True)
        tagline.set_tone("muted")
        column.addWidget(tagline)
        column.addSpacing(14)
        column.addWidget(self._build_connect_card())
        column.addSpacing(14)
        column.addWidget(self._build_looking_card())
        self._lay_out(column)

    def set_busy(self, *, busy: bool) -> None:
        """Shows that an account is being opened."""
        self.open_demo.setEnabled(not busy)
        self.browse.setEnabled(not busy)

    def show_error(self, view: ErrorView) -> None:
        """Shows in the form's banner why an account could not be opened, and scrolls to it."""
        self.form.show_error(view)
        # Once the banner is laid out.
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.form.banner))

    def _build_connect_card(self) -> Card:
        card = Card()
        card.body.setSpacing(12)
        card.body.addWidget(Label(_("Connect your account"), "strong"))
        card.body.addWidget(self.form)
        return card

    def _build_looking_card(self) -> Card:
        card = Card()
        card.body.setSpacing(12)
        demo = _("Try everything with a demo account on this computer. No network, no money.")
        card.body.addLayout(_build_row("flask-conical", _("Just looking?"), demo, self.open_demo))
        coverage = _(
            "See which locations the service at the address above offers, without a key; "
            "without an address, those of the demo."
        )
        card.body.addLayout(_build_row("globe", _("Countries, cities and ISPs"), coverage, self.browse))
        return card

    def _lay_out(self, column: QVBoxLayout) -> None:
        content = QWidget()
        self._middle.setLayout(column)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._middle, 100)
        row.addStretch(1)
        outer = QVBoxLayout(content)
        outer.setContentsMargins(24, 12, 24, 12)
        outer.addStretch(1)
        outer.addLayout(row)
        outer.addStretch(1)
        self.setWidget(content)
        follow(self._restyle)

    def _restyle(self) -> None:
        self._middle.setMaximumWidth(scaled(_WIDTH))


def _build_row(icon: str, title: str, text: str, button: Button) -> WrappingRow:
    words = QVBoxLayout()
    words.setSpacing(2)
    words.addWidget(Label(title, "strong", wrap=True))
    words.addWidget(Label(text, "secondary", wrap=True))
    content = QHBoxLayout()
    content.setSpacing(14)
    content.addWidget(IconTile(icon, size=28), 0, Qt.AlignmentFlag.AlignTop)
    content.addLayout(words, 1)
    row = WrappingRow(14, centered=True)
    row.add(content, 1)
    row.add(button)
    return row

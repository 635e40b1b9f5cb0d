"""The first page of a first start: what this is, and how to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal

from app.i18n.texts import _
from ui.pages.accounts.connect import ConnectForm
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.boxes import column, fill, framed, row, wrapping
from ui.widgets.layout.cards import Card
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.present.errors import ErrorView
    from app.services.accounts.accounts import Accounts
    from ui.widgets.layout.flow_layout import WrappingRow

_WIDTH = 560


class WelcomePage(ScrollArea):
    """Connects an account, or opens the demo or the locations of a service, by its typed address."""

    demo_wanted = Signal()
    browse_wanted = Signal(str)

    def __init__(self, accounts: Accounts, paste: Callable[[], str], parent: QWidget) -> None:
        super().__init__(parent)
        self.form = ConnectForm(accounts, paste)
        self.form.cancelled.connect(lambda: self.form.tasks.cancel("connect"))
        self.open_demo = Button(_("Open the demo"))
        self.open_demo.clicked.connect(self.demo_wanted)
        self.browse = Button(_("Browse locations"))
        self.browse.clicked.connect(lambda: self.browse_wanted.emit(self.form.address.text().strip()))
        text = _("Top up a proxy account with crypto, and watch it being credited.")
        content = column(
            (IconTile("waypoints", size=52), Qt.AlignmentFlag.AlignLeft),
            16,
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
        self.setWidget(framed(column(None, across, None, margins=(24, 12, 24, 12))))

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

    def _restyle(self) -> None:
        self._middle.setMaximumWidth(scaled(_WIDTH))


def _build_row(icon: str, title: str, text: str, button: Button) -> WrappingRow:
    texts = column(Label(title, "strong", wrap=True), Label(text, "secondary", wrap=True), spacing=2)
    left = row((IconTile(icon, size=28), Qt.AlignmentFlag.AlignTop), (texts, 1), spacing=14)
    return wrapping((left, 1), button, spacing=14, centered=True)

"""The settings of the network: the proxy for the app's own traffic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.settings.rows import section
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit

if TYPE_CHECKING:
    from app.models.settings import Preferences


class ConnectionCard(QWidget):
    """Shows how the services are reached.

    Signals:
        proxy_entered(str): Another address, as entered.
    """

    proxy_entered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._proxy = ""
        self.proxy = LineEdit("http://host:port", mono=True)
        self.field = Field(_("Proxy for this app's own traffic"), self.proxy)
        card = section(
            _("Connection"),
            _("For networks that require a proxy. It is not one of your proxy subscriptions."),
        )
        card.body.addWidget(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)
        self.proxy.textEdited.connect(self.field.clear_error)
        self.proxy.editingFinished.connect(self._on_proxy_edited)

    def show_preferences(self, preferences: Preferences) -> None:
        """Shows what holds; what is being entered stays."""
        if preferences.proxy != self._proxy or not self.proxy.text():
            self.proxy.setText(preferences.proxy)
        self._proxy = preferences.proxy
        self.field.set_hint(
            _("Takes effect with the next request, but never for addresses on this computer.")
            if preferences.proxy
            else _(
                "Leave empty to reach services directly. The address takes effect when you leave the field."
            )
        )

    def show_accepted(self, proxy: str) -> None:
        """Shows the saved address."""
        self.field.clear_error()
        self.proxy.setText(proxy)

    def show_error(self, text: str) -> None:
        """Shows what is wrong with the address that was entered."""
        self.field.show_error(text)

    def _on_proxy_edited(self) -> None:
        if self.proxy.text().strip() != self._proxy:
            self.proxy_entered.emit(self.proxy.text())

"""The settings page: every change takes effect at once, and is saved."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.errors import AppError, InvalidInputError
from app.i18n.texts import _
from app.services.settings.app_files import list_app_files
from ui.pages.page import Page
from ui.pages.settings.computer_cards import DiagnosticsCard, FilesCard, qt_facts
from ui.pages.settings.preference_cards import (
    AppearanceCard,
    ConnectionCard,
    NotificationsCard,
    PrivacyCard,
)
from ui.pages.settings.view import change_error_text, present_files
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.layout.boxes import column, framed, row
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from app.bootstrap import Services
    from ui.pages.context import PageContext

_WIDTH = 680


class SettingsPage(Page):
    """The settings, in one column of cards."""

    def __init__(self, services: Services, context: PageContext) -> None:
        super().__init__(services.clock)
        self._services = services
        self._context = context
        self._preferences = services.preferences
        self.appearance = AppearanceCard()
        self.privacy = PrivacyCard()
        self.notifications = NotificationsCard()
        self.connection = ConnectionCard()
        self._preference_cards = (self.appearance, self.privacy, self.notifications, self.connection)
        self.files = FilesCard(str(services.paths.data), context.clipboard.copy_text)
        self.diagnostics = DiagnosticsCard(self._copy)
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self._lay_out()
        self._connect()
        self._show_preferences()

    async def load_now(self) -> None:
        self.files.show_rows(present_files(await list_app_files(self._services.paths)))
        self.diagnostics.show_text(await self._services.diagnostics.text(qt_facts(self)))

    def show_error(self, error: AppError) -> None:
        """Shows that a change was not saved, and the values that remain."""
        self._show_preferences()
        self.show_banner("danger", change_error_text(error), icon="triangle-alert")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.back.click()
        else:
            super().keyPressEvent(event)

    async def _choose(self, field: str, value: object) -> None:
        await self._preferences.change(lambda now: replace(now, **{field: value}))  # type: ignore[arg-type]
        self.clear_banner()
        self._show_preferences()

    async def _use_proxy(self, text: str) -> None:
        try:
            await self._preferences.change_proxy(text)
        except InvalidInputError as error:
            self.connection.show_error(change_error_text(error))
            return
        self.clear_banner()
        self._show_preferences()
        self.connection.show_accepted(self._preferences.now.proxy)

    def _show_preferences(self) -> None:
        for card in self._preference_cards:
            card.show_preferences(self._preferences.now)

    def _copy(self, text: str) -> None:
        self._context.clipboard.copy_text(text)
        self._context.show_message(_("Copied"))

    def _lay_out(self) -> None:
        title = row(self.back, (Label(_("Settings"), "title"), 1), spacing=10)
        cards = (*self._preference_cards, self.files, self.diagnostics)
        self._middle = framed(column(title, *cards, None, spacing=14))
        content = framed(row(None, (self._middle, 100), None, margins=(24, 18, 24, 24)))
        # Its own minimum adds up lines as if every label were at its narrowest: a gap at the end.
        content.setMinimumHeight(1)
        scroller = ScrollArea()
        scroller.setWidget(content)
        self.body.addWidget(scroller)
        follow(self._fit)

    def _fit(self) -> None:
        self._middle.setMaximumWidth(scaled(_WIDTH))

    def _connect(self) -> None:
        for card in self._preference_cards:
            card.chosen.connect(self._on_card_chosen)
        self.connection.proxy_entered.connect(lambda text: self.tasks.start("proxy", self._use_proxy(text)))

    def _on_card_chosen(self, field: str, value: object) -> None:
        self.tasks.start(f"choose {field}", self._choose(field, value))

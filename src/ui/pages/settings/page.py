"""The settings page: every change takes effect at once, and is saved."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import PySide6
from PySide6.QtCore import Signal, qVersion
from PySide6.QtGui import QAccessible

from app.errors import AppError, InvalidInputError
from app.i18n.texts import _
from app.services.app_files import list_app_files
from app.services.installation import find_components, find_installation
from app.versions import VERSION
from ui.pages.page import Page
from ui.pages.settings.cards import (
    AboutCard,
    AppearanceCard,
    ConnectionCard,
    DiagnosticsCard,
    FilesCard,
    NotificationsCard,
    PrivacyCard,
    qt_facts,
)
from ui.pages.settings.view import change_error_text, present_about, present_files
from ui.tasks import SAVING, in_turns
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.layout.boxes import column, framed, row
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget

    from app.bootstrap import Services
    from ui.pages.context import PageContext

    SettingCard = AppearanceCard | PrivacyCard | NotificationsCard | ConnectionCard

_WIDTH = 680
_PROXY: Final = f"{SAVING}proxy address"


class SettingsPage(Page):
    """The settings, in one column of cards; the deletion that is wanted is not confirmed yet."""

    deletion_requested = Signal()
    restart_requested = Signal()

    def __init__(self, services: Services, context: PageContext) -> None:
        super().__init__(services.clock)
        self._services = services
        self._context = context
        self._settings = services.settings
        self._setting_cards: list[SettingCard] = []
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self._lay_out()
        self._building = self._build()

    def _build(self) -> Iterator[None]:
        """Makes the cards from the top, each in a step."""
        self.appearance = AppearanceCard()
        self.appearance.restart.clicked.connect(self.restart_requested)
        self._add_settings(self.appearance)
        yield
        self.privacy = PrivacyCard()
        self._add_settings(self.privacy)
        yield
        self.notifications = NotificationsCard()
        self._add_settings(self.notifications)
        yield
        self.connection = ConnectionCard()
        self.connection.proxy_entered.connect(lambda text: self.tasks.start(_PROXY, self._use_proxy(text)))
        self._add_settings(self.connection)
        yield
        self.files = FilesCard(str(self._services.paths.data), self._context.clipboard.copy_text)
        self.files.delete.clicked.connect(self.deletion_requested)
        self._add(self.files)
        yield
        self.diagnostics = DiagnosticsCard(self._copy)
        self.diagnostics.seen.connect(lambda: self.tasks.start("diagnostics", self._load_diagnostics()))
        self._add(self.diagnostics)
        yield
        self.about = AboutCard(self._copy)
        self.about.seen.connect(lambda: self.tasks.start("about", self._load_about()))
        self._add(self.about)
        yield

    def _add(self, card: QWidget) -> None:
        """Adds a card above the space at the end."""
        self._cards.insertWidget(self._cards.count() - 1, card)

    def _add_settings(self, card: SettingCard) -> None:
        card.show_settings(self._settings.now)
        card.chosen.connect(self._on_card_chosen)
        self._setting_cards.append(card)
        self._add(card)

    async def load_now(self) -> None:
        await in_turns(self._building)
        self.files.show_rows(present_files(await list_app_files(self._services.paths)))
        self.diagnostics.expect()
        if QAccessible.isActive():
            for card in (self.diagnostics, self.about):
                card.see()

    def show_about(self) -> None:
        """Scrolls to the last card, once it is there."""
        self.tasks.start("show about", self._show_about())

    async def _show_about(self) -> None:
        await self.tasks.join("load")
        self._scroller.ensureWidgetVisible(self.about)
        self.about.licenses.setFocus()
        self._scroller.ensureWidgetVisible(self.about.button)

    async def _load_diagnostics(self) -> None:
        self.diagnostics.show_text(await self._services.diagnostics.text(qt_facts(self)))

    async def _load_about(self) -> None:
        installation, components = await asyncio.to_thread(lambda: (find_installation(), find_components()))
        qt = (qVersion(), PySide6.__version__)
        self.about.show_about(present_about(VERSION, qt, installation, components))

    def show_error(self, error: AppError) -> None:
        """Shows that a change was not saved, and the values that remain."""
        self._show_settings()
        self.show_banner("danger", change_error_text(error), icon="triangle-alert")

    async def _choose(self, field: str, value: object) -> None:
        await self._settings.change(lambda now: now._replace(**{field: value}))  # type: ignore[arg-type]
        self.clear_banner()
        self._show_settings()

    async def _use_proxy(self, text: str) -> None:
        try:
            await self._settings.change_proxy(text)
        except InvalidInputError as error:
            self.connection.show_error(change_error_text(error))
            return
        self.clear_banner()
        self._show_settings()
        self.connection.show_accepted(self._settings.now.proxy)

    def _show_settings(self) -> None:
        for card in self._setting_cards:
            card.show_settings(self._settings.now)

    def _copy(self, text: str) -> None:
        self._context.clipboard.copy_text(text)
        self._context.show_message(_("Copied"))

    def _lay_out(self) -> None:
        title = row(self.back, (Label(_("Settings"), "title"), 1), spacing=10)
        self._cards = column(title, None, spacing=14)
        self._middle = framed(self._cards)
        content = framed(row(None, (self._middle, 100), None, margins=(24, 18, 24, 24)))
        # Its own minimum adds up lines as if every label were at its narrowest: a gap at the end.
        content.setMinimumHeight(1)
        self._scroller = ScrollArea()
        self._scroller.setWidget(content)
        self.body.addWidget(self._scroller)
        follow(self._fit)

    def _fit(self) -> None:
        self._middle.setMaximumWidth(scaled(_WIDTH))

    def _on_card_chosen(self, field: str, value: object) -> None:
        self.tasks.start(f"{SAVING}{field}", self._choose(field, value))

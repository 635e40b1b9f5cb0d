"""Copies what a table of cities and ISPs shows: an id or ASN, a name, a row, all as CSV; or saves it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from app.present.locations import location_line
from app.services.locations.exports import csv_of, save_csv
from ui.pages.files import choose_file
from ui.pages.locations.place_model import copy_words
from ui.theme.stylesheet import dress
from ui.widgets.text.untrusted_text import plain, unmnemonic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ui.pages.context import PageContext
    from ui.pages.locations.places_pane import LocationsPane
    from ui.tasks import Tasks


class LocationCopying(QObject):
    """Joins a pane with the clipboard and files.

    Signals:
        country_wanted(str): A row's country is to be opened; its code.
    """

    country_wanted = Signal(str)

    def __init__(
        self,
        pane: LocationsPane,
        context: PageContext,
        tasks: Tasks,
        *,
        file_name: Callable[[], str],
        names: Callable[[], Mapping[str, str]],
    ) -> None:
        """Joins them.

        Args:
            file_name: Returns the suggested file name.
        """
        super().__init__(pane)
        self._pane = pane
        self._context = context
        self._tasks = tasks
        self._file_name = file_name
        self._country_names = names
        self.menu: QMenu | None = None
        pane.table.copied.connect(self._on_copied)
        pane.table.menu_wanted.connect(self._on_menu_wanted)
        pane.copy_csv_wanted.connect(self._on_copy_csv_wanted)
        pane.save_csv_wanted.connect(self._on_save_csv_wanted)

    def _copy(self, text: str) -> None:
        self._context.clipboard.copy_text(text)
        self._context.show_message(_("Copied {text}").format(text=plain(text, 60)))

    def _on_copied(self, row: int) -> None:
        self._copy(self._pane.table.places.place(row).copy_code)
        self._pane.table.show_copied(row)

    def _on_menu_wanted(self, row: int, place: QPoint) -> None:
        hit = self._pane.table.places.hit(row)
        if hit is None:
            return
        shown = self._pane.table.places.place(row)
        menu = QMenu(self._pane)
        dress(menu, "menu")
        menu.addAction(unmnemonic(copy_words(shown)), lambda: self._on_copied(row))
        menu.addAction(_("Copy name"), lambda: self._copy(shown.name))
        menu.addAction(_("Copy row"), lambda: self._copy(location_line(hit)))
        if shown.country_name:
            menu.addSeparator()
            menu.addAction(_("Open country"), lambda: self.country_wanted.emit(shown.country))
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu = menu
        menu.popup(place)

    def _on_copy_csv_wanted(self) -> None:
        self._tasks.start("csv", self._copy_csv())

    async def _copy_csv(self) -> None:
        self._context.show_message(_("Copying as CSV…"))
        self._context.clipboard.copy_text(await csv_of(self._pane.found, self._country_names()))
        self._context.show_message(_("Copied as CSV"))

    def _on_save_csv_wanted(self) -> None:
        choose_file(self._pane, _("Save as CSV"), self._file_name(), self.save)

    def save(self, path: str) -> None:
        """Writes what is shown to a file."""
        self._tasks.start("csv", self._save(Path(path)))

    async def _save(self, path: Path) -> None:
        await save_csv(self._pane.found, self._country_names(), path)
        self._context.show_message(_("Saved as {name}").format(name=path.name))

"""Copies what the table of countries shows: a code, a name, a row, all as CSV; or saves it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from app.present.countries import read_country
from app.present.locations import country_line
from app.services.locations.exports import countries_csv
from ui.pages.files import choose_file, write_file
from ui.theme.stylesheet import dress
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from ui.pages.context import PageContext
    from ui.pages.locations.country_model import CountryTableModel
    from ui.pages.locations.country_pane import CountryPane
    from ui.tasks import Tasks


class CountryCopying(QObject):
    """Joins the countries with the clipboard and files."""

    def __init__(
        self, pane: CountryPane, model: CountryTableModel, context: PageContext, tasks: Tasks
    ) -> None:
        super().__init__(pane)
        self._pane = pane
        self._model = model
        self._context = context
        self._tasks = tasks
        self.menu: QMenu | None = None
        pane.table.copy_wanted.connect(self._on_copy_wanted)
        pane.table.menu_wanted.connect(self._on_menu_wanted)
        pane.copy_csv_wanted.connect(self._on_copy_csv_wanted)
        pane.save_csv_wanted.connect(self._on_save_csv_wanted)

    def copy(self, text: str) -> None:
        """Copies a text and shows a message."""
        self._context.clipboard.copy_text(text)
        self._context.show_message(_("Copied {text}").format(text=plain(text, 60)))

    def save(self, path: str) -> None:
        """Writes what is shown to a file of mode 0600."""
        self._tasks.start("csv", self._save(path))

    async def _save(self, path: str) -> None:
        await write_file(path, countries_csv(self._model.countries()).encode())
        self._context.show_message(_("Saved as {name}").format(name=Path(path).name))

    def _on_save_csv_wanted(self) -> None:
        choose_file(self._pane, _("Save as CSV"), "countries.csv", self.save)

    def _on_copy_wanted(self, row: int) -> None:
        country = self._model.country_at(row)
        if country is not None:
            self.copy(country.code)

    def _on_copy_csv_wanted(self) -> None:
        self._context.clipboard.copy_text(countries_csv(self._model.countries()))
        self._context.show_message(_("Copied as CSV"))

    def _on_menu_wanted(self, row: int, place: QPoint) -> None:
        country = self._model.country_at(row)
        if country is None:
            return
        table = self._pane.table
        menu = QMenu(self._pane)
        dress(menu, "menu")
        menu.addAction(_("Open"), lambda: table.country_opened.emit(country.code))
        menu.addAction(_("Copy code"), lambda: self.copy(country.code))
        menu.addAction(_("Copy name"), lambda: self.copy(read_country(country).name))
        menu.addAction(_("Copy row"), lambda: self.copy(country_line(country)))
        menu.addSeparator()
        star = menu.addAction(_("Favorite"), lambda: table.star_pressed.emit(country.code))
        star.setCheckable(True)
        star.setChecked(self._model.is_favorite(country.code))
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu = menu
        menu.popup(place)

"""Cities or ISPs with their search, which runs in slices; rows can be copied or saved as CSV."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.i18n.texts import _
from app.i18n.units import as_of
from app.present.countries import shown_names
from app.present.statuses import unreadable_text
from app.rules.locations.search import Search
from app.services.locations.exports import csv_of, save_csv
from app.untrusted_text import sanitized
from ui.pages.files import choose_file
from ui.pages.locations.location_table import LocationTable, copy_words
from ui.pages.locations.view import location_line, matches_count
from ui.theme.stylesheet import set_style
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.boxes import column, framed, row, stacked
from ui.widgets.layout.empty_state import EmptyState, Skeleton
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import unmnemonic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from app.rules.locations.lists import LocationList
    from ui.pages.context import PageContext
    from ui.pages.locations.view import LocationRow
    from ui.tasks import Tasks

_SKELETON_AFTER_MS = 300
_SKELETON_ROWS = 7
_MAX_ROWS_AT_ONCE = 50_000
"""Among more rows hardly any hit is found at once: a keystroke is painted first, and searched for then."""
_AFTER_PAINT_MS = 16
"""After the first hits the search goes on in another turn than that in which they are painted."""
_STEPS_AT_ONCE = 10
"""How many steps of a search, each of 2 ms, the way into its rows waits for."""
_SHOWN_EVERY = 10
"""After so many steps of a search its new hits are shown: each time, all rows are painted again."""


class LocationPane(QWidget):
    """Shows lists and searches them.

    Args:
        mixed: Whether the lists are those of several countries, so that rows name theirs.
    """

    country_requested = Signal(str)

    def __init__(
        self, search_name: str, table_name: str, context: PageContext, tasks: Tasks, *, mixed: bool = False
    ) -> None:
        super().__init__()
        self._context = context
        self._tasks = tasks
        self._is_mixed = mixed
        self._lists: Sequence[LocationList] = ()
        self._names: Mapping[str, str] = {}
        self._age = self._unreadable = self._when_empty = ""
        self.file_name = ""
        # What the table shows, and the search of the text that was typed last.
        self.found = self._searched = Search((), "")
        self.search = SearchField(search_name)
        self.search.textChanged.connect(self._on_text_changed)
        self.table = LocationTable(table_name, self.search)
        self.table.copied.connect(self._on_copied)
        self.table.rows_requested.connect(self._on_rows_requested)
        self.table.menu_requested.connect(self._on_menu_requested)
        self.nothing = EmptyState("search", "", "")
        self._blank = QWidget()
        self._stack = stacked(self._blank, self.table, self.nothing)
        self._count = Label("", "caption")
        self.copy_csv = IconButton("copy", _("Copy all as CSV"))
        self.copy_csv.clicked.connect(lambda: tasks.start("csv", self._copy_csv()))
        self.save_csv = IconButton("download", _("Save as CSV"))
        self.save_csv.clicked.connect(self._on_save_csv_clicked)
        self._steps = QTimer(self)
        self._steps_taken = 0
        self._steps.timeout.connect(self._on_step_due)
        self._skeleton_timer = QTimer(self, singleShot=True, interval=_SKELETON_AFTER_MS)
        self._skeleton_timer.timeout.connect(self._on_loading_takes_long)
        self._lay_out()

    def show_loading(self) -> None:
        """Clears the rows; after 300 ms placeholder rows appear."""
        self._show_lists((), {})
        self._stack.setCurrentWidget(self._blank)
        self._skeleton_timer.start()

    def show_lists(
        self, lists: Sequence[LocationList], names: Mapping[str, str], *, age: str, when_empty: str = ""
    ) -> None:
        """Search text, selection and scroll position stay; `when_empty` replaces an empty list."""
        self._skeleton_timer.stop()
        self._unreadable = unreadable_text("locations", sum(one.unreadable for one in lists))
        self._age = " · ".join(filter(None, (age, self._unreadable)))
        self._when_empty = when_empty
        self._show_lists(lists, names)

    def follow_time(self, now: datetime) -> None:
        """Shows the moment that the lists are from as it is called now: with its day, once that is over."""
        if self._lists:
            oldest = min(one.as_of for one in self._lists)
            self._age = " · ".join(filter(None, (as_of(oldest, now), self._unreadable)))
            self._show_found()

    def show_nothing(self, icon: str, title: str, text: str, *, action: str = "") -> None:
        self._skeleton_timer.stop()
        self._show_lists((), {})
        self.nothing.show_empty(icon, title, text, action=action)
        self._stack.setCurrentWidget(self.nothing)

    def _show_lists(self, lists: Sequence[LocationList], names: Mapping[str, str]) -> None:
        self._lists, self._names = lists, names
        self._searched = Search(lists, self.search.text())
        self._searched.first_page()
        self._search_on()
        if self._has_result():
            self._show_search()

    def _search_on(self) -> None:
        if self._searched.done:
            self._steps.stop()
        else:
            self._steps.start(_AFTER_PAINT_MS if len(self._searched) else 0)

    def _has_result(self) -> bool:
        """Returns whether there are hits for the rows in use; until then, an empty table would flicker."""
        return len(self._searched) > self._last_row_in_use() or self._searched.done

    def _last_row_in_use(self) -> int:
        """Returns the last row that is in sight or selected; 0 if the rows are those of the text before."""
        if not self._is_same_text():
            return 0
        in_sight = self.table.rowAt(self.table.viewport().height() - 1)
        selected = self._selected_code()
        return max(
            in_sight if in_sight >= 0 else self.table.model().rowCount() - 1,
            selected[0] if selected else 0,
            0,
        )

    def _is_same_text(self) -> bool:
        return self.found.text == self._searched.text

    def _show_search(self) -> None:
        """Replaces the rows; those of the same text in other lists keep selection and scroll position."""
        selected = self._selected_code() if self._is_same_text() else None
        scroll = self.table.verticalScrollBar().value() if self._is_same_text() else 0
        self.found = self._searched
        self.table.show_search(self.found, shown_names(self._names) if self._is_mixed else {})
        self._show_found()
        self.table.verticalScrollBar().setValue(scroll)
        if selected:
            self._select_again(*selected)

    def _show_found(self) -> None:
        rows = self.table.model().rowCount()
        self.copy_csv.setEnabled(rows > 0)
        self.save_csv.setEnabled(rows > 0)
        if not self._lists:
            self._count.setText("")
            return
        is_searched = bool(self.search.text().strip())
        count = matches_count(rows, self.found.rows, more=not self.found.done)
        text = _("{count} · {age}").format(count=count, age=self._age)
        self._count.setText(text if is_searched else self._age)
        self.search.show_found(count if is_searched and self.found.done else "")
        if rows or not self.found.done:
            self._stack.setCurrentWidget(self.table)
            return
        if is_searched:
            isps_only = all(one.kind == "asns" for one in self._lists)
            text = _("No name or ASN matches.") if isps_only else _("No name, code or state matches.")
            self.nothing.show_empty("search", _("Nothing found"), text)
        elif self._unreadable:
            self.nothing.show_empty("triangle-alert", _("None could be read"), self._unreadable)
        else:
            self.nothing.show_empty("globe", _("None here"), self._when_empty)
        self._stack.setCurrentWidget(self.nothing)

    def _selected_code(self) -> tuple[int, str] | None:
        row = self.table.currentIndex().row()
        if not 0 <= row < len(self.found) or not self.table.selectionModel().hasSelection():
            return None
        return row, self.table.row(row).code

    def _select_again(self, row: int, code: str) -> None:
        """Restores the selection where the row is still at its index."""
        if self._is_at(row, code):
            scroll = self.table.verticalScrollBar().value()
            self.table.selectRow(row)
            self.table.verticalScrollBar().setValue(scroll)

    def _is_at(self, row: int, code: str) -> bool:
        return row < self.table.model().rowCount() and self.table.row(row).code == code

    @cached_property
    def _skeleton(self) -> QWidget:
        rows = [row(Skeleton(120, 14), None, Skeleton(90, 14)) for _row in range(_SKELETON_ROWS)]
        widget = framed(column(*rows, None, spacing=22, margins=(6, 12, 6, 0)))
        widget.setAccessibleName(_("Loading"))
        self._stack.addWidget(widget)
        return widget

    def _lay_out(self) -> None:
        foot = row((self._count, 1), self.copy_csv, self.save_csv, spacing=2)
        column(self.search, (self._stack, 1), foot, spacing=6, on=self)

    def _on_text_changed(self) -> None:
        if self._lists:
            self._searched = self._searched.another(self.search.text())
            if self._searched.rows <= _MAX_ROWS_AT_ONCE:
                self._searched.first_page()
            self._search_on()
            if self._has_result():
                self._show_search()

    def _on_step_due(self) -> None:
        self._steps.setInterval(0)
        self._steps_taken += 1
        if not self._searched.step():
            self._steps.stop()
        if self.found is not self._searched:
            if self._has_result():
                self._show_search()
        elif self._searched.done or self._steps_taken % _SHOWN_EVERY == 0:
            self.table.show_more()
            self._show_found()

    def _on_rows_requested(self) -> None:
        """Shows the hits of what was typed: the keyboard must not reach rows of the text before."""
        if self._is_same_text():
            return
        for _step in range(_STEPS_AT_ONCE):
            if self._has_result():
                break
            self._searched.step()
        self._show_search()

    def _on_loading_takes_long(self) -> None:
        if not self._lists:
            self._stack.setCurrentWidget(self._skeleton)

    def _on_copied(self, row: int) -> None:
        self._copy(row, self.table.row(row))

    def _copy(self, row: int, shown: LocationRow) -> None:
        """Copies the ID or AS number of a row, whose index may be that of another one by now."""
        self._context.copy_text(shown.copy_code)
        if self._is_at(row, shown.code):
            self.table.show_copied(row)

    def _on_menu_requested(self, row: int, position: QPoint) -> None:
        if row >= self.table.model().rowCount():
            return
        shown, line = self.table.row(row), location_line(self.found[row])
        menu = QMenu(self)
        set_style(menu, "menu")
        menu.setAccessibleName(sanitized(shown.name))
        menu.addAction(unmnemonic(copy_words(shown)), lambda: self._copy(row, shown))
        menu.addAction(_("Copy name"), lambda: self._context.copy_text(shown.name))
        menu.addAction(_("Copy row"), lambda: self._context.copy_text(line))
        if shown.country_name:
            menu.addSeparator()
            menu.addAction(_("Open country"), lambda: self.country_requested.emit(shown.country))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(position)

    async def _copy_csv(self) -> None:
        self._context.show_message(_("Copying as CSV…"))
        self._context.clipboard.copy_text(await csv_of(self.found, self._names))
        self._context.show_message(_("Copied as CSV"))

    def _on_save_csv_clicked(self) -> None:
        choose_file(
            self,
            _("Save as CSV"),
            self.file_name,
            lambda path: self._tasks.start("csv", self._save_csv(Path(path))),
        )

    async def _save_csv(self, path: Path) -> None:
        await save_csv(self.found, self._names, path)
        self._context.show_message(_("Saved as {name}").format(name=path.name))

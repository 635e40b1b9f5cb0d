"""Cities or ISPs with their search: stepped through in slices, the latest text wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.i18n.texts import _
from app.present.locations import matches_count
from app.present.unreadable import unreadable_rows
from app.rules.locations.search import Search
from ui.pages.locations.place_table import LocationTable
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.skeleton import Skeleton
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.rules.locations.lists import LocationList

_SKELETON_AFTER_MS = 300
_SKELETON_ROWS = 7


class LocationsPane(QWidget):
    """Shows lists and what is searched for in them.

    Signals:
        retry_wanted(): 'Try again' was pressed.
        copy_csv_wanted(), save_csv_wanted(): What is shown is wanted as CSV.
    """

    retry_wanted = Signal()
    copy_csv_wanted = Signal()
    save_csv_wanted = Signal()

    def __init__(self, search_name: str, table_name: str, parent: QWidget | None = None) -> None:
        """Makes an empty pane.

        Args:
            search_name: Of the search, visible and for screen readers.
        """
        super().__init__(parent)
        self._lists: Sequence[LocationList] = ()
        self._names: Mapping[str, str] = {}
        self._age = ""
        self._unreadable = self._when_empty = ""
        self.found = Search((), "")
        self.search = SearchField(search_name)
        self.search.textChanged.connect(self._on_text_changed)
        self.table = LocationTable(table_name, self.search)
        self._nothing = EmptyState("search", "", "")
        self._nothing.acted.connect(self.retry_wanted)
        self._loading = _build_skeleton()
        self._blank = QWidget()
        self._stack = QStackedWidget()
        for widget in (self._blank, self.table, self._nothing, self._loading):
            self._stack.addWidget(widget)
        self._count = Label("", "caption")
        self.copy_csv = IconButton("copy", _("Copy all as CSV"))
        self.copy_csv.clicked.connect(self.copy_csv_wanted)
        self.save_csv = IconButton("download", _("Save as CSV"))
        self.save_csv.clicked.connect(self.save_csv_wanted)
        self._steps = QTimer(self, interval=0)
        self._steps.timeout.connect(self._on_step_due)
        self._patience = QTimer(self, singleShot=True, interval=_SKELETON_AFTER_MS)
        self._patience.timeout.connect(self._on_loading_takes_long)
        self._lay_out()

    def show_loading(self) -> None:
        """Waits for lists; after 300 ms placeholder rows appear."""
        self._show_lists((), {})
        self._stack.setCurrentWidget(self._blank)
        self._patience.start()

    def show_lists(
        self,
        lists: Sequence[LocationList],
        *,
        age: str,
        names: Mapping[str, str] | None = None,
        when_empty: str = "",
    ) -> None:
        """Shows lists; the search, the selected row and the scroll stay as they are.

        Args:
            lists: What is searched.
            age: 'as of 14:02'.
            names: Countries by their code, where the rows should name theirs.
            when_empty: A sentence for lists without a row.
        """
        self._patience.stop()
        self._unreadable = unreadable_rows(sum(places.unreadable for places in lists))
        self._age = " · ".join(filter(None, (age, self._unreadable)))
        self._when_empty = when_empty
        selected = self._selected_code()
        scroll = self.table.verticalScrollBar().value()
        self._show_lists(lists, names or {})
        self.table.verticalScrollBar().setValue(scroll)
        if selected:
            self._select_again(*selected)

    def show_nothing(self, icon: str, title: str, text: str, *, action: str = "") -> None:
        """Shows why there is nothing to show."""
        self._patience.stop()
        self._show_lists((), {})
        self._nothing.show_empty(icon, title, text, action=action)
        self._stack.setCurrentWidget(self._nothing)

    def rows_shown(self) -> int:
        """Returns how many rows have been found by now."""
        return self.table.places.rowCount()

    def names(self) -> Mapping[str, str]:
        """Returns the countries that the rows name, by their code."""
        return self._names

    def _show_lists(self, lists: Sequence[LocationList], names: Mapping[str, str]) -> None:
        self._lists, self._names = lists, names
        self._search_now()

    def _search_now(self) -> None:
        self.found = Search(self._lists, self.search.text())
        self.found.first_page()
        self.table.places.show_search(self.found, self._names)
        self.table.fit()
        if self.found.done:
            self._steps.stop()
        else:
            self._steps.start()
        self._say_found()

    def _say_found(self) -> None:
        rows = self.table.places.rowCount()
        self.copy_csv.setEnabled(rows > 0)
        self.save_csv.setEnabled(rows > 0)
        if not self._lists:
            self._count.setText("")
            return
        is_searched = bool(self.search.text().strip())
        count = matches_count(rows, sum(map(len, self._lists)), more=not self.found.done)
        text = _("{count} · {age}").format(count=count, age=self._age)
        self._count.setText(text if is_searched else self._age)
        self.search.show_found(count if is_searched and self.found.done else "")
        if rows or not self.found.done:
            self._stack.setCurrentWidget(self.table)
            return
        if is_searched:
            isps_only = all(places.kind == "asns" for places in self._lists)
            text = _("No name or ASN matches.") if isps_only else _("No name, code or state matches.")
            self._nothing.show_empty("search", _("Nothing found"), text)
        elif self._unreadable:
            self._nothing.show_empty("triangle-alert", _("None could be read"), self._unreadable)
        else:
            self._nothing.show_empty("globe", _("None here"), self._when_empty)
        self._stack.setCurrentWidget(self._nothing)

    def _selected_code(self) -> tuple[int, str] | None:
        row = self.table.currentIndex().row()
        if row < 0 or row >= self.rows_shown() or not self.table.selectionModel().hasSelection():
            return None
        return row, self.table.places.place(row).code

    def _select_again(self, row: int, code: str) -> None:
        """Restores the selection where the row is still at its index."""
        if row < self.rows_shown() and self.table.places.place(row).code == code:
            scroll = self.table.verticalScrollBar().value()
            self.table.selectRow(row)
            self.table.verticalScrollBar().setValue(scroll)

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(2)
        foot.addWidget(self._count, 1)
        foot.addWidget(self.copy_csv)
        foot.addWidget(self.save_csv)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.search)
        column.addWidget(self._stack, 1)
        column.addLayout(foot)

    def _on_text_changed(self) -> None:
        if self._lists:
            self._search_now()
            self.table.scrollToTop()

    def _on_step_due(self) -> None:
        if not self.found.step():
            self._steps.stop()
        self.table.places.show_more()
        self._say_found()

    def _on_loading_takes_long(self) -> None:
        if not self._lists:
            self._stack.setCurrentWidget(self._loading)


def _build_skeleton() -> QWidget:
    widget = QWidget()
    widget.setAccessibleName(_("Loading"))
    column = QVBoxLayout(widget)
    column.setContentsMargins(6, 12, 6, 0)
    column.setSpacing(22)
    for _row in range(_SKELETON_ROWS):
        row = QHBoxLayout()
        row.addWidget(Skeleton(120, 14))
        row.addStretch(1)
        row.addWidget(Skeleton(90, 14))
        column.addLayout(row)
    column.addStretch(1)
    return widget

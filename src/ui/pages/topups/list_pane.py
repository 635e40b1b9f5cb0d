"""The list of top-ups: search, chips, rows, further pages on demand."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QRect, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from app.errors import AppError
from app.i18n.texts import _, ngettext, pgettext
from app.i18n.units import found_of, number
from ui.pages.topups.history import ALL, OPEN
from ui.pages.topups.list_model import TopUpRowDelegate
from ui.widgets.buttons.buttons import LinkButton, PrimaryButton
from ui.widgets.inputs.chips import ChipGroup
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.keyboard_focus import put_behind
from ui.widgets.layout.boxes import column, framed, row
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.painting import picture_of
from ui.widgets.tables.card_list import CardList
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap, QResizeEvent

    from app.present.errors import ErrorView
    from ui.pages.topups.history import History
    from ui.pages.topups.list_footer import ListFooter
    from ui.pages.topups.list_model import TopUpListModel
    from ui.pages.topups.requests import PendingRequests
    from ui.tasks import Tasks

PANE_WIDTH = 371
_NEAR_END = 10


class TopUpListPane(QWidget):
    """The loaded top-ups; a search loads all further pages. `chip_chosen` has `all`, `open`, or a status."""

    chip_chosen = Signal(str)
    topup_chosen = Signal(str)

    def __init__(
        self,
        history: History,
        model: TopUpListModel,
        pending: PendingRequests,
        footer: ListFooter,
        tasks: Tasks,
    ) -> None:
        super().__init__()
        self._history = history
        self._model = model
        self._tasks = tasks
        self._is_loading_all = False
        self._is_stopped = False
        self._chosen_id = ""
        self._missing: ErrorView | None = None
        self._unreadable = ""
        self.search = SearchField(_("Search top-ups"), _("Search"))
        self.search.textChanged.connect(self._on_search_changed)
        self.new_button = PrimaryButton(_("New top-up"), "plus")
        self.chips = ChipGroup(
            pgettext("which top-ups", "Show"),
            [
                (ALL, pgettext("top-ups", "All")),
                (OPEN, pgettext("top-ups under way", "Open")),
                ("credited", pgettext("top-ups", "Credited")),
                ("rejected", pgettext("top-ups", "Rejected")),
                ("expired", pgettext("top-ups", "Expired")),
            ],
        )
        self.chips.chosen.connect(self._on_chip_chosen)
        self.pending = pending
        self.footer = footer
        self.list = CardList(_("Top-ups"), model, TopUpRowDelegate(), _skeleton)
        self.list.chosen.connect(self._on_row_chosen)
        self.view = self.list.view
        self.search.set_rows(self.view)
        self.pending.emptied.connect(self.view.setFocus)
        self.view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        model.found_more.connect(self._show_progress)
        model.arrived.connect(self._on_arrived)
        self._lay_out()

    @cached_property
    def _searched(self) -> tuple[QWidget, Label, LinkButton]:
        """The line that shows how much was searched, its text and button, made for the first search."""
        text, button = Label("", "secondary", elide="right"), LinkButton("")
        button.clicked.connect(self._on_search_on_clicked)
        line = framed(row((text, 1), button, margins=(16, 4, 12, 0)))
        self._parts.insertWidget(self._parts.indexOf(self.footer), line)
        put_behind(line, (self.chips,))
        return line, text, button

    def show_list(self) -> None:
        if self._model.rowCount():
            self.list.show_rows()
        elif self._is_searching():
            self.list.show_nothing("search", *self._nothing_found())
        elif self._missing is not None:
            self.list.show_nothing(self._missing.icon, _("Not loaded"), self._missing.text)
        elif self._unreadable:
            self.list.show_nothing("triangle-alert", _("None could be read"), self._unreadable)
        elif self._model.loaded():
            self.list.show_nothing("eye-off", _("None here"), _("All top-ups here are hidden."))
        else:
            self.list.show_nothing("wallet", _("None here"), _("There are no top-ups with this status."))

    def show_missing(self, why: ErrorView | None) -> None:
        """Shows why the rows could not be loaded; None when they are."""
        self._missing = why
        self.show_list()

    def show_unreadable(self, text: str) -> None:
        """Shows in an empty list how many top-ups could not be parsed; '' when all could."""
        self._unreadable = text
        self.show_list()

    def select(self, topup_id: str) -> None:
        """Selects a row without a signal, and scrolls to it."""
        self._chosen_id = topup_id
        self.list.select(self._model.index_of(topup_id))

    def show_searched(self) -> None:
        """Shows how much of the list was searched, and continues to the end of it."""
        is_waiting = not self._is_stopped and not self._is_loading_all
        if self._is_searching() and is_waiting and self._history.can_load_more():
            self._search_all()
        else:
            self._show_progress()

    def picture_on(self, page: QWidget) -> tuple[QPoint, QPixmap] | None:
        """Returns what `Page.pictures` shows, with its position on the page; None likewise."""
        is_usual = self._history.chip == ALL and not self.search.text() and self._history.is_reported()
        if not (is_usual and self.view.isVisibleTo(page)):
            return None
        # With the line beside the list, and nothing of what is beyond.
        area = QRect(self.mapTo(page, QPoint(0, 0)), self.size()).adjusted(-1, 0, 1, 0) & page.rect()
        viewport = self.view.viewport()
        rows = QRect(viewport.mapTo(page, QPoint(0, 0)), viewport.size())
        picture = picture_of(page, area, without=rows)
        painter = QPainter(picture)
        painter.translate(-area.topLeft())
        self.view.paint_first_rows(painter, rows, self._model.dated_row)
        painter.end()
        return area.topLeft(), picture

    def _is_searching(self) -> bool:
        return bool(self.search.text().strip())

    def _show_progress(self) -> None:
        if self._is_searching() or "_searched" in vars(self):
            self._fill(*self._searched)
        self.show_list()

    def _fill(self, line: QWidget, text: Label, button: LinkButton) -> None:
        """Shows '3 found · Searched 50 of 157 …' and 'Stop' while searching on, then '3 of 157 found'."""
        had_focus = button.hasFocus()
        line.setVisible(self._is_searching())
        text.setText(self._progress_text())
        button.setText(_("Stop") if self._is_loading_all else _("Search all"))
        button.setVisible(self._history.can_load_more())
        is_at_end = self._is_searching() and not self._is_loading_all
        self.search.show_found(text.shown_text() if is_at_end else "")
        if had_focus and button.isHidden():
            self.search.setFocus()

    def _progress_text(self) -> str:
        found = self._model.rowCount()
        done, total = self._history.progress()
        if not self._history.can_load_more():
            return found_of(found, done)
        if total is None:
            searched = _("Searched {n} …") if self._is_loading_all else _("Searched {n}")
        else:
            searched = _("Searched {n} of {m} …") if self._is_loading_all else _("Searched {n} of {m}")
        text = searched.format(n=number(done), m=number(total or 0))
        hits = ngettext("{n} found", "{n} found", found).format(n=number(found))
        return _("{count} · {progress}").format(count=hits, progress=text) if found else text

    def _nothing_found(self) -> tuple[str, str]:
        can_load_more = self._history.can_load_more()
        if self._is_loading_all and can_load_more:
            return _("Searching…"), _("Nothing found so far: older top-ups are being searched.")
        if self._history.is_reported() and not can_load_more:
            return _("Nothing found"), _("No top-up holds these words.")
        return _("Nothing found so far"), _("No loaded top-up matches this search.")

    async def _load_more(self) -> None:
        await self._history.load_more()
        self._show_progress()

    async def _load_all(self) -> None:
        try:
            while self._history.can_load_more():
                await self._load_more()
        except AppError:
            self._is_stopped = True  # the next one would fare no better
            self._end_loading_all()
            raise
        self._end_loading_all()

    def _end_loading_all(self) -> None:
        self._is_loading_all = False
        self._show_progress()

    def _search_all(self) -> None:
        self._is_stopped, self._is_loading_all = False, True
        self._show_progress()
        self._tasks.start("search all", self._load_all())

    def _stop(self) -> None:
        self._tasks.cancel("search all")
        self._end_loading_all()

    def _lay_out(self) -> None:
        top = row((self.search, 1), self.new_button, spacing=8, margins=(16, 0, 16, 0))
        # The chips, counts included, have to stay in one line.
        chips = row(self.chips, margins=(16, 0, 4, 0))
        head = column(top, chips, spacing=10, margins=(0, 14, 0, 8))
        self._parts = column(head, self.pending, (self.list, 1), self.footer, spacing=0, on=self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reserves height for the list, however many requests are pending."""
        super().resizeEvent(event)
        self.pending.limit_height(self.height() * 2 // 5)

    def _on_search_changed(self, text: str) -> None:
        self._model.filter_by(text)
        self.show_list()
        self.view.scrollToTop()
        self.select(self._chosen_id)
        self._is_stopped = False
        if text.strip():
            self.show_searched()
        else:
            self._stop()

    def _on_search_on_clicked(self) -> None:
        if self._is_loading_all:
            self._is_stopped = True
            self._stop()
        else:
            self._search_all()

    def _on_arrived(self) -> None:
        """Selects what is open if it has just arrived."""
        if not self.view.selectionModel().hasSelection():
            self.select(self._chosen_id)

    def _on_chip_chosen(self, chip: str) -> None:
        self._stop()
        self.chip_chosen.emit(chip)

    def _on_row_chosen(self, index: QModelIndex) -> None:
        self._chosen_id = self._model.id_at(index)
        self.topup_chosen.emit(self._chosen_id)

    def _on_scrolled(self, value: int) -> None:
        bar = self.view.verticalScrollBar()
        row_height = max(1, self.view.sizeHintForRow(0))
        is_near_end = bar.maximum() - value < _NEAR_END * row_height
        is_loading = self._tasks.is_running("more") or self._is_loading_all
        if is_near_end and self._history.can_load_more() and not is_loading:
            self._tasks.start("more", self._load_more())


def _skeleton() -> QWidget:
    texts = [column(Skeleton(90, 12), Skeleton(150, 10)) for _row in range(6)]
    rows = [row(Skeleton(34, 34), both, None, spacing=12) for both in texts]
    return framed(column(*rows, None, spacing=22, margins=(18, 10, 18, 0)))

"""The list of top-ups: search, chips, rows, further pages on demand, and a footer with export and hiding."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.errors import AppError, StorageError
from app.i18n.texts import _, ngettext, pgettext
from app.i18n.units import found_of, number
from ui.pages.files import choose_table_file
from ui.pages.topups.history import ALL, OPEN
from ui.pages.topups.list_model import TopUpRowDelegate
from ui.widgets.buttons.buttons import Button, LinkButton, PrimaryButton
from ui.widgets.inputs.chips import ChipGroup
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.boxes import column, framed, row
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.progress import ProgressBar
from ui.widgets.tables.card_list import CardList
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.present.errors import ErrorView
    from app.services.accounts.session import AccountSession
    from app.services.topups.exports import Form
    from ui.pages.topups.history import History
    from ui.pages.topups.list_model import TopUpListModel
    from ui.pages.topups.requests import PendingRequests
    from ui.tasks import Tasks

PANE_WIDTH = 371
_NEAR_END = 10
_RESULT_MS = 10_000


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
        self._searched = Label("", "secondary", elide="right")
        self._search_on = LinkButton(_("Search all"))
        self._search_on.clicked.connect(self._on_search_on_clicked)
        self.footer = footer
        self.list = CardList(_("Top-ups"), model, TopUpRowDelegate(), _skeleton)
        self.list.chosen.connect(self._on_row_chosen)
        self.view = self.list.view
        self.search.set_rows(self.view)
        self.pending.emptied.connect(self.view.setFocus)
        self.view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        model.found_more.connect(self._show_progress)
        self._lay_out()

    def show_list(self) -> None:
        if self._model.rowCount():
            self.list.show_rows()
        elif self._is_searching():
            self.list.show_nothing("search", *self._nothing_found())
        elif self._missing is not None:
            self.list.show_nothing(self._missing.icon, _("Not loaded"), self._missing.text)
        elif self._unreadable:
            self.list.show_nothing("triangle-alert", _("None could be read"), self._unreadable)
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

    def _is_searching(self) -> bool:
        return bool(self.search.text().strip())

    def _show_progress(self) -> None:
        """Shows '3 found · Searched 50 of 157 …' and 'Stop' while searching on, then '3 of 157 found'."""
        had_focus = self._search_on.hasFocus()
        self._search_row.setVisible(self._is_searching())
        self._searched.setText(self._progress_text())
        self._search_on.setText(_("Stop") if self._is_loading_all else _("Search all"))
        self._search_on.setVisible(self._history.can_load_more())
        is_at_end = self._is_searching() and not self._is_loading_all
        self.search.show_found(self._searched.shown_text() if is_at_end else "")
        if had_focus and self._search_on.isHidden():
            self.search.setFocus()
        self.show_list()

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
        self._search_row = framed(row((self._searched, 1), self._search_on, margins=(16, 4, 12, 0)))
        self._search_row.hide()
        top = row((self.search, 1), self.new_button, spacing=8, margins=(16, 0, 16, 0))
        # The chips, counts included, have to stay in one line.
        chips = row(self.chips, margins=(16, 0, 4, 0))
        head = column(top, chips, spacing=10, margins=(0, 14, 0, 8))
        column(head, self.pending, (self.list, 1), self._search_row, self.footer, spacing=0, on=self)

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


class ListFooter(QWidget):
    """Exports the list of top-ups, and hides top-ups from it."""

    hidden_changed = Signal()

    def __init__(
        self, account: AccountSession, history: History, model: TopUpListModel, tasks: Tasks
    ) -> None:
        super().__init__()
        self._account = account
        self._history = history
        self._model = model
        self._tasks = tasks
        self._hidden_ids: frozenset[str] = frozenset()
        self._are_shown = False
        self.export = LinkButton(_("Export"), "download")
        self.export.clicked.connect(self._on_export_clicked)
        self.hidden = LinkButton("")
        self.hidden.clicked.connect(self._on_hidden_clicked)
        self.stop = Button(_("Stop"), compact=True)
        self.stop.clicked.connect(self._on_stop_clicked)
        self._bar = ProgressBar(_("Exporting…"))
        self._count = Label("", "secondary")
        self._age = Label("", "secondary")
        self._result = Label("", "secondary", elide="middle")
        self.result_timer = QTimer(self, singleShot=True, interval=_RESULT_MS)
        self.result_timer.timeout.connect(lambda: self._result.setText(""))
        self._progress = framed(row((self._bar, 1), self._count, self.stop, spacing=8, margins=(4, 4, 4, 0)))
        lower = row(self.export, (self._result, 1), self._age, self.hidden)
        column(self._progress, lower, spacing=4, margins=(12, 2, 12, 6), on=self)
        self._progress.hide()
        self.hidden.hide()

    def show_age(self, text: str) -> None:
        """Shows the age of the list, 'as of 14:02'."""
        self._age.setText(text)

    def is_hidden(self, topup_id: str) -> bool:
        return topup_id in self._hidden_ids

    def left_out(self) -> frozenset[str]:
        """Returns the ids of the hidden top-ups; none while they are shown."""
        return frozenset() if self._are_shown else self._hidden_ids

    def toggle_hidden(self, topup_id: str) -> None:
        self._tasks.start(f"hide {topup_id}", self._toggle_hidden(topup_id))

    async def load_hidden(self) -> None:
        before = self._hidden_ids
        with suppress(StorageError):  # then all are shown
            self._hidden_ids = await self._account.choices.hidden()
        if self._hidden_ids != before:
            self._show_hidden()

    def export_to(self, path: str) -> None:
        """The suffix decides between JSON and CSV."""
        self._tasks.start("export", self._export(Path(path)))

    async def _toggle_hidden(self, topup_id: str) -> None:
        if topup_id in self._hidden_ids:
            await self._account.choices.unhide(topup_id)
            self._hidden_ids -= {topup_id}
        else:
            await self._account.choices.hide(topup_id)
            self._hidden_ids |= {topup_id}
        self._show_hidden()

    def _show_hidden(self) -> None:
        count = len(self._hidden_ids)
        self._are_shown = self._are_shown and count > 0
        self._model.hide_ids(self.left_out())
        show = ngettext("Show {n} hidden", "Show {n} hidden", count).format(n=count)
        self.hidden.setText(_("Exclude hidden") if self._are_shown else show)
        self.hidden.setVisible(count > 0)
        self.hidden_changed.emit()

    async def _export(self, path: Path) -> None:
        from app.services.topups.exports import export_topups  # noqa: PLC0415 (seldom used)

        form: Form = "json" if path.suffix.casefold() == ".json" else "csv"
        self._show_progress(0, None)
        done = 0
        try:
            # A stop always comes while it waits for the next step, which then leaves no file.
            status, references = self._history.status(), await self._account.choices.references()
            steps = export_topups(self._account.topups, path, form, status, references=references)
            async for step in steps:
                done = step.done
                self._show_progress(step.done, step.total)
        finally:
            self._progress.hide()
            self.export.setEnabled(True)
        text = ngettext("Exported {n} top-up to {name}.", "Exported {n} top-ups to {name}.", done)
        self._show_result(text.format(n=done, name=path.name))

    def _show_progress(self, done: int, total: int | None) -> None:
        self._result.setText("")
        text = _("{n} of {m} exported").format(n=done, m=total) if total else _("Exporting…")
        self._count.setText(text)
        self._bar.show_progress(min(done, total or 1), total or 1, text=text)
        self._progress.show()
        self.export.setEnabled(False)

    def _show_result(self, text: str) -> None:
        self._result.setText(text)
        self.result_timer.start()

    def _on_export_clicked(self) -> None:
        choose_table_file(self, _("Export top-ups"), "top-ups", self.export_to)

    def _on_stop_clicked(self) -> None:
        self._tasks.cancel("export")
        self._show_result(_("The export was stopped; no file was written."))

    def _on_hidden_clicked(self) -> None:
        self._are_shown = not self._are_shown
        self._show_hidden()

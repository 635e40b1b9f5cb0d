"""The footer of the list: export, its progress, and hidden top-ups."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.errors import AppError, StorageError
from app.i18n.texts import _, ngettext, sentences
from app.i18n.units import as_of, number
from app.present.statuses import unreadable_text
from ui.tasks import SAVING
from ui.widgets.buttons.buttons import Button, LinkButton
from ui.widgets.keyboard_focus import focus_moved_on, put_behind
from ui.widgets.layout.boxes import column, framed, row
from ui.widgets.screen_reader import announce
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from datetime import datetime

    from app.services.accounts.session import AccountSession
    from ui.pages.topups.history import History
    from ui.pages.topups.list_model import TopUpListModel
    from ui.tasks import Tasks
    from ui.widgets.progress import ProgressBar

_RESULT_MS = 10_000


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
        self._exported = ""
        self.export = LinkButton(_("Export"), "download")
        self.export.clicked.connect(self._on_export_clicked)
        self.hidden = LinkButton("")
        self.hidden.clicked.connect(self._on_hidden_clicked)
        self._age = Label("", "secondary")
        self._cached_at: datetime | None = None
        self._result = Label("", "secondary", elide="middle")
        self.result_timer = QTimer(self, singleShot=True, interval=_RESULT_MS)
        self.result_timer.timeout.connect(lambda: self._result.setText(""))
        lower = row(self.export, (self._result, 1), self._age, self.hidden)
        self._rows = column(lower, spacing=4, margins=(12, 2, 12, 6), on=self)
        self.hidden.hide()

    @cached_property
    def _progress(self) -> tuple[QWidget, ProgressBar, Label]:
        """The line of an export, its bar and its text, made for the first one."""
        from ui.widgets.progress import ProgressBar  # noqa: PLC0415 (seldom shown)

        bar, text = ProgressBar(_("Exporting…")), Label("", "secondary")
        stop = Button(_("Stop"), compact=True)
        stop.clicked.connect(self._on_stop_clicked)
        line = framed(row((bar, 1), text, stop, spacing=8, margins=(4, 4, 4, 0)))
        self._rows.insertWidget(0, line)
        put_behind(line, (self.hidden,))
        return line, bar, text

    def unfinished(self) -> tuple[str, ...]:
        """Returns how much of an export that is under way is written; () for none."""
        return (self._exported,) if self._tasks.is_running("export") else ()

    def show_cached_at(self, cached_at: datetime | None) -> None:
        """Shows from when the cached list is, 'as of 14:02'; None once the service has reported the list."""
        self._cached_at = cached_at
        self.refresh_times()

    def refresh_times(self) -> None:
        at = self._cached_at
        self._age.setText("" if at is None else as_of(at, self._account.clock.now()))

    def is_hidden(self, topup_id: str) -> bool:
        return topup_id in self._hidden_ids

    def left_out(self) -> frozenset[str]:
        """Returns the ids of the hidden top-ups; none while they are shown."""
        return frozenset() if self._are_shown else self._hidden_ids

    def toggle_hidden(self, topup_id: str) -> None:
        self._tasks.start(f"{SAVING}hidden {topup_id}", self._toggle_hidden(topup_id))

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
        show = ngettext("Show {n} hidden", "Show {n} hidden", count).format(n=number(count))
        self.hidden.setText(_("Exclude hidden") if self._are_shown else show)
        self.hidden.setVisible(count > 0)
        self.hidden_changed.emit()

    async def _export(self, path: Path) -> None:
        from app.rules.csv_files import form_of  # noqa: PLC0415 (seldom used)
        from app.services.topups.exports import export_topups  # noqa: PLC0415 (likewise)

        self._show_progress(0, None)
        done = unreadable = 0
        try:
            # A stop always comes while it waits for the next step, which then leaves no file.
            statuses, references = self._history.statuses(), await self._account.choices.references()
            form = form_of(path.name)
            steps = export_topups(self._account.topups, path, form, statuses, references=references)
            async for step in steps:
                done, unreadable = step.done, step.unreadable
                self._show_progress(step.done, step.total)
        except AppError:
            # The banner may be about the connection, and go with its return.
            self._show_lasting(_("The export failed; no file was written."))
            raise
        finally:
            self.export.setEnabled(True)
            with focus_moved_on(self, (self.export,)):
                self._progress[0].hide()
        text = ngettext("Exported {n} top-up to {name}.", "Exported {n} top-ups to {name}.", done)
        text = text.format(n=number(done), name=path.name)
        if not unreadable:
            self._show_result(text)
            return
        # Who keeps books with the file would miss them.
        self._show_lasting(sentences((text, unreadable_text("records", unreadable))))

    def _show_progress(self, done: int, total: int | None) -> None:
        self._result.setText("")
        text, self._exported = _("Exporting…"), _("Export top-ups")
        if total:
            text = self._exported = _("{n} of {m} exported").format(n=number(done), m=number(total))
        line, bar, label = self._progress
        label.setText(text)
        bar.show_progress(min(done, total or 1), total or 1, text=text)
        line.show()
        self.export.setEnabled(False)

    def _show_result(self, text: str) -> None:
        """Shows a result for a while, with an announcement."""
        self._show_lasting(text)
        self.result_timer.start()

    def _show_lasting(self, text: str) -> None:
        """Shows a result until the next export, with an announcement."""
        self.result_timer.stop()
        self._result.setText(text)
        announce(self, self._result.shown_text())

    def _on_export_clicked(self) -> None:
        from ui.pages.files import choose_table_file  # noqa: PLC0415 (seldom used)

        choose_table_file(self, _("Export top-ups"), "top-ups", self.export_to)

    def _on_stop_clicked(self) -> None:
        self._tasks.cancel("export")
        self._show_result(_("The export was stopped; no file was written."))

    def _on_hidden_clicked(self) -> None:
        self._are_shown = not self._are_shown
        self._show_hidden()

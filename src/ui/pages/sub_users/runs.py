"""Runs over many sub-users on screen: progress, stop, what is left, and trying that again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ui.pages.sub_users.bulk_view import present_run, row_reason
from ui.tasks import Tasks

if TYPE_CHECKING:
    from app.models.sub_user_runs import RunProgress, RunRow
    from app.models.sub_users import SubUser
    from app.services.sub_users.bulk_runs import SubUserRun
    from ui.pages.sub_users.bulk_bar import BulkBar
    from ui.pages.sub_users.table import SubUserModel
    from ui.widgets.tables.table_view import TableView


class Runs(QObject):
    """Joins one run at a time with the table and the bar below it.

    Signals:
        begun(): A run has started.
        ended(): It doesn't any more, and the service may know more than the table shows.
        failed(AppError): Something went wrong beyond the rows.
        copy_wanted(list): Credentials of these sub-users, whose passwords are new.
    """

    begun = Signal()
    ended = Signal()
    failed = Signal(object)
    copy_wanted = Signal(list)

    def __init__(self, model: SubUserModel, table: TableView, bar: BulkBar, parent: QObject) -> None:
        """Connects the bar.

        Args:
            table: The remaining rows stay selected in it.
        """
        super().__init__(parent)
        self._model = model
        self._table = table
        self._bar = bar
        self._run: SubUserRun | None = None
        self._shown: set[int] = set()
        self._changed: list[str] = []
        self.is_running = False
        self.tasks = Tasks(self, self.failed.emit)
        bar.stop_wanted.connect(self._on_stop_wanted)
        bar.result.again_wanted.connect(self._on_again_wanted)
        bar.result.dismissed.connect(self._on_dismissed)
        bar.result.copy_wanted.connect(self._on_copy_wanted)

    def start(self, run: SubUserRun) -> None:
        """Begins a run; ignored while another one goes on."""
        if self.is_running:
            return
        self._changed = []
        self._begin(run)

    def _begin(self, run: SubUserRun) -> None:
        self._run = run
        self._shown = set()
        self.is_running = True
        self._model.show_troubles({})
        # Not to 'Stop', which a key that is held down would press at once.
        self._table.setFocus()
        self._show_progress(run.progress)
        self.begun.emit()
        self.tasks.start("run", self._work(run))

    def forget(self) -> None:
        """Takes the result away, as when another subscription is shown."""
        if not self.is_running:
            self._run = None
            self._bar.hide_result()
            self._model.show_troubles({})

    def changed_sub_users(self) -> list[SubUser]:
        """Returns the sub-users that the last run changed, with all its tries, as they are now."""
        return self._model.records(self._changed)

    async def _work(self, run: SubUserRun) -> None:
        try:
            final = await run.run(self._show_progress)
        finally:
            self.is_running = False
        self._show_rows(final)
        self._model.show_troubles(
            {row.row_id: row_reason(row) for row in final.left if row.row_id and row.state != "not_tried"}
        )
        if final.left:
            self._table.mark([row.row_id for row in final.left])
            self._table.go_to(final.left[0].row_id, "mark")
        if self._bar.window().focusWidget() is self._bar.stop:
            # It is about to go, and the keyboard must not go astray with it.
            self._table.setFocus()
        offers_copy = final.kind in ("new_passwords", "create") and bool(self.changed_sub_users())
        self._bar.show_result(present_run(final), offers_copy=offers_copy)
        self.ended.emit()

    def _show_progress(self, progress: RunProgress) -> None:
        self._bar.show_running(present_run(progress))
        self._show_rows(progress)

    def _show_rows(self, progress: RunProgress) -> None:
        """Shows the rows that are done since the last time."""
        done = [row for row in progress.rows if row.state == "done" and row.number not in self._shown]
        self._shown.update(row.number for row in done)
        for row in done:
            self._show_row(row)

    def _show_row(self, row: RunRow) -> None:
        if row.sub_user is not None:
            self._changed.append(row.sub_user.id)
            self._model.update(row.sub_user)
        else:
            self._model.remove(row.row_id)

    def _on_stop_wanted(self) -> None:
        if self._run is not None and self.is_running:
            self._run.stop()
            self._show_progress(self._run.progress)

    def _on_again_wanted(self) -> None:
        if self._run is not None and not self.is_running:
            self._begin(self._run.again())

    def _on_dismissed(self) -> None:
        self.forget()
        self._table.setFocus()

    def _on_copy_wanted(self) -> None:
        self.copy_wanted.emit(self.changed_sub_users())

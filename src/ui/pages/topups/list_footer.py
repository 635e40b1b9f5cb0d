"""The footer of the list of top-ups: export, and hidden top-ups."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.errors import StorageError
from app.i18n.texts import _, ngettext
from app.services.topups.exports import export_topups
from ui.widgets.buttons.buttons import Button, LinkButton
from ui.widgets.charts.progress import ProgressBar
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.accounts.accounts import AccountSession
    from app.services.topups.exports import Form
    from ui.pages.topups.list_model import TopUpListModel
    from ui.tasks import Tasks


_RESULT_MS = 10_000
_CSV, _JSON = "CSV (*.csv)", "JSON (*.json)"


class ListFooter(QWidget):
    """Exports the list of top-ups, and hides top-ups from it.

    Signals:
        hidden_changed(): Other top-ups are left out of the list than before.
    """

    hidden_changed = Signal()

    def __init__(
        self, account: AccountSession, model: TopUpListModel, tasks: Tasks, status: Callable[[], str | None]
    ) -> None:
        """Builds the footer.

        Args:
            account: Whose top-ups.
            model: The list; hidden top-ups are left out of it.
            tasks: Run the export, and save what is hidden.
            status: Returns the status of the top-ups to export; None for all.
        """
        super().__init__()
        self._account = account
        self._model = model
        self._tasks = tasks
        self._status = status
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
        self._lay_out()
        self.hidden.hide()

    def show_age(self, text: str) -> None:
        """Shows the age of the list, 'as of 14:02'; nothing when `text` is empty."""
        self._age.setText(text)

    def is_hidden(self, topup_id: str) -> bool:
        """Returns whether a top-up was hidden."""
        return topup_id in self._hidden_ids

    def left_out(self) -> frozenset[str]:
        """Returns the ids of the top-ups that the list leaves out now."""
        return frozenset() if self._are_shown else self._hidden_ids

    def toggle_hidden(self, topup_id: str) -> None:
        """Hides a top-up, or shows it again if it was hidden."""
        self._tasks.start(f"hide {topup_id}", self._toggle_hidden(topup_id))

    async def load_hidden(self) -> None:
        """Loads which top-ups were hidden."""
        with suppress(StorageError):  # then all are shown
            self._hidden_ids = await self._account.choices.hidden()
        self._show_hidden()

    def export_to(self, path: str) -> None:
        """Exports the list to a file; the name's ending decides between JSON and CSV."""
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
        form: Form = "json" if path.suffix.casefold() == ".json" else "csv"
        self._show_progress(0, None)
        done = 0
        try:
            # A stop always comes while it waits for the next step, which then leaves no file.
            async for step in export_topups(self._account.topups, path, form, self._status()):
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
        """Shows the result of an export beside the button, for a while."""
        self._result.setText(text)
        self.result_timer.start()

    def _lay_out(self) -> None:
        self._progress = QWidget()
        upper = QHBoxLayout(self._progress)
        upper.setContentsMargins(4, 4, 4, 0)
        upper.setSpacing(8)
        upper.addWidget(self._bar, 1)
        upper.addWidget(self._count)
        upper.addWidget(self.stop)
        lower = QHBoxLayout()
        lower.addWidget(self.export)
        lower.addWidget(self._result, 1)
        lower.addWidget(self._age)
        lower.addWidget(self.hidden)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 2, 12, 6)
        column.setSpacing(4)
        column.addWidget(self._progress)
        column.addLayout(lower)
        self._progress.hide()

    def _on_export_clicked(self) -> None:
        chooser = QFileDialog(self, _("Export top-ups"), "top-ups.csv")
        chooser.setNameFilters([_CSV, _JSON])
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setDefaultSuffix("csv")
        chooser.filterSelected.connect(
            lambda chosen: chooser.setDefaultSuffix("json" if chosen == _JSON else "csv")
        )
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(self.export_to)
        chooser.open()

    def _on_stop_clicked(self) -> None:
        self._tasks.cancel("export")
        self._show_result(_("The export was stopped; no file was written."))

    def _on_hidden_clicked(self) -> None:
        self._are_shown = not self._are_shown
        self._show_hidden()

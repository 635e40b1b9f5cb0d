"""The footer of the list of top-ups: export, and the hidden top-ups."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.errors import StorageError
from app.i18n.texts import _, ngettext
from app.services.topups.exports import export_topups
from ui.widgets.buttons.buttons import Button, LinkButton
from ui.widgets.charts.progress import ProgressBar
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.topups.choices import TopUpChoices
    from app.services.topups.exports import Form
    from app.services.topups.topups import TopUps
    from ui.pages.topups.list_model import TopUpListModel
    from ui.tasks import Tasks


_RESULT_MS = 10_000
_CSV, _JSON = "CSV (*.csv)", "JSON (*.json)"


class ListFooter(QWidget):
    """'Export', how far it is, and the hidden top-ups.

    Signals:
        export_wanted(), stop_wanted(): 'Export', or 'Stop' while one is under way.
        hidden_toggled(bool): Whether hidden top-ups are to be shown.
    """

    export_wanted = Signal()
    stop_wanted = Signal()
    hidden_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.export = LinkButton(_("Export"), "download")
        self.export.clicked.connect(self.export_wanted)
        self.hidden = LinkButton("")
        self.hidden.clicked.connect(self._on_hidden_clicked)
        self.stop = Button(_("Stop"), compact=True)
        self.stop.clicked.connect(self.stop_wanted)
        self._bar = ProgressBar(_("Exporting…"))
        self._count = Label("", "secondary")
        self._age = Label("", "secondary")
        self._result = Label("", "secondary", elide="middle")
        self._are_shown = False
        self._lay_out()
        self.show_hidden(0, are_shown=False)

    def show_hidden(self, count: int, *, are_shown: bool) -> None:
        """Shows how many are hidden, and offers the other way."""
        self._are_shown = are_shown
        show = ngettext("Show {n} hidden", "Show {n} hidden", count).format(n=count)
        self.hidden.setText(_("Exclude hidden") if are_shown else show)
        self.hidden.setVisible(count > 0)

    def show_age(self, text: str) -> None:
        """Shows the age of the list, 'as of 14:02'; nothing when `text` is empty."""
        self._age.setText(text)

    def say(self, text: str) -> None:
        """Shows the result of an export, beside the button."""
        self._result.setText(text)

    def show_progress(self, done: int, total: int | None) -> None:
        """Shows how many top-ups are written.

        Args:
            done: So many.
            total: Of so many, if that is known.
        """
        self.say("")
        text = _("{n} of {m} exported").format(n=done, m=total) if total else _("Exporting…")
        self._count.setText(text)
        self._bar.show_progress(min(done, total or 1), total or 1, text=text)
        self._progress.show()
        self.export.setEnabled(False)

    def end_progress(self) -> None:
        """Offers 'Export' again."""
        self._progress.hide()
        self.export.setEnabled(True)

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

    def _on_hidden_clicked(self) -> None:
        self.hidden_toggled.emit(not self._are_shown)


class HiddenTopUps(QObject):
    """Connects the list with the hidden top-ups.

    Signals:
        changed(): Other rows are shown than before.
    """

    changed = Signal()

    def __init__(
        self, choices: TopUpChoices, model: TopUpListModel, footer: ListFooter, tasks: Tasks
    ) -> None:
        super().__init__(footer)
        self._choices = choices
        self._model = model
        self._footer = footer
        self._tasks = tasks
        self._hidden: frozenset[str] = frozenset()
        self._are_shown = False
        footer.hidden_toggled.connect(self._on_hidden_toggled)

    def is_hidden(self, topup_id: str) -> bool:
        """Returns whether a top-up was hidden."""
        return topup_id in self._hidden

    def left_out(self) -> frozenset[str]:
        """Returns the ids of the top-ups that the list leaves out now."""
        return frozenset() if self._are_shown else self._hidden

    def hide(self, topup_id: str) -> None:
        """Hides a top-up, or shows it again if it was hidden."""
        self._tasks.start(f"hide {topup_id}", self._turn(topup_id))

    async def load(self) -> None:
        """Reads what was hidden."""
        with suppress(StorageError):  # then all are shown
            self._hidden = await self._choices.hidden()
        self._show()

    async def _turn(self, topup_id: str) -> None:
        if topup_id in self._hidden:
            await self._choices.unhide(topup_id)
            self._hidden -= {topup_id}
        else:
            await self._choices.hide(topup_id)
            self._hidden |= {topup_id}
        self._show()

    def _on_hidden_toggled(self, are_shown: bool) -> None:  # noqa: FBT001 (a signal's slot)
        self._are_shown = are_shown
        self._show()

    def _show(self) -> None:
        self._are_shown = self._are_shown and bool(self._hidden)
        self._model.hide_ids(self.left_out())
        self._footer.show_hidden(len(self._hidden), are_shown=self._are_shown)
        self.changed.emit()


class TopUpExport(QObject):
    """Exports the list of top-ups to a file that the user chooses, with progress and stop."""

    def __init__(
        self, topups: TopUps, footer: ListFooter, tasks: Tasks, status: Callable[[], str | None]
    ) -> None:
        """Connects the footer with the service.

        Args:
            status: Returns the status of the top-ups to export; None for all.
        """
        super().__init__(footer)
        self._topups = topups
        self._footer = footer
        self._tasks = tasks
        self._status = status
        self._passing = QTimer(self, singleShot=True, interval=_RESULT_MS)
        self._passing.timeout.connect(lambda: footer.say(""))
        footer.export_wanted.connect(self._on_export_wanted)
        footer.stop_wanted.connect(self._on_stop_wanted)

    def export(self, path: str) -> None:
        """Begins to write the history; the name's ending decides between JSON and CSV."""
        self._tasks.start("export", self._export(Path(path)))

    async def _export(self, path: Path) -> None:
        form: Form = "json" if path.suffix.casefold() == ".json" else "csv"
        self._footer.show_progress(0, None)
        done = 0
        try:
            # A stop always comes while it waits for the next step, which then leaves no file.
            async for step in export_topups(self._topups, path, form, self._status()):
                done = step.done
                self._footer.show_progress(step.done, step.total)
        finally:
            self._footer.end_progress()
        text = ngettext("Exported {n} top-up to {name}.", "Exported {n} top-ups to {name}.", done)
        self._say(text.format(n=done, name=path.name))

    def _on_export_wanted(self) -> None:
        chooser = QFileDialog(self._footer, _("Export top-ups"), "top-ups.csv")
        chooser.setNameFilters([_CSV, _JSON])
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setDefaultSuffix("csv")
        chooser.filterSelected.connect(
            lambda chosen: chooser.setDefaultSuffix("json" if chosen == _JSON else "csv")
        )
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(self.export)
        chooser.open()

    def _on_stop_wanted(self) -> None:
        self._tasks.cancel("export")
        self._say(_("The export was stopped; no file was written."))

    def _say(self, text: str) -> None:
        """Says how it ended, for a while: the list goes on."""
        self._footer.say(text)
        self._passing.start()

"""Exports the history to a file that the user chooses, with progress and stop."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog

from app.i18n.texts import _, ngettext
from app.services.topups.exports import export_topups

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.topups.exports import Form
    from app.services.topups.topups import TopUps
    from ui.pages.topups.list_footer import ListFooter
    from ui.tasks import Tasks

_RESULT_MS = 10_000
_CSV, _JSON = "CSV (*.csv)", "JSON (*.json)"


class Exporting(QObject):
    """Joins the footer's 'Export' with the service."""

    def __init__(
        self, topups: TopUps, footer: ListFooter, tasks: Tasks, status: Callable[[], str | None]
    ) -> None:
        """Joins them.

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

"""Imports sub-users from a file: choosing it, previewing it, and starting the run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from app.i18n.locales import decimal_sign
from app.i18n.texts import _
from app.rules.sub_users.imports import read_rows
from ui.pages.sub_users.bulk_view import present_import
from ui.pages.sub_users.import_dialog import ImportDialog
from ui.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtWidgets import QWidget

    from app.services.sub_users.sub_users import SubUsers


class Importing(QObject):
    """One import at a time; nothing is sent before 'Import' is pressed in the preview.

    Signals:
        confirmed(ImportPreview): Its good rows are to be made.
        failed(AppError): The file can't be read, or not as a list of sub-users.
    """

    confirmed = Signal(object)
    failed = Signal(object)

    def __init__(self, service: SubUsers, parent: QWidget) -> None:
        """Takes the collaborators.

        Args:
            parent: The page; dialogs stand above its window.
        """
        super().__init__(parent)
        self._service = service
        self._page = parent
        self.dialog: ImportDialog | None = None
        self.tasks = Tasks(self, self.failed.emit)

    def choose(self, existing: Collection[str], room: int | None) -> None:
        """Asks for a file.

        Args:
            existing: The labels that there are.
            room: How many can be added; None when the service doesn't report a limit.
        """
        patterns = "CSV (*.csv *.tsv *.txt);;" + _("All files (*)")
        chooser = QFileDialog(self._page.window(), _("Import CSV"), "", patterns)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(lambda path: self.look_at(Path(path), existing, room))
        chooser.open()

    def look_at(self, path: Path, existing: Collection[str], room: int | None) -> None:
        """Opens the preview of a file; `existing` and `room` are those of `choose`."""
        self.tasks.start("read", self._read(path, existing, room))

    async def _read(self, path: Path, existing: Collection[str], room: int | None) -> None:
        content = await self._service.read_import(path)
        preview = read_rows(content, existing=existing, room=room, sign=decimal_sign())
        dialog = ImportDialog(path.name, present_import(preview), self._page.window())
        dialog.confirmed.connect(lambda: self.confirmed.emit(preview))
        dialog.finished.connect(self._on_dialog_finished)
        self.dialog = dialog
        dialog.open()

    def _on_dialog_finished(self) -> None:
        self.dialog = None

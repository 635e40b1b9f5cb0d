"""Files that the user chooses: to open, and to save with mode 0600."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtWidgets import QFileDialog

from app.i18n.texts import _
from app.storage.files import write_export

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget

_CSV, _JSON = "CSV (*.csv)", "JSON (*.json)"


def choose_file(parent: QWidget, title: str, name: str, chosen: Callable[[str], None]) -> QFileDialog:
    """Asks for the path of a file to save; `name` is the suggested one, with its ending."""
    ending = Path(name).suffix.removeprefix(".")
    dialog = QFileDialog(parent, title, name)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(ending)
    return _open(dialog, (f"{ending.upper()} (*.{ending})",), chosen)


def choose_table_file(parent: QWidget, title: str, stem: str, chosen: Callable[[str], None]) -> QFileDialog:
    """Asks for the path of a file to save as CSV or JSON, which its ending decides."""
    dialog = QFileDialog(parent, title, f"{stem}.csv")
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("csv")
    dialog.filterSelected.connect(lambda one: dialog.setDefaultSuffix("json" if one == _JSON else "csv"))
    return _open(dialog, (_CSV, _JSON), chosen)


def open_file(parent: QWidget, title: str, pattern: str, chosen: Callable[[str], None]) -> QFileDialog:
    """Asks for the path of an existing file, such as 'CSV (*.csv *.txt)'."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return _open(dialog, (pattern,), chosen)


def _open(dialog: QFileDialog, patterns: Sequence[str], chosen: Callable[[str], None]) -> QFileDialog:
    dialog.setNameFilters([*patterns, _("All files (*)")])
    # Qt's own dialog has them in English in most languages; a dialog of the desktop has its own.
    dialog.setLabelText(QFileDialog.DialogLabel.LookIn, _("Look in:"))
    dialog.setLabelText(QFileDialog.DialogLabel.FileType, _("Files of type:"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


async def write_file(path: str, content: bytes) -> None:
    """Replaces a file by one of mode 0600 in a thread; raises an `ExportError` if it can't be written."""
    await asyncio.to_thread(write_export, Path(path), content)


def png_bytes(picture: QPixmap) -> bytes:
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(content.data())

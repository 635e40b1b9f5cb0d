"""Saves data to a file that the user chooses: atomically, mode 0600."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtWidgets import QFileDialog

from app.i18n.texts import _
from app.storage.files import write_export

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget


def choose_file(parent: QWidget, title: str, name: str, chosen: Callable[[str], None]) -> QFileDialog:
    """Asks for a path and passes it on when there is one.

    Args:
        parent: A widget of the window.
        title: Of the dialog.
        name: The file's name as it is offered, with its ending.
        chosen: Takes the path.
    """
    ending = Path(name).suffix.removeprefix(".")
    dialog = QFileDialog(parent, title, name)
    dialog.setNameFilters([f"{ending.upper()} (*.{ending})", _("All files (*)")])
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(ending)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    dialog.open()
    return dialog


async def write_file(path: str, content: bytes) -> None:
    """Writes a file of mode 0600, beside and renamed, while the window stays alive.

    Raises:
        ExportError: It could not be written.
    """
    await asyncio.to_thread(write_export, Path(path), content)


def png_bytes(picture: QPixmap) -> bytes:
    """Returns a picture as a PNG file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(content.data())

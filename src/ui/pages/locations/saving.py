"""Asks where a CSV file should go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from app.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget


def choose_csv(parent: QWidget, name: str, chosen: Callable[[str], None]) -> None:
    """Asks for a place and tells its path, if there is one.

    Args:
        parent: A widget of the window.
        name: The file's name as it is offered.
        chosen: Takes the path.
    """
    dialog = QFileDialog(parent, _("Save as CSV"), name)
    dialog.setNameFilters([_("CSV (*.csv)"), _("All files (*)")])
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("csv")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    dialog.open()

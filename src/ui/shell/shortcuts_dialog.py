"""The overview of keyboard shortcuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.i18n.texts import _
from ui.shell.shortcuts import shown_keys
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.boxes import column, fill, framed, row
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.badge import KeyCap
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from ui.shell.shortcuts import Shortcut, ShortcutGroup

_WIDTH = 460


class ShortcutsDialog(SheetDialog):
    def __init__(self, groups: Sequence[ShortcutGroup], parent: QWidget) -> None:
        super().__init__(_("Keyboard shortcuts"), parent=parent, width=_WIDTH)
        for group in groups:
            rows = map(_row, group.shortcuts)
            self.body.addLayout(column(Label(group.title, "strong"), *rows, spacing=6))
        close = Button(_("Close"))
        close.clicked.connect(self.reject)
        close.setDefault(True)
        fill(self.footer, None, close)


def _row(shortcut: Shortcut) -> QWidget:
    line = row((Label(shortcut.words, wrap=True), 1), spacing=4)
    for keys in shortcut.keys:
        cap = KeyCap(shown_keys(keys))
        cap.setAccessibleName(shown_keys(keys))
        line.addWidget(cap, 0, Qt.AlignmentFlag.AlignVCenter)
    return framed(line)

"""The overview of keyboard shortcuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.shell.shortcuts import shown_keys
from ui.widgets.buttons.buttons import Button
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.badge import KeyCap
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.shell.shortcuts import Shortcut, ShortcutGroup

_WIDTH = 460


class ShortcutsDialog(SheetDialog):
    """Lists all shortcuts by group."""

    def __init__(self, groups: Sequence[ShortcutGroup], parent: QWidget) -> None:
        super().__init__(_("Keyboard shortcuts"), parent=parent, width=_WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for group in groups:
            rows = QVBoxLayout()
            rows.setSpacing(6)
            rows.addWidget(Label(group.title, "strong"))
            for shortcut in group.shortcuts:
                rows.addWidget(_row(shortcut))
            self.body.addLayout(rows)
        close = Button(_("Close"))
        close.clicked.connect(self.reject)
        close.setDefault(True)
        self.footer.addStretch(1)
        self.footer.addWidget(close)


def _row(shortcut: Shortcut) -> QWidget:
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(4)
    line.addWidget(Label(shortcut.words, wrap=True), 1)
    for keys in shortcut.keys:
        cap = KeyCap(shown_keys(keys))
        cap.setAccessibleName(shown_keys(keys))
        line.addWidget(cap, 0, Qt.AlignmentFlag.AlignVCenter)
    return row

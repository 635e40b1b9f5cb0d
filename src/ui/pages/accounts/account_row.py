"""One account in the list of accounts."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.text.badge import Badge
from ui.widgets.text.color_dot import ColorDot
from ui.widgets.text.label import Label


class AccountRow(QWidget):
    """Shows name, address, how the key stands, and what can be done.

    Signals:
        edit_wanted(), key_wanted(), removal_wanted(): A button was pressed.
    """

    edit_wanted = Signal()
    key_wanted = Signal()
    removal_wanted = Signal()

    def __init__(self, name: str, place: str, color: str, badge: str, parent: QWidget | None = None) -> None:
        """Makes the row.

        Args:
            name: The account's name.
            badge: Words for its key, empty when all is well.
        """
        super().__init__(parent)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(Label(name, "strong", elide="right"))
        words.addWidget(Label(place, "secondary", elide="right"))
        key = Badge()
        key.show_badge("warning", badge, "key")
        key.setVisible(bool(badge))
        edit = IconButton("pencil", _("Edit {name}").format(name=name))
        change = IconButton("key", _("Change the key of {name}").format(name=name))
        remove = IconButton("trash-2", _("Remove {name}").format(name=name))
        remove.set_destructive()
        edit.clicked.connect(self.edit_wanted)
        change.clicked.connect(self.key_wanted)
        remove.clicked.connect(self.removal_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(10)
        row.addWidget(ColorDot(color), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(words, 1)
        row.addWidget(key)
        self._buttons = (edit, change, remove)
        for button in self._buttons:
            row.addWidget(button)

    def stops(self) -> tuple[QWidget, ...]:
        """Returns its buttons as the eye meets them, for those who order the stops of the Tab key."""
        return self._buttons

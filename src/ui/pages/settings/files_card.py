"""The files that this app stores on this computer, and deleting all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.pages.settings.rows import section
from ui.widgets.buttons.buttons import Button
from ui.widgets.text.copy_field import CopyField
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.present.settings import KeptRow


class FilesCard(QWidget):
    """Shows files by what they hold.

    Signals:
        deletion_wanted(): Everything is to be deleted; not confirmed yet.
    """

    deletion_wanted = Signal()

    def __init__(self, folder: str, copy: Callable[[str], None]) -> None:
        super().__init__()
        self._rows: list[tuple[Label, Label, Label]] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(0, 1)
        place = CopyField(_("Folder"), _("Copy folder"), copy)
        place.show_value(folder)
        delete = Button(_("Delete everything"), "trash-2", tone="danger")
        delete.clicked.connect(self.deletion_wanted)
        buttons = QHBoxLayout()
        buttons.addWidget(delete)
        buttons.addStretch(1)
        intro = _(
            "Readable by you alone. API keys are not among these files: they are stored in the "
            "system keyring."
        )
        card = section(_("On this computer"), intro)
        card.body.addLayout(self._grid)
        card.body.addWidget(place)
        card.body.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)

    def show_rows(self, rows: Sequence[KeptRow]) -> None:
        """Shows what there is."""
        while len(self._rows) < len(rows):
            self._add_row()
        for index, (words, names, size) in enumerate(self._rows):
            is_used = index < len(rows)
            words.setText(rows[index].words if is_used else "")
            names.setText(rows[index].names if is_used else "")
            size.setText(rows[index].size if is_used else "")
            for label in (words, names, size):
                label.setVisible(is_used)

    def _add_row(self) -> None:
        words = Label(wrap=True)
        names = Label(role="secondary", limit=400, wrap=True)
        names.setContentsMargins(0, 0, 0, 8)
        size = Label(role="secondary")
        size.set_tone("text")
        row = 2 * len(self._rows)
        self._grid.addWidget(words, row, 0)
        self._grid.addWidget(size, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(names, row + 1, 0)
        self._rows.append((words, names, size))

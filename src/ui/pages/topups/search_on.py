"""Below a search in a part of the list: how much was searched, and the way on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.texts import _
from ui.widgets.buttons import LinkButton
from ui.widgets.label import Label


class SearchOn(QWidget):
    """'Searched 50 of 157', and 'Search all', or 'Stop' while the rest is being loaded.

    Signals:
        all_wanted(), stop_wanted(): One of them was pressed.
    """

    all_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_running = False
        self._text = Label("", "secondary")
        self.button = LinkButton(_("Search all"))
        self.button.clicked.connect(self._on_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 12, 0)
        row.addWidget(self._text, 1)
        row.addWidget(self.button)
        self.hide()

    def show_searched(self, done: int, total: int | None, *, is_running: bool) -> None:
        """Shows how much was searched, and whether it goes on by itself.

        Args:
            done: So many top-ups.
            total: Of so many, if that is known.
            is_running: Whether the rest is being loaded.
        """
        self._is_running = is_running
        self._text.setText(_("Searched {n} of {m}").format(n=done, m=total) if total else "")
        self.button.setText(_("Stop") if is_running else _("Search all"))
        self.show()

    def _on_clicked(self) -> None:
        (self.stop_wanted if self._is_running else self.all_wanted).emit()

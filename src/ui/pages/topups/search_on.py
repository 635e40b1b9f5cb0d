"""Below a search in the list: how many rows fit, how much was searched, and the way on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.i18n.texts import _, ngettext
from app.i18n.units import found_of, number
from ui.widgets.buttons.buttons import LinkButton
from ui.widgets.text.label import Label


class SearchOn(QWidget):
    """'3 found · Searched 50 of 157 …' and 'Stop' while the rest is being loaded, then '3 of 157 found'.

    Signals:
        all_wanted(), stop_wanted(): 'Search all' or 'Stop' was pressed.
    """

    all_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_running = False
        self._is_all = False
        self._text = Label("", "secondary", elide="right")
        self.button = LinkButton(_("Search all"))
        self.button.clicked.connect(self._on_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 12, 0)
        row.addWidget(self._text, 1)
        row.addWidget(self.button)
        self.hide()

    def show_searched(self, found: int, done: int, total: int | None, *, is_running: bool) -> None:
        """Shows how much of the service's list was searched.

        Args:
            found: How many top-ups hold the words.
            done: How many were searched.
            total: Of how many, if that is known.
            is_running: Whether the rest is being loaded.
        """
        self._is_running, self._is_all = is_running, False
        if total is None:
            searched = _("Searched {n} …") if is_running else _("Searched {n}")
        else:
            searched = _("Searched {n} of {m} …") if is_running else _("Searched {n} of {m}")
        text = searched.format(n=number(done), m=number(total or 0))
        if found:
            hits = ngettext("{n} found", "{n} found", found).format(n=number(found))
            text = _("{count} · {progress}").format(count=hits, progress=text)
        self._text.setText(text)
        self.button.setText(_("Stop") if is_running else _("Search all"))
        self.button.show()
        self.show()

    def show_all_searched(self, found: int, total: int, *, is_told: bool) -> None:
        """Shows how many fit of all there are.

        Args:
            found: How many top-ups hold the words.
            total: How many there are.
            is_told: Whether the service has told the list; else it is what this computer has of it.
        """
        self._is_running, self._is_all = False, is_told
        self._text.setText(found_of(found, total))
        self.button.hide()
        self.show()

    def shown_text(self) -> str:
        """Returns what it says."""
        return self._text.shown_text()

    def nothing_words(self) -> tuple[str, str]:
        """Returns title and text for a search that has found nothing."""
        if self._is_running:
            return _("Searching…"), _("Nothing found so far: older top-ups are being searched.")
        if self._is_all:
            return _("Nothing found"), _("No top-up holds these words.")
        return _("Nothing found so far"), _("No loaded top-up matches this search.")

    def _on_clicked(self) -> None:
        (self.stop_wanted if self._is_running else self.all_wanted).emit()

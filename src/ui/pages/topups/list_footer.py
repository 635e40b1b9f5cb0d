"""Below the list: what can be done with all of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _, ngettext
from ui.widgets.buttons.buttons import Button, LinkButton
from ui.widgets.charts.progress import ProgressBar
from ui.widgets.text.label import Label


class ListFooter(QWidget):
    """'Export', how far it is, and the hidden top-ups.

    Signals:
        export_wanted(), stop_wanted(): 'Export', or 'Stop' while one is under way.
        hidden_toggled(bool): Whether hidden top-ups are to be shown.
    """

    export_wanted = Signal()
    stop_wanted = Signal()
    hidden_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.export = LinkButton(_("Export"), "download")
        self.export.clicked.connect(self.export_wanted)
        self.hidden = LinkButton("")
        self.hidden.clicked.connect(self._on_hidden_clicked)
        self.stop = Button(_("Stop"), compact=True)
        self.stop.clicked.connect(self.stop_wanted)
        self._bar = ProgressBar(_("Exporting…"))
        self._count = Label("", "secondary")
        self._age = Label("", "secondary")
        self._result = Label("", "secondary", elide="middle")
        self._are_shown = False
        self._lay_out()
        self.show_hidden(0, are_shown=False)

    def show_hidden(self, count: int, *, are_shown: bool) -> None:
        """Shows how many are hidden, and offers the other way."""
        self._are_shown = are_shown
        show = ngettext("Show {n} hidden", "Show {n} hidden", count).format(n=count)
        self.hidden.setText(_("Exclude hidden") if are_shown else show)
        self.hidden.setVisible(count > 0)

    def show_age(self, text: str) -> None:
        """Shows the age of the list, 'as of 14:02'; nothing when `text` is empty."""
        self._age.setText(text)

    def say(self, text: str) -> None:
        """Shows the result of an export, beside the button."""
        self._result.setText(text)

    def show_progress(self, done: int, total: int | None) -> None:
        """Shows how many top-ups are written.

        Args:
            done: So many.
            total: Of so many, if that is known.
        """
        self.say("")
        text = _("{n} of {m} exported").format(n=done, m=total) if total else _("Exporting…")
        self._count.setText(text)
        self._bar.show_progress(min(done, total or 1), total or 1, text=text)
        self._progress.show()
        self.export.setEnabled(False)

    def end_progress(self) -> None:
        """Offers 'Export' again."""
        self._progress.hide()
        self.export.setEnabled(True)

    def _lay_out(self) -> None:
        self._progress = QWidget()
        upper = QHBoxLayout(self._progress)
        upper.setContentsMargins(4, 4, 4, 0)
        upper.setSpacing(8)
        upper.addWidget(self._bar, 1)
        upper.addWidget(self._count)
        upper.addWidget(self.stop)
        lower = QHBoxLayout()
        lower.addWidget(self.export)
        lower.addWidget(self._result, 1)
        lower.addWidget(self._age)
        lower.addWidget(self.hidden)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 2, 12, 6)
        column.setSpacing(4)
        column.addWidget(self._progress)
        column.addLayout(lower)
        self._progress.hide()

    def _on_hidden_clicked(self) -> None:
        self.hidden_toggled.emit(not self._are_shown)

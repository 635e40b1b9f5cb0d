"""Above the list: top-ups that were asked for and of which nobody knows yet whether they were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.present.pending_topups import forget_text, look_again_text
from ui.theme import follow
from ui.widgets.badge import Badge
from ui.widgets.buttons import Button
from ui.widgets.cards import Card
from ui.widgets.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.present.pending_topups import PendingView

_TEXT_LIMIT = 400


class PendingRows(QWidget):
    """A card for each; hidden when there is none.

    Signals:
        look_again_pressed(str), forget_pressed(str): The key of the one that it is about.
    """

    look_again_pressed = Signal(str)
    forget_pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[PendingView, ...] = ()
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(8, 0, 8, 8)
        self._rows.setSpacing(6)
        # Built anew for another size of text: what wraps in a card keeps the height of the old one.
        follow(self._build_rows)

    def show_pending(self, pending: Sequence[PendingView]) -> None:
        """Shows these; what did not change stays as it is, the keyboard's place included."""
        if tuple(pending) == self._shown:
            return
        self._shown = tuple(pending)
        self._build_rows()

    def _build_rows(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for view in self._shown:
            self._rows.addWidget(self._build_row(view))
        self.setVisible(bool(self._shown))

    def _build_row(self, view: PendingView) -> Card:
        card = Card(padding=12)
        card.body.setSpacing(6)
        title = Label(view.title, "strong", wrap=True)
        badge = Badge()
        badge.show_badge(view.badge.kind, view.badge.text, view.badge.icon)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(title, 1)
        top.addWidget(badge, 0, Qt.AlignmentFlag.AlignTop)
        card.body.addLayout(top)
        card.body.addWidget(Label(view.text, "secondary", wrap=True, limit=_TEXT_LIMIT))
        if view.asks:
            look, forget = Button(look_again_text(), compact=True), Button(forget_text(), compact=True)
            look.clicked.connect(lambda: self.look_again_pressed.emit(view.key))
            forget.clicked.connect(lambda: self.forget_pressed.emit(view.key))
            buttons = QHBoxLayout()
            buttons.setSpacing(8)
            buttons.addWidget(look)
            buttons.addWidget(forget)
            buttons.addStretch(1)
            card.body.addLayout(buttons)
        return card

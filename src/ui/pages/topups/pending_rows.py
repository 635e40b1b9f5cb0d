"""Pending requests above the list: top-ups whose outcome is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.present.pending_requests import forget_text, look_again_text
from ui.theme.theme import follow
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.cards import Card
from ui.widgets.layout.shrinking_area import ShrinkingArea
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.present.pending_requests import PendingView

_TEXT_LIMIT = 400


class PendingRows(ShrinkingArea):
    """A card for each; hidden when there is none, scrolled when they are many.

    Signals:
        look_again_pressed(str): The key of the one that it is about.
        forget_pressed(PendingView): The one that it is about.
        emptied(): The last one went away while it had the keyboard.
    """

    look_again_pressed = Signal(str)
    forget_pressed = Signal(object)
    emptied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[PendingView, ...] = ()
        self.rows.setContentsMargins(8, 0, 8, 8)
        self.rows.setSpacing(6)
        # Rebuilt for another text size: what wraps in a card keeps the height of the old one.
        follow(self._build_rows)

    def show_pending(self, pending: Sequence[PendingView]) -> None:
        """Shows these; what did not change stays as it is, with the focus."""
        if tuple(pending) == self._shown:
            return
        self._shown = tuple(pending)
        self._build_rows()

    def titles(self) -> tuple[str, ...]:
        """Returns the titles of those that are shown."""
        return tuple(view.title for view in self._shown)

    def _build_rows(self) -> None:
        had_keyboard = self.isAncestorOf(self.window().focusWidget())
        while (item := self.rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for view in self._shown:
            card = self._build_row(view)
            self.rows.addWidget(card)
            card.show()
        self.setVisible(bool(self._shown))
        if had_keyboard:
            self._keep_keyboard()

    def _keep_keyboard(self) -> None:
        """Gives the keyboard to the first button that is left, or to what comes after the rows."""
        button = next((one for one in self.findChildren(Button) if one.isVisible()), None)
        if button is not None:
            button.setFocus()
        else:
            self.emptied.emit()

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
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        if view.asks:
            look = Button(look_again_text(), compact=True)
            look.clicked.connect(lambda: self.look_again_pressed.emit(view.key))
            buttons.addWidget(look)
        if view.can_forget:
            forget = Button(forget_text(), compact=True)
            forget.clicked.connect(lambda: self.forget_pressed.emit(view))
            buttons.addWidget(forget)
        buttons.addStretch(1)
        card.body.addLayout(buttons)
        return card

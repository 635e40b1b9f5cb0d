"""How a run over many rows ended: done and failed, every row that is left, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, IconButton
from ui.widgets.buttons.copy_answers import CopyFeedback
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.text.icon_tile import IconSign
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from ui.pages.sub_users.bulk_view import RunView

_MAX_LINES = 4
_BESIDE = 620


class RunResult(QWidget):
    """Stays until it is dismissed, or another run starts.

    Signals:
        again_wanted(): What is left is to be tried again.
        copy_wanted(): Credentials with the new passwords.
        dismissed(): It was read.
    """

    again_wanted = Signal()
    copy_wanted = Signal()
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = IconSign("circle-check", "success")
        self._text = Label("", "medium", wrap=True, limit=400)
        self.again = Button(_("Try again"), "refresh-cw", compact=True)
        self.again.clicked.connect(self.again_wanted)
        self.copy = Button(_("Copy new credentials"), "copy", compact=True)
        self.copy.clicked.connect(self.copy_wanted)
        self.copy_answer = CopyFeedback(self.copy)
        self.close_button = IconButton("x", _("Dismiss"), small=True)
        self.close_button.clicked.connect(self.dismissed)
        self._lines = QWidget()
        self._column = QVBoxLayout(self._lines)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._scroller = ScrollArea()
        self._scroller.setWidget(self._lines)
        # Nothing in it takes the keyboard, and its arrows scroll.
        self._scroller.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroller.setAccessibleName(_("What is left"))
        self._lay_out()
        follow(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Moves the buttons below the text where they don't fit beside it."""
        super().resizeEvent(event)
        self._fit()

    def show_result(self, view: RunView, *, offers_copy: bool) -> None:
        """Shows the result, with an announcement for screen readers.

        Args:
            view: In words.
            offers_copy: Whether there are new passwords to hand out.
        """
        self._icon.show_icon(view.icon, view.kind)
        self._text.setText(view.text)
        self._text.set_tone(view.kind)  # type: ignore[arg-type] # never neutral or unknown
        self.again.setVisible(view.can_try_again)
        self.copy.setVisible(offers_copy)
        self._show_lines(view.lines)
        self.setAccessibleName(self._text.shown_text())
        self.show()
        from PySide6.QtGui import QAccessible, QAccessibleEvent  # noqa: PLC0415 (slow to import)

        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def shown_text(self) -> str:
        """Returns how it ended, '' while nothing is shown."""
        return "" if self.isHidden() else self._text.shown_text()

    def shown_lines(self) -> list[str]:
        """Returns the text of each remaining row."""
        return [line.shown_text() for line in self._lines.findChildren(Label)]

    def _show_lines(self, lines: tuple[str, ...]) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        for line in lines:
            self._column.addWidget(Label(line, "secondary", wrap=True, limit=400))
        self._scroller.setVisible(bool(lines))
        self._fit()

    def _lay_out(self) -> None:
        words, buttons = QHBoxLayout(), QHBoxLayout()
        words.addWidget(self._icon)
        words.addWidget(self._text, 1)
        buttons.addStretch(1)
        for button in (self.copy, self.again, self.close_button):
            buttons.addWidget(button)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.addLayout(words, 1)
        self._head.addLayout(buttons)
        for row in (words, buttons, self._head):
            row.setSpacing(8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._head)
        layout.addWidget(self._scroller)

    def _fit(self) -> None:
        directions = QBoxLayout.Direction
        is_narrow = self.width() < scaled(_BESIDE)
        self._head.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)
        shown = min(_MAX_LINES, self._column.count())
        self._scroller.setFixedHeight(scaled(20) * shown)

"""The palette's card: input, results, actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.boxes import column, row
from ui.widgets.layout.cards import Divider
from ui.widgets.overlays.floating_card import FloatingCard
from ui.widgets.screen_reader import announce
from ui.widgets.tables.result_list import ResultList, accessible_text, row_height
from ui.widgets.text.badge import KeyCap
from ui.widgets.text.icon_tile import IconLabel
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from ui.widgets.values import PaletteRow

_WIDTH: Final = 560
_TOP_SHARE: Final = 0.21
_MAX_ROWS: Final = 9
_MARGIN: Final = 8
_KEY_STEPS: Final = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -_MAX_ROWS,
    Qt.Key.Key_PageDown: _MAX_ROWS,
}


class PaletteCard(FloatingCard):
    """Up and Down choose a row, Tab the action of Enter, Esc closes.

    Signals:
        run_requested(int, int): The indexes of a row and of one of its actions.
    """

    run_requested = Signal(int, int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.field = LineEdit(_("Find subscriptions, sub-users, top-ups, locations, actions"))
        self.field.setAccessibleName(name)
        self.field.setProperty("bare", True)
        self.field.installEventFilter(self)
        self.results = ResultList(_("Results"))
        self.results.selectionModel().currentChanged.connect(self._on_current_changed)
        self.results.clicked.connect(lambda index: self.run_requested.emit(index.row(), 0))
        self._message = Label("", "secondary", wrap=True)
        self._hint = Label("", "caption", elide="right")
        self._lay_out()
        theme.follow(self._on_theme_changed)

    def open_empty(self) -> None:
        self.field.clear()
        self.open()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_rows(self, rows: Sequence[PaletteRow], message: str, *, keep: bool = False) -> None:
        """Shows results, the best first.

        Args:
            message: A text such as that nothing was found; empty for none.
            keep: Whether the current row stays current, if it still exists.
        """
        if keep and tuple(rows) == self.results.rows and message == self._message.shown_text():
            return
        number, action = self._still_chosen(rows) if keep else (0, 0)
        self._show_message(message)
        self.results.show_rows(rows)
        if number:
            self.results.go_to(number)
        if action:
            self.results.choose_action(action)
        self.results.setVisible(bool(rows))
        self._show_hint()
        if self.isVisible():
            self.fit()

    def preferred_size(self, available: QSize) -> QSize:
        """As high as the results, up to nine rows."""
        width = min(theme.scaled(_WIDTH), available.width())
        shown = min(len(self.results.rows), _MAX_ROWS)
        self.results.setFixedHeight(shown * row_height() + 2 * _MARGIN)
        layout = self.layout()
        height = self.sizeHint().height()
        if layout is not None and layout.hasHeightForWidth():
            height = layout.totalHeightForWidth(width)
        if height > available.height():
            self.results.setFixedHeight(max(0, self.results.height() - (height - available.height())))
        return QSize(width, min(height, available.height()))

    def preferred_top(self, height: int, host_height: int) -> int:
        """Stays at the same position when the list grows."""
        return max(0, min(round(host_height * _TOP_SHARE), host_height - height - 16))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handles the keys of the list in the search line."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._handle_key(event)
        return super().eventFilter(watched, event)

    def _still_chosen(self, rows: Sequence[PaletteRow]) -> tuple[int, int]:
        """Returns the row and action that stay chosen among other rows."""
        row = self.results.current_row()
        # The first row was not chosen by the user, unless with an action of its own.
        if row is None or not (self.results.current() or row.chosen):
            return 0, 0
        number = next((at for at, other in enumerate(rows) if other.key == row.key), None)
        if number is None:
            return 0, 0
        return number, row.chosen if rows[number].actions == row.actions else 0

    def _handle_key(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if key in _KEY_STEPS:
            self.results.step(_KEY_STEPS[key])
        elif key in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
            self._choose_action(-1 if key == Qt.Key.Key_Backtab else 1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if (row := self.results.current_row()) is not None:
                self.run_requested.emit(self.results.current(), row.chosen)
        else:
            return False
        return True

    def _show_message(self, message: str) -> None:
        """Shows a message; one that is new is announced, before the row that becomes current."""
        is_new = bool(message) and message != self._message.shown_text()
        self._message.show_text(message)
        if is_new and self.isVisible():
            announce(self.field, message)

    def _choose_action(self, step: int) -> None:
        if (row := self.results.current_row()) is not None:
            self.results.choose_action((row.chosen + step) % len(row.actions))
            self._show_hint()
            self._announce()

    def _on_current_changed(self) -> None:
        self._show_hint()
        self._announce()

    def _show_hint(self) -> None:
        others: list[str] = []
        if (row := self.results.current_row()) is not None:
            others = [*row.actions[row.chosen + 1 :], *row.actions[: row.chosen]]
        self._hint.setVisible(bool(others))
        self._hint.setText(_("Tab: {actions}").format(actions=" · ".join(others)))

    def _announce(self) -> None:
        row = self.results.current_row()
        if self.isVisible() and row is not None:
            announce(self.field, accessible_text(row))

    def _lay_out(self) -> None:
        icon = IconLabel("search", "text", size=17)
        line = row(icon, (self.field, 1), KeyCap("Esc"), spacing=10, margins=(18, 12, 18, 12))
        self.results.setViewportMargins(0, _MARGIN, 0, _MARGIN)
        for label in (self._message, self._hint):
            label.setContentsMargins(20, 10, 20, 12)
            label.hide()
        parts = (line, Divider(), self.results, self._message, self._hint)
        column(*parts, spacing=0, margins=(1, 1, 1, 1), on=self)

    def _on_theme_changed(self) -> None:
        self.field.setMinimumHeight(theme.scaled(26))
        if self.isVisible():
            self.fit()

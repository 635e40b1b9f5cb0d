"""A list beside its detail; in a small window the two are pages of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.theme import follow, scaled

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_COMPACT_BELOW = 940
_NO_LIMIT = 16777215  # Qt's QWIDGETSIZE_MAX


class TwoPanes(QWidget):
    """Gives list and detail their room for the present size of window and text.

    Args:
        side: The list.
        detail: What is chosen in it.
        side_width: Of the list where both are seen, in pixels at a text scale of 1.
        parent: The widget it stands in.

    Attributes:
        is_compact: Whether only one of them is seen at a time.

    Signals:
        compact_changed(bool): It became so, or no longer.
        page_turned(bool): In a small window, the detail (true) or the list is seen now.
    """

    compact_changed = Signal(bool)
    page_turned = Signal(bool)

    def __init__(
        self, side: QWidget, detail: QWidget, side_width: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._side, self._detail, self._side_width = side, detail, side_width
        self._is_detail_wanted = False
        self.is_compact = False
        self._divider = QFrame()
        self._divider.setObjectName("divider")
        self._divider.setFixedWidth(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(self._divider)
        row.addWidget(detail, 1)
        follow(self._fit)

    def show_pane(self, *, detail: bool) -> None:
        """Shows one of the two where there is no room for both."""
        is_turned = self.is_compact and detail != self._is_detail_wanted
        self._is_detail_wanted = detail
        self._arrange()
        if is_turned:
            self.page_turned.emit(detail)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Makes two pages of list and detail where the window is small."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        compact = self.width() < scaled(_COMPACT_BELOW)
        width = scaled(self._side_width)
        self._side.setMinimumWidth(0 if compact else width)
        self._side.setMaximumWidth(_NO_LIMIT if compact else width)
        if compact != self.is_compact:
            self.is_compact = compact
            self._arrange()
            self.compact_changed.emit(compact)

    def _arrange(self) -> None:
        self._divider.setVisible(not self.is_compact)
        self._side.setVisible(not self.is_compact or not self._is_detail_wanted)
        self._detail.setVisible(not self.is_compact or self._is_detail_wanted)

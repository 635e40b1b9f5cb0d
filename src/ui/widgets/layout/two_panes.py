"""A list beside its detail; two pages in a small window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from ui.theme.theme import on_change, scaled
from ui.widgets.layout.boxes import row
from ui.widgets.layout.cards import Divider

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent, QResizeEvent

_COMPACT_BELOW = 940
_NO_LIMIT = 16777215  # Qt's QWIDGETSIZE_MAX


class TwoPanes(QWidget):
    """Distributes the width between list and detail.

    Args:
        side_width: Of the list beside the detail, in pixels at a text scale of 1; 0 lets it grow.
        detail_width: Of the detail, if the list grows; there is no divider then.

    Attributes:
        is_compact: Whether only one pane is visible at a time.

    Signals:
        page_turned(bool): In a small window, the detail (true) or the list is visible now.
    """

    compact_changed = Signal(bool)
    page_turned = Signal(bool)

    def __init__(self, side: QWidget, detail: QWidget, side_width: int = 0, *, detail_width: int = 0) -> None:
        super().__init__()
        self._side, self._detail = side, detail
        self._fixed, self._fixed_width = (detail, detail_width) if detail_width else (side, side_width)
        self._is_divided = not detail_width
        self._is_detail_wanted = False
        self.is_compact = False
        self._divider = Divider(is_upright=True)
        shares = (1, 0) if detail_width else (0, 1)
        row((side, shares[0]), self._divider, (detail, shares[1]), spacing=0, on=self)
        # Its first size comes with the first resize event.
        on_change(self, TwoPanes._fit)

    def follow_compact(self, notify: Callable[[bool], object]) -> None:
        """Calls a function with `is_compact`, now and whenever that changes."""
        self.compact_changed.connect(notify)
        notify(self.is_compact)

    def show_pane(self, *, detail: bool) -> None:
        """Shows one of the two where both don't fit."""
        is_turned = self.is_compact and detail != self._is_detail_wanted
        self._is_detail_wanted = detail
        self._arrange()
        if is_turned:
            self.page_turned.emit(detail)

    def go_back(self) -> None:
        """Returns to the list, where the detail is a page of its own."""
        if self.is_compact:
            self.show_pane(detail=False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_compact and self._is_detail_wanted:
            self.go_back()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        compact = self.width() < scaled(_COMPACT_BELOW)
        width = scaled(self._fixed_width)
        self._fixed.setMinimumWidth(0 if compact else width)
        self._fixed.setMaximumWidth(_NO_LIMIT if compact else width)
        if compact != self.is_compact:
            self.is_compact = compact
            # Back comes first, so that the keyboard of a list that goes finds it.
            self.compact_changed.emit(compact)
            self._arrange()

    def _arrange(self) -> None:
        for part, is_shown in (
            (self._divider, self._is_divided and not self.is_compact),
            (self._side, not self.is_compact or not self._is_detail_wanted),
            (self._detail, not self.is_compact or self._is_detail_wanted),
        ):
            # Qt would show again, with all that is in it, what is visible because its parent is.
            if part.isHidden() is is_shown:
                part.setVisible(is_shown)

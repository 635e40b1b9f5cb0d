"""A list beside its detail; in a small window the two are pages of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.pages.topups.list_pane import PANE_WIDTH
from ui.theme import follow, scaled

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from ui.pages.topups.list_pane import TopUpListPane
    from ui.pages.topups.topup_page import TopUpPage

COMPACT_BELOW = 940
QWIDGETSIZE_MAX = 16777215


class Panes(QWidget):
    """Gives list and detail their room for the present size of window and text.

    Attributes:
        is_compact: Whether only one of them is seen at a time.
    """

    def __init__(self, pane: TopUpListPane, detail: TopUpPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane, self._detail = pane, detail
        self._is_detail_wanted = False
        self.is_compact = False
        self._divider = QFrame()
        self._divider.setObjectName("divider")
        self._divider.setFixedWidth(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(pane)
        row.addWidget(self._divider)
        row.addWidget(detail, 1)
        follow(self._fit)

    def show_pane(self, *, detail: bool) -> None:
        """Shows one of the two where there is no room for both."""
        self._is_detail_wanted = detail
        self._divider.setVisible(not self.is_compact)
        self._pane.setVisible(not self.is_compact or not detail)
        self._detail.setVisible(not self.is_compact or detail)
        if self.is_compact and not detail:
            self._pane.view.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Makes two pages of list and detail where the window is small."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        compact = self.width() < scaled(COMPACT_BELOW)
        self._pane.setMinimumWidth(0 if compact else scaled(PANE_WIDTH))
        self._pane.setMaximumWidth(QWIDGETSIZE_MAX if compact else scaled(PANE_WIDTH))
        if compact != self.is_compact:
            self.is_compact = compact
            self._detail.set_compact(compact=compact)
            self.show_pane(detail=self._is_detail_wanted)

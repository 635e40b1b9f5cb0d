"""Shared behavior of tabs: keys, silent selection, focus ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QTabBar, QWidget

from ui.widgets.text.untrusted_text import unmnemonic

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent


class KeyedTabs(QTabBar):
    """Tabs with keys; the arrow keys move between them. Subclasses paint their own.

    Signals:
        chosen: the user chose another tab; its key.
    """

    chosen = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Makes a bar without tabs.

        Args:
            name: what is chosen here, for screen readers.
        """
        super().__init__(parent)
        self._keys: list[str] = []
        self._is_quiet = False
        self._is_ringed = False
        self.setAccessibleName(name)
        self.setDrawBase(False)
        self.setUsesScrollButtons(False)
        self.currentChanged.connect(self._on_current_changed)

    def select(self, key: str) -> None:
        """Chooses without a signal."""
        self._is_quiet = True
        self.setCurrentIndex(self._keys.index(key))
        self._is_quiet = False

    def selected(self) -> str:
        """Returns the chosen key, '' before the first tab is added."""
        return self._keys[self.currentIndex()] if self._keys else ""

    def minimumTabSizeHint(self, index: int) -> QSize:
        """A text is not cut."""
        return self.tabSizeHint(index)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard, not the mouse, came here."""
        self._is_ringed = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def _append(self, key: str, text: str) -> None:
        """Adds a tab at the end; the first is selected, without a signal."""
        self._keys.append(key)
        self._is_quiet = True
        index = self.addTab(unmnemonic(text))
        self._is_quiet = False
        self.setAccessibleTabName(index, text)

    def _remove_all(self) -> None:
        """Removes all tabs, without a signal."""
        self._keys.clear()
        self._is_quiet = True
        while self.count():
            self.removeTab(0)
        self._is_quiet = False

    def _shows_ring(self, index: int) -> bool:
        return index == self.currentIndex() and self._is_ringed and self.hasFocus()

    def _restyle(self) -> None:
        """Applies the theme's colors and font, and the size of the current content."""
        self.updateGeometry()
        self.update()

    def _on_current_changed(self, index: int) -> None:
        self._restyle()
        if not self._is_quiet and 0 <= index < len(self._keys):
            self.chosen.emit(self._keys[index])

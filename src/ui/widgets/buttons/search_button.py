"""The header's button that opens the command palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.buttons.painted_button import ButtonLook, PaintedButton
from ui.widgets.text.key_cap import key_cap_size, paint_key_cap
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter


class SearchButton(PaintedButton):
    """A loupe and the keys that do the same.

    Args:
        name: the accessible name and tooltip.
        shortcut: the keys as shown ('Ctrl K').
        parent: the widget it stands in.
    """

    padding = 9

    def __init__(self, name: str, shortcut: str, parent: QWidget | None = None) -> None:
        self._shortcut = shortcut
        self._is_compact = False
        super().__init__("", "search", parent)
        self.setAccessibleName(name)
        self.setToolTip(tooltip(name))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        """Leaves the keys out."""
        if compact != self._is_compact:
            self._is_compact = compact
            self._restyle()

    def sizeHint(self) -> QSize:
        """The loupe, and the keys where they are shown."""
        height = super().sizeHint().height()
        keys = 0 if self._is_compact else 9 + key_cap_size(self._shortcut).width()
        return QSize(2 * self.padding + theme.scaled(14) + keys, height)

    def look(self) -> ButtonLook:
        """Like a field."""
        fill = theme.color("sunken" if self.is_hot() else "surface")
        return ButtonLook(theme.color("muted"), fill, theme.color("control_border"))

    def paint_content(self, painter: QPainter, look: ButtonLook) -> None:
        """Draws loupe and keys."""
        side, height = theme.scaled(14), float(self.height())
        paint_icon(painter, QRectF(self.padding, (height - side) / 2, side, side), "search", look.ink)
        if self._is_compact:
            return
        size = key_cap_size(self._shortcut)
        area = QRectF(self.padding + side + 9, (height - size.height()) / 2, size.width(), size.height())
        paint_key_cap(painter, area, self._shortcut)

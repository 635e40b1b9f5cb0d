"""A card that opens to show names and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSpacerItem, QWidget

from ui import theme
from ui.icons import paint_icon
from ui.widgets.cards import Card
from ui.widgets.mirrors import Mirror
from ui.widgets.painted_button import ButtonLook, PaintedButton
from ui.widgets.painting import paint_text
from ui.widgets.timeline import PairRows

if TYPE_CHECKING:
    from collections.abc import Sequence

_INSET = 8
_ICON = 16
_GAP = 12


class _Opener(PaintedButton):
    """The card's head: an arrow, the title, and a summary at the end."""

    font_role: theme.FontRole = "strong"
    base_height = 28

    def __init__(self, title: str, summary: str, parent: QWidget) -> None:
        self._summary = summary
        super().__init__(title, "chevron-right", parent)
        self.setCheckable(True)
        self.setAccessibleDescription(summary)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """The summary may be cut."""
        return QSize(theme.scaled(120), self.sizeHint().height())

    def drawn_icon(self) -> str:
        """Points down when open."""
        return "chevron-down" if self.isChecked() else "chevron-right"

    def paint_content(self, painter: QPainter, look: ButtonLook) -> None:
        """Draws the title at the start and the summary at the end, clear of the ring."""
        mirror, side, height = Mirror.of_widget(self), theme.scaled(_ICON), float(self.height())
        sign = QRectF(_INSET, (height - side) / 2, side, side)
        paint_icon(painter, mirror.place(sign), self.drawn_icon(), look.ink)
        left = float(_INSET + side + _GAP)
        width = QFontMetrics(self.font()).horizontalAdvance(self.label_text()) + 2
        title = mirror.place(QRectF(left, 0, width, height))
        paint_text(painter, title, self.label_text(), self.font(), look.ink, align=mirror.start)
        left += width + _GAP
        rest = mirror.place(QRectF(left, 0, self.width() - _INSET - left, height))
        ink = theme.color("muted")
        paint_text(painter, rest, self._summary, theme.font("secondary"), ink, align=mirror.end)


class DetailRows(Card):
    """Rows of a name and a value behind a head that opens them.

    Signals:
        expanded_changed: opened or closed by the person.
    """

    expanded_changed = Signal(bool)

    def __init__(self, title: str, summary: str = "", parent: QWidget | None = None) -> None:
        super().__init__(padding=10, parent=parent)
        self.body.setContentsMargins(20 - _INSET, 10, 20 - _INSET, 11)
        self._opener = _Opener(title, summary, self)
        self._rows = PairRows(gap=24, limit=600, selectable=False, parent=self)
        self._rows.setContentsMargins(0, 0, 0, 10)
        self._rows.hide()
        self._opener.toggled.connect(self._rows.setVisible)
        self._opener.clicked.connect(self.expanded_changed)
        self.body.addWidget(self._opener)
        self._indent = QSpacerItem(0, 0)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addSpacerItem(self._indent)
        below.addWidget(self._rows)
        below.addSpacing(_INSET)
        self.body.addLayout(below)
        theme.follow(self._fit)

    def show_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Shows names and values; all texts are made plain."""
        self._rows.show_rows(rows)

    def set_expanded(self, expanded: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        """Opens or closes without telling."""
        self._opener.setChecked(expanded)

    def _fit(self) -> None:
        """The rows begin where the title does."""
        self._indent.changeSize(_INSET + theme.scaled(_ICON) + _GAP, 0)
        self.body.invalidate()

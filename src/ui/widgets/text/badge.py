"""A status badge: icon, word and color; also drawn by delegates."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.mirrors import Mirror
from ui.widgets.painting import paint_box, paint_text
from ui.widgets.text.untrusted_text import ELLIPSIS, plain, set_whole_tooltip

BadgeKind = Literal["warning", "info", "success", "danger", "neutral", "unknown"]

_ICONS: dict[BadgeKind, str] = {
    "warning": "clock",
    "info": "loader-circle",
    "success": "circle-check",
    "danger": "circle-x",
    "neutral": "clock",
    "unknown": "circle-help",
}
_PADDING = 8
_GAP = 5
_ICON = 13
_MAX_WIDTH = 220


class Badge(QWidget):
    """A pill with the icon of its kind and a word; its accessible name is the word."""

    def __init__(self, kind: BadgeKind = "neutral", text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: BadgeKind = kind
        self._text = ""
        self._icon = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyle)
        self.show_badge(kind, text)

    def show_badge(self, kind: BadgeKind, text: str, icon: str = "") -> None:
        """Shows a state.

        Args:
            kind: The color, and the icon where none is named.
            text: the word; foreign ones are made plain and capped at 40 characters, the tooltip has more.
            icon: an icon's name.
        """
        self._kind, self._text, self._icon = kind, plain(text, 40), icon
        self.setAccessibleName(self._text)
        is_cut = self._text.endswith(ELLIPSIS) or _full_width(self._text) > self.sizeHint().width()
        set_whole_tooltip(self, text, is_cut=is_cut)
        self._restyle()

    def shown_text(self) -> str:
        """Returns the word that is shown."""
        return self._text

    def sizeHint(self) -> QSize:
        """As large as its content."""
        return badge_size(self._text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the pill."""
        if self._text:
            paint_badge(QPainter(self), QRectF(self.rect()), self._kind, self._text, self._icon)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()


def badge_size(text: str) -> QSize:
    """Returns the size of a pill with this word, in logical pixels; a long word is cut when it is painted."""
    height = QFontMetrics(theme.font("badge")).height() + 5
    return QSize(min(_full_width(text), theme.scaled(_MAX_WIDTH)), height)


def _full_width(text: str) -> int:
    words = QFontMetrics(theme.font("badge")).horizontalAdvance(text) + 1
    return words + theme.scaled(_ICON) + _GAP + 2 * _PADDING


def paint_badge(painter: QPainter, rect: QRectF, kind: BadgeKind, text: str, icon: str = "") -> None:
    """Draws a pill; `text` has been made plain."""
    ink, fill = ("muted", "sunken") if kind in ("neutral", "unknown") else (kind, f"{kind}_tint")
    paint_box(painter, rect, theme.color(fill), radius=rect.height() / 2)
    side = theme.scaled(_ICON)
    area = QRectF(rect.left() + _PADDING, rect.center().y() - side / 2, side, side)
    mirror = Mirror.of_app(rect)
    paint_icon(painter, mirror.place(area), icon or _ICONS[kind], ink)
    words = mirror.place(rect.adjusted(_PADDING + side + _GAP, 0, -_PADDING + 2, 0))
    paint_text(painter, words, text, theme.font("badge"), theme.color(ink), align=mirror.start)

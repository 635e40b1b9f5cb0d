"""Badges, tags, key caps and color dots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.untrusted_text import ELLIPSIS, sanitized
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.painting import Mirror, paint_box, paint_text
from ui.widgets.text.untrusted_text import set_whole_tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QIcon

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
_DOT = 14
_ICON = 13
_MAX_WIDTH = 220
_TAG_PADDING = 8
_MAX = 40
_TAG_MAX_WIDTH = 220
_WHITE = "#FFFFFF"
_INK = "#17202B"
# code: fill, ink, letters
_SIGNS = {
    "BTC": ("#F7931A", _INK, "BTC"),
    "LTC": ("#4A6FA5", _WHITE, "LTC"),
    "ETH": ("#5C6BC0", _WHITE, "ETH"),
    "SOL": ("#7C3AED", _WHITE, "SOL"),
    "USDT": ("#15805F", _WHITE, "₮"),
    "USDC": ("#2775CA", _WHITE, "$"),
}
PADDING = 6
_COLORS = {
    "blue": "#4C6EF5",
    "green": "#2F9E6E",
    "amber": "#D98A1F",
    "red": "#E0525A",
    "violet": "#8B5CF6",
    "grey": "#7C8897",
}


class Badge(QWidget):
    """A pill with the icon of its kind and a word; its accessible name is the word."""

    def __init__(self, kind: BadgeKind = "neutral", text: str = "") -> None:
        super().__init__()
        self._kind: BadgeKind = kind
        self._text = ""
        self._icon = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_badge(kind, text)

    def show_badge(self, kind: BadgeKind, text: str, icon: str = "") -> None:
        """Shows a state.

        Args:
            kind: The color, and the icon if none is given.
            text: Sanitized and truncated to 40 characters; the tooltip has more.
        """
        self._kind, self._text, self._icon = kind, sanitized(text, 40), icon
        self.setAccessibleName(self._text)
        is_cut = self._text.endswith(ELLIPSIS) or _full_width(self._text) > self.sizeHint().width()
        set_whole_tooltip(self, text, is_cut=is_cut)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return badge_size(self._text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._text:
            paint_badge(QPainter(self), QRectF(self.rect()), self._kind, self._text, self._icon)


def badge_size(text: str) -> QSize:
    """Returns the size of a pill with this word, in logical pixels; a long word is cut when it is painted."""
    height = theme.metrics("badge").height() + 5
    return QSize(min(_full_width(text), theme.scaled(_MAX_WIDTH)), height)


def _full_width(text: str) -> int:
    text_width = theme.text_width(text, "badge") + 1
    return text_width + theme.scaled(_ICON) + _GAP + 2 * _PADDING


def paint_badge(painter: QPainter, rect: QRectF, kind: BadgeKind, text: str, icon: str = "") -> None:
    """Draws a pill; `text` is sanitized."""
    ink, fill = ("muted", "sunken") if kind in ("neutral", "unknown") else (kind, f"{kind}_tint")
    paint_box(painter, rect, theme.color(fill), radius=rect.height() / 2)
    side = theme.scaled(_ICON)
    area = QRectF(rect.left() + _PADDING, rect.center().y() - side / 2, side, side)
    mirror = Mirror.of_app(rect)
    paint_icon(painter, mirror.map_rect(area), icon or _ICONS[kind], ink)
    text_rect = mirror.map_rect(rect.adjusted(_PADDING + side + _GAP, 0, -_PADDING + 2, 0))
    paint_text(painter, text_rect, text, theme.font("badge"), theme.color(ink), align=mirror.start)


class Tag(QWidget):
    """A pill with a word; its accessible name is the word.

    Args:
        text: Sanitized and truncated to 40 characters; the tooltip has more.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = sanitized(text, _MAX)
        self.setAccessibleName(self._text)
        is_cut = self._text.endswith(ELLIPSIS) or self._full_width() > self.sizeHint().width()
        set_whole_tooltip(self, text, is_cut=is_cut)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        height = theme.metrics("badge").height() + 5
        return QSize(min(self._full_width(), theme.scaled(_TAG_MAX_WIDTH)), height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, rect = QPainter(self), QRectF(self.rect())
        paint_box(painter, rect, theme.color("info_tint"), radius=rect.height() / 2)
        middle = Qt.AlignmentFlag.AlignHCenter
        text_rect = rect.adjusted(_TAG_PADDING - 1, 0, 1 - _TAG_PADDING, 0)
        paint_text(painter, text_rect, self._text, theme.font("badge"), theme.color("info"), align=middle)

    def _full_width(self) -> int:
        return theme.text_width(self._text, "badge") + 1 + 2 * _TAG_PADDING


def paint_coin(painter: QPainter, rect: QRectF, code: str) -> None:
    """Draws the icon of a coin into a square; an unknown code in gray, by its first three letters."""
    tokens = theme.current_tokens()
    known = _SIGNS.get(code)
    fill, ink, letters = known or (tokens.border, tokens.text, sanitized(code)[:3])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill))
    painter.drawEllipse(rect)
    font = QFont(theme.font("badge"))
    font.setPixelSize(max(8, round(rect.height() * (0.32 if len(letters) > 1 else 0.38))))
    font.setWeight(font.Weight.Bold)
    painter.setFont(font)
    painter.setPen(QColor(ink))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), letters)


def key_cap_size(text: str) -> QSize:
    return QSize(theme.text_width(text, "caption") + 2 * PADDING, theme.metrics("caption").height() + 4)


def paint_key_cap(painter: QPainter, area: QRectF, text: str) -> None:
    paint_box(painter, area, theme.color("sunken"), theme.color("border"), radius=4)
    middle = Qt.AlignmentFlag.AlignHCenter
    paint_text(painter, area, text, theme.font("caption"), theme.color("muted"), align=middle)


class KeyCap(QWidget):
    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return key_cap_size(self._text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_key_cap(QPainter(self), QRectF(self.rect()), self._text)


def account_color(name: str) -> QColor:
    """Returns an account color, gray for an unknown name; at least 3:1 on every surface."""
    return QColor(_COLORS.get(name, _COLORS["grey"]))


def color_icon(name: str) -> QIcon:
    from PySide6.QtGui import QIcon  # noqa: PLC0415 (with 150 names, not before the first rows)

    made = QIcon()
    for dpr in (1, 2):
        picture = QPixmap(_DOT * dpr, _DOT * dpr)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        _paint_dot(painter, QRectF(picture.rect()), name)
        painter.end()
        picture.setDevicePixelRatio(dpr)
        made.addPixmap(picture)
    return made


def _paint_dot(painter: QPainter, area: QRectF, name: str) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(account_color(name))
    painter.drawEllipse(area)


class ColorDot(QWidget):
    """A colored dot without an accessible name."""

    def __init__(self, color: str) -> None:
        super().__init__()
        self._color = color
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        side = theme.scaled(_DOT)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        _paint_dot(QPainter(self), QRectF(self.rect()), self._color)

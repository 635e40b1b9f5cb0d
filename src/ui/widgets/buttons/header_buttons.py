"""The header's buttons: account, search, and an icon with a count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QSizePolicy

from app.i18n.texts import _, listed
from app.untrusted_text import sanitized
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.buttons.painted_button import ButtonColors, PaintedButton
from ui.widgets.painting import Mirror, paint_box, paint_text
from ui.widgets.text.badge import key_cap_size, paint_key_cap
from ui.widgets.text.icon_tile import paint_tile
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter


_MAX = 9
_PADDING = 4
_TILE = 28
_GAP = 8
_EDGE = 6
_CHEVRONS = 14


class CountButton(IconButton):
    """An icon with a count, which is its accessible description."""

    _count = 0

    def show_count(self, count: int, text: str) -> None:
        """Draws nothing for 0, and '9+' above 9; `text` is the same in words, empty for none."""
        self._count = count
        self.setAccessibleDescription(text)
        self.update()

    def paint_content(self, painter: QPainter, colors: ButtonColors) -> None:
        super().paint_content(painter, colors)
        if not self._count:
            return
        text = str(self._count) if self._count <= _MAX else f"{_MAX}+"
        font = theme.font("caption")
        metrics = QFontMetrics(font)
        height = float(metrics.height())
        width = max(height, metrics.horizontalAdvance(text) + 2 * _PADDING)
        left = 0.0 if self.isRightToLeft() else self.width() - width
        pill = QRectF(left, 0.0, width, height)
        paint_box(painter, pill, theme.color("accent"), radius=height / 2)
        middle = Qt.AlignmentFlag.AlignHCenter
        paint_text(painter, pill, text, font, theme.color("on_accent"), align=middle)


class SearchButton(PaintedButton):
    """A magnifier and the keys of its shortcut, such as 'Ctrl K'."""

    padding = 9

    def __init__(self, name: str, shortcut: str) -> None:
        self._shortcut = shortcut
        self._is_compact = False
        super().__init__("", "search")
        self.setAccessibleName(name)
        self.setToolTip(tooltip(name))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        if compact != self._is_compact:
            self._is_compact = compact
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        height = super().sizeHint().height()
        keys = 0 if self._is_compact else 9 + key_cap_size(self._shortcut).width()
        return QSize(2 * self.padding + theme.scaled(14) + keys, height)

    def colors(self) -> ButtonColors:
        fill = theme.color("sunken" if self.is_hovered() else "surface")
        return ButtonColors(theme.color("muted"), fill, theme.color("control_border"))

    def paint_content(self, painter: QPainter, colors: ButtonColors) -> None:
        side, height, mirror = theme.scaled(14), float(self.height()), Mirror.of_widget(self)
        icon = QRectF(self.padding, (height - side) / 2, side, side)
        paint_icon(painter, mirror.map_rect(icon), "search", colors.ink)
        if self._is_compact:
            return
        size = key_cap_size(self._shortcut)
        area = QRectF(self.padding + side + 9, (height - size.height()) / 2, size.width(), size.height())
        paint_key_cap(painter, mirror.map_rect(area), self._shortcut)


class AccountButton(PaintedButton):
    """Shows the open account: icon, name and service; its accessible name is 'Account'."""

    base_height = 40

    def __init__(self) -> None:
        self._title = self._subtitle = ""
        self._tile_icon = "wallet"
        self._is_compact = False
        super().__init__("", "")
        self.setAccessibleName(_("Account"))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_account(self, title: str, subtitle: str, icon: str) -> None:
        """The texts are sanitized and truncated; the subtitle may be empty."""
        self._title, self._subtitle, self._tile_icon = sanitized(title, 60), sanitized(subtitle, 80), icon
        self.setAccessibleDescription(listed((self._title, self._subtitle)))
        self.setToolTip(tooltip(" · ".join(filter(None, (self._title, self._subtitle)))))
        self.updateGeometry()
        self.update()

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        if compact != self._is_compact:
            self._is_compact = compact
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        first, second = theme.metrics("strong"), theme.metrics("caption")
        text_width = first.horizontalAdvance(self._title)
        if self._has_two_lines():
            text_width = max(text_width, second.horizontalAdvance(self._subtitle))
        text_width = min(text_width + 2, theme.scaled(170))
        width = 2 * _EDGE + self.tile_side() + 2 * _GAP + text_width + theme.scaled(_CHEVRONS)
        return QSize(width, self._needed_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(2 * _EDGE + self.tile_side() + 2 * _GAP + theme.scaled(60), self._needed_height())

    def tile_side(self) -> int:
        """Returns the side of the icon, which grows with the text within the button."""
        return min(theme.scaled(_TILE), self._needed_height() - 4)

    def colors(self) -> ButtonColors:
        return ButtonColors(theme.color("text"), theme.color("sunken") if self.is_hovered() else None)

    def paint_content(self, painter: QPainter, colors: ButtonColors) -> None:
        height, tile, mirror = float(self.height()), float(self.tile_side()), Mirror.of_widget(self)
        tile_rect = QRectF(_EDGE, (height - tile) / 2, tile, tile)
        paint_tile(painter, mirror.map_rect(tile_rect), self._tile_icon)
        side = theme.scaled(_CHEVRONS)
        left = _EDGE + tile + _GAP
        available = self.width() - left - _GAP - side - _EDGE
        strong, small = theme.font("strong"), theme.font("caption")
        first, second = QFontMetrics(strong).height(), QFontMetrics(small).height()
        if not self._has_two_lines():
            line = mirror.map_rect(QRectF(left, 0, available, height))
            paint_text(painter, line, self._title, strong, colors.ink, align=mirror.start)
        else:
            top = (height - first - second - 1) / 2
            line = mirror.map_rect(QRectF(left, top, available, first))
            paint_text(painter, line, self._title, strong, colors.ink, align=mirror.start)
            below = mirror.map_rect(QRectF(left, top + first + 1, available, second))
            paint_text(painter, below, self._subtitle, small, theme.color("muted"), align=mirror.start)
        end = QRectF(self.width() - _EDGE - side, (height - side) / 2, side, side)
        paint_icon(painter, mirror.map_rect(end), "chevrons-up-down", colors.ink)

    def _needed_height(self) -> int:
        lines = theme.metrics("strong").height()
        if self._has_two_lines():
            lines += theme.metrics("caption").height() + 2
        return max(self.base_height, lines + 8)

    def _has_two_lines(self) -> bool:
        return bool(self._subtitle) and not self._is_compact

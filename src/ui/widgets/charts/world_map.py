"""A world map with tinted countries: cached pixmap, the current country drawn over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QSizePolicy

from ui.theme import theme
from ui.widgets.charts.accessible_chart import AccessibleChart, paint_bubble
from ui.widgets.painting import Mirror, mixed, paint_box, paint_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QMouseEvent

    from ui.widgets.values import CountryUsage

    type_ring = Sequence[tuple[float, float]]

_LEVELS = 4
_SWATCH = 12
_EDGE = 6


class WorldMap(AccessibleChart):
    """Countries by tint, with a legend; pointer and arrow keys show one, largest first."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._size = QSize(1, 1)
        self._paths: dict[str, QPainterPath] = {}
        self._countries: Sequence[CountryUsage] = ()
        self._legend: Sequence[tuple[int, str]] = ()
        self._transform = QTransform()
        self._pointer: QPointF | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)
        theme.follow(self._restyle)

    def set_shapes(self, width: float, height: float, shapes: Mapping[str, Sequence[type_ring]]) -> None:
        """Sets the outlines: rings by country code, in units of width and height; y grows downwards."""
        self._size = QSize(round(width), round(height))
        for code, rings in shapes.items():
            path = QPainterPath()
            path.setFillRule(Qt.FillRule.OddEvenFill)
            for ring in rings:
                path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring]))
                path.closeSubpath()
            self._paths[code] = path
        self._restyle()

    def has_shapes(self) -> bool:
        return bool(self._paths)

    def show_countries(self, countries: Sequence[CountryUsage], legend: Sequence[tuple[int, str]]) -> None:
        """Shows other countries, in keyboard order, and a legend of levels and texts."""
        self._countries, self._legend = countries, legend
        self.show_item(-1)
        self._restyle()

    def country_at(self, position: QPointF) -> int:
        """Returns the index of the country at a position of the widget, -1 for none."""
        inverted, is_possible = self._transform.inverted()
        if not is_possible:
            return -1
        point = inverted.map(position)
        for index, country in enumerate(self._countries):
            path = self._paths.get(country.code)
            if path is not None and path.boundingRect().contains(point) and path.contains(point):
                return index
        return -1

    def middle_of(self, index: int) -> QPointF:
        """Returns the center of a country's largest part, in the widget; of the map if it has no shape."""
        path = self._paths.get(self._countries[index].code)
        if path is None:
            return QRectF(self.rect()).center()
        parts = (polygon.boundingRect() for polygon in path.toSubpathPolygons())
        largest = max(parts, key=lambda part: part.width() * part.height())
        return self._transform.map(largest.center())

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(480), self.heightForWidth(theme.scaled(480)))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(200), theme.scaled(264))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        land = (width - 2 * _EDGE) * self._size.height() / self._size.width()
        return round(land) + self._legend_height() + _EDGE

    def accessible_texts(self) -> list[str]:
        return [country.accessible_text for country in self._countries]

    def first_item(self) -> int:
        return 0

    def next_item(self, key: Qt.Key) -> int | None:
        """Arrow keys move from largest to smallest."""
        keys, here = Qt.Key, self.current()
        back, on = here - 1, here + 1
        return {
            keys.Key_Left: back,
            keys.Key_Up: back,
            keys.Key_Right: on,
            keys.Key_Down: on,
            keys.Key_Home: 0,
            keys.Key_End: len(self._countries) - 1,
        }.get(key)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position()
        self.show_item(self.country_at(event.position()))
        self.update()

    def paint_picture(self, painter: QPainter) -> None:
        self._fit()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(self._transform, combine=True)
        levels = {country.code: country.level for country in self._countries}
        pen = QPen(theme.color("surface"), 0.6)
        pen.setCosmetic(True)
        painter.setPen(pen)
        for code, path in self._paths.items():
            painter.setBrush(tint(levels.get(code, 0)))
            painter.drawPath(path)
        painter.resetTransform()
        self._paint_legend(painter)

    def _fit(self) -> None:
        width = max(1, self.width() - 2 * _EDGE)
        height = max(1, self.height() - self._legend_height() - _EDGE)
        scale = min(width / self._size.width(), height / self._size.height())
        left = (self.width() - scale * self._size.width()) / 2
        self._transform = QTransform(scale, 0, 0, scale, left, _EDGE)

    def _paint_legend(self, painter: QPainter) -> None:
        font, ink, mirror = theme.font("caption"), theme.color("muted"), Mirror.of_widget(self)
        metrics = QFontMetrics(font)
        side = float(theme.scaled(_SWATCH))
        left, top = float(_EDGE), self.height() - self._legend_height() + 4.0
        for level, text in self._legend:
            width = metrics.horizontalAdvance(text) + 2
            if left > _EDGE and left + side + 6 + width > self.width() - _EDGE:
                left, top = float(_EDGE), top + metrics.height() + 6
            middle = top + metrics.height() / 2
            swatch = mirror.map_rect(QRectF(left, middle - side / 2, side, side))
            paint_box(painter, swatch, tint(level), theme.color("border"), radius=3)
            text_rect = mirror.map_rect(QRectF(left + side + 6, top, width, metrics.height()))
            paint_text(painter, text_rect, text, font, ink, align=mirror.start)
            left += side + 6 + width + 14

    def _legend_height(self) -> int:
        if not self._legend:
            return 0
        metrics = theme.metrics("caption")
        lines, left = 1, _EDGE
        for _level, text in self._legend:
            width = theme.scaled(_SWATCH) + 6 + metrics.horizontalAdvance(text) + 2
            if left > _EDGE and left + width > self.width() - _EDGE:
                lines, left = lines + 1, _EDGE
            left += width + 14
        return lines * (metrics.height() + 6) + 8

    def paint_item(self, painter: QPainter, index: int) -> None:
        country = self._countries[index]
        path = self._paths.get(country.code)
        if path is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("text"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(self._transform.map(path))
        point = self._pointer
        if point is None or self.country_at(point) != index:
            point = self.middle_of(index)
        area = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        paint_bubble(painter, point, area, country.amount, country.name)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.redraw()


def tint(level: int) -> QColor:
    """Returns the color of a level, 0 (nothing) to 4."""
    if level <= 0:
        return theme.color("border")
    share = min(level, _LEVELS) / _LEVELS
    return mixed(theme.color("surface"), theme.color("accent"), 0.15 + 0.85 * share)

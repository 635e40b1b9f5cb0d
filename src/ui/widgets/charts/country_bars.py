"""Usage by country: flag, name, amount and a bar; a table to keyboard and screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QRectF, QSignalBlocker, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.i18n.texts import _
from app.untrusted_text import sanitized
from ui.theme import theme
from ui.theme.icons import paint_flag
from ui.widgets.painting import Mirror, paint_ring, paint_text
from ui.widgets.progress import paint_bar
from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import Column, ModelIndex, RowRole
from ui.widgets.tables.table_view import TableView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFocusEvent, QResizeEvent

    from ui.widgets.values import CountryUsage

_FLAG = QSize(20, 15)
_GAP = 8
_BAR = 5
_EDGE = 2
_PARTS_FROM = 250


class _Delegate(QStyledItemDelegate):
    """Paints a country in two lines: its texts, and its bar below over the width of the row."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        line = cast("CountryUsage", index.data(RowRole))
        table = cast("CountryBars", self.parent())
        rect = QRectF(_EDGE, option.rect.top(), table.viewport().width() - 2 * _EDGE, option.rect.height())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(rect.left(), rect.bottom() - _BAR - 8, rect.width(), _BAR)
        mirror = Mirror.of_row(option)
        paint_bar(painter, bar, line.share)
        cell = QRectF(option.rect)
        text_rect = QRectF(cell.left(), rect.top() + 2, cell.width(), bar.top() - rect.top() - 6)
        if index.column() == 0:
            self._paint_name(painter, text_rect.adjusted(_EDGE, 0, 0, 0), line, mirror)
        else:
            font, ink = theme.font("secondary"), theme.color("muted")
            text = sanitized(line.amount if index.column() == 1 else line.percent)
            last = mirror.map_rect(text_rect.adjusted(0, 0, -_EDGE, 0))
            paint_text(painter, last, text, font, ink, align=mirror.end)
        has_focus = table.hasFocus() and option.state & QStyle.StateFlag.State_Selected
        if has_focus:
            paint_ring(painter, rect.adjusted(-_EDGE, 0, _EDGE, -3), radius=6)
        painter.restore()

    def _paint_name(self, painter: QPainter, text_rect: QRectF, line: CountryUsage, mirror: Mirror) -> None:
        width, height = theme.scaled(_FLAG.width()), theme.scaled(_FLAG.height())
        if line.code:
            flag = QRectF(round(text_rect.left()), round(text_rect.center().y() - height / 2), width, height)
            paint_flag(painter, mirror.map_rect(flag), line.code.lower())
        name = mirror.map_rect(text_rect.adjusted(width + _GAP, 0, -4, 0))
        ink = theme.color("text")
        paint_text(painter, name, sanitized(line.name), theme.font("body"), ink, align=mirror.start)


class CountryBars(TableView):
    """The countries of a report, largest first."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._lines: Sequence[CountryUsage] = ()
        self._bars: SequenceModel[CountryUsage, CountryUsage] = SequenceModel(
            (
                Column(key="country", title=lambda: _("Country"), text=lambda line: line.name),
                Column(key="traffic", title=lambda: _("Traffic"), text=lambda line: line.amount),
                Column(key="part", title=lambda: _("Part"), text=lambda line: line.percent),
            ),
            lambda line: line,
        )
        self.show_model(self._bars)
        self.setItemDelegate(_Delegate(self))
        header = self.horizontalHeader()
        header.hide()
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        theme.follow(self._fit_columns)

    def show_countries(self, lines: Sequence[CountryUsage]) -> None:
        if lines != self._lines:
            self._lines = lines
            self._bars.show_records(lines)
            self._fit_columns()
            # A turn later, they would be painted once more.
            self.executeDelayedItemsLayout()

    def row_height(self) -> int:
        return max(theme.metrics("body").height(), theme.scaled(_FLAG.height())) + _BAR + 20

    def height_of(self, rows: int) -> int:
        return rows * self.row_height() + 2

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Highlights a country only while it has the focus."""
        super().focusOutEvent(event)
        self.clearSelection()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hide_parts()

    def _fit_columns(self) -> None:
        metrics, header = theme.metrics("secondary"), self.horizontalHeader()
        # A turn after each width that the header reports, Qt would paint all rows once more.
        with QSignalBlocker(header):
            for column, texts in (
                (1, [line.amount for line in self._lines]),
                (2, [line.percent for line in self._lines]),
            ):
                widest = max((metrics.horizontalAdvance(sanitized(text)) for text in texts), default=0)
                self.setColumnWidth(column, widest + 14)
            self._hide_parts()
            # The first column takes the rest when this is asked for.
            header.length()

    def _hide_parts(self) -> None:
        """Shows only name and amount where it is narrow."""
        self.setColumnHidden(2, self.viewport().width() < theme.scaled(_PARTS_FROM))

"""A list of search results: icon, title with matches, details, action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QAbstractListModel, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.i18n.texts import listed
from app.untrusted_text import sanitized
from ui.theme import theme
from ui.theme.icons import paint_flag, paint_icon
from ui.widgets.painting import Marked, Mirror, marked_width, paint_box, paint_marked, paint_text
from ui.widgets.tables.columns import ModelIndex, RowRole
from ui.widgets.viewports import set_up_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.widgets.values import PaletteRow

_MARGIN = 8
_PADDING = 12
_ICON = 16
_ENTER = 13
_TITLE_SHARE = 0.6


class _Model(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[PaletteRow, ...] = ()

    def rowCount(self, parent: ModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 (Qt's type)
        if role == RowRole:
            return self.rows[index.row()]
        return accessible_text(self.rows[index.row()]) if role == Qt.ItemDataRole.DisplayRole else None

    def show_rows(self, rows: Sequence[PaletteRow]) -> None:
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def choose_action(self, number: int, action: int) -> None:
        row = self.rows[number]._replace(chosen=action)
        self.rows = (*self.rows[:number], row, *self.rows[number + 1 :])
        self.dataChanged.emit(self.index(number), self.index(number))


class _Delegate(QStyledItemDelegate):
    """Draws a row, mirrored where one reads from right to left."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: ModelIndex) -> QSize:
        return QSize(100, row_height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        row = cast("PaletteRow", index.data(RowRole))
        is_current = bool(option.state & QStyle.StateFlag.State_Selected)
        mirror = Mirror.of_row(option)
        painter.save()
        box = QRectF(option.rect).adjusted(_MARGIN, 1, -_MARGIN, -1)
        if is_current:
            paint_box(painter, box, theme.color("accent_tint"))
        inner = box.adjusted(_PADDING, 0, -_PADDING, 0)
        side = theme.scaled(_ICON)
        icon_rect = QRectF(inner.left(), inner.center().y() - side / 2, side, side)
        if row.flag:
            paint_flag(painter, _flag_rect(mirror.map_rect(icon_rect)), row.flag.lower())
        else:
            paint_icon(painter, mirror.map_rect(icon_rect), row.icon, "text" if is_current else "muted")
        end = self._paint_action(painter, inner, row.actions[row.chosen], mirror, is_current=is_current)
        left = icon_rect.right() + 12
        available = max(0.0, end - 12 - left)
        reached = left + self._paint_title(
            painter, QRectF(left, inner.top(), available, inner.height()), row, mirror
        )
        rest = QRectF(reached + 7, inner.top(), max(0.0, left + available - reached - 7), inner.height())
        font, ink = theme.font("secondary"), theme.color("muted")
        paint_text(painter, mirror.map_rect(rest), sanitized(row.detail), font, ink, align=mirror.start)
        painter.restore()

    def _paint_title(self, painter: QPainter, area: QRectF, row: PaletteRow, mirror: Mirror) -> float:
        """Paints the title in the area of title and detail; returns its width."""
        marked, fonts = Marked(row.title, row.ranges), (theme.font("medium"), theme.font("strong"))
        available = area.width()
        if row.detail:
            available = max(available * _TITLE_SHARE, available - self._detail_width(row))
        width = min(available, marked_width(marked, fonts))
        title = mirror.map_rect(QRectF(area.left(), area.top(), width, area.height()))
        paint_marked(painter, title, marked, fonts, theme.color("text"))
        return width

    def _paint_action(
        self, painter: QPainter, inner: QRectF, action: str, mirror: Mirror, *, is_current: bool
    ) -> float:
        """Paints the action of Enter, with an icon in the current row; returns where it begins."""
        font, ink = theme.font("secondary"), theme.color("muted")
        end = inner.right()
        if is_current:
            side = theme.scaled(_ENTER)
            end_rect = QRectF(end - side, inner.center().y() - side / 2, side, side)
            paint_icon(painter, mirror.map_rect(end_rect), "corner-down-left", ink)
            end -= side + 5
        width = QFontMetrics(font).horizontalAdvance(action) + 1
        end_rect = QRectF(end - width, inner.top(), width, inner.height())
        paint_text(painter, mirror.map_rect(end_rect), action, font, ink, align=mirror.end)
        return end - width

    def _detail_width(self, row: PaletteRow) -> float:
        return QFontMetrics(theme.font("secondary")).horizontalAdvance(sanitized(row.detail)) + 8


class ResultList(QListView):
    """A list of results; the search above it keeps the focus."""

    def __init__(self, name: str) -> None:
        super().__init__()
        set_up_view(self, name)
        self._model = _Model()
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)

    def show_rows(self, rows: Sequence[PaletteRow]) -> None:
        """The first row becomes the current one."""
        self._model.show_rows(rows)
        self.scrollToTop()
        if rows:
            self.setCurrentIndex(self._model.index(0))

    def go_to(self, number: int) -> None:
        self.setCurrentIndex(self._model.index(number))
        self.scrollTo(self.currentIndex())

    def choose_action(self, action: int) -> None:
        """Sets the action of Enter in the current row, until another row is the current one."""
        self._model.choose_action(self.current(), action)

    @property
    def rows(self) -> tuple[PaletteRow, ...]:
        return self._model.rows

    def current_row(self) -> PaletteRow | None:
        return self.rows[self.current()] if 0 <= self.current() < len(self.rows) else None

    def current(self) -> int:
        """Returns the index of the current row, -1 for none."""
        return self.currentIndex().row()

    def currentChanged(self, current: ModelIndex, previous: ModelIndex) -> None:
        if 0 <= previous.row() < len(self.rows) and self.rows[previous.row()].chosen:
            self._model.choose_action(previous.row(), 0)
        super().currentChanged(current, previous)

    def step(self, rows: int) -> None:
        """Moves by so many rows, around the ends for a single step."""
        count = self._model.rowCount()
        if not count:
            return
        wanted = self.current() + rows
        at = wanted % count if abs(rows) == 1 else min(max(wanted, 0), count - 1)
        self.go_to(at)


def _flag_rect(icon_rect: QRectF) -> QRectF:
    height = round(icon_rect.width() * 0.75)
    return QRectF(
        round(icon_rect.left()), round(icon_rect.center().y() - height / 2), round(icon_rect.width()), height
    )


def accessible_text(row: PaletteRow) -> str:
    return listed(sanitized(text) for text in (row.title, row.detail, row.actions[row.chosen]))


def row_height() -> int:
    return QFontMetrics(theme.font("medium")).height() + 20

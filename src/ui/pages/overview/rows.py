"""The list of accounts: one row each, in columns or, where it is narrow, in blocks below each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionViewItem, QWidget

from app.i18n.texts import _
from app.untrusted_text import sanitized
from ui.pages.overview.lines import (
    Lines,
    account_lines,
    blocks,
    caption_line,
    captions,
    height_of,
    paint_lines,
    width_of,
)
from ui.theme import theme
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.hairlines import paint_hairline
from ui.widgets.painting import Mirror, paint_box, paint_ring
from ui.widgets.tables.action_list import ActionDelegate, ActionList
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import Column, ModelIndex, RowRole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.pages.overview.view import AccountRow
    from ui.widgets.buttons.painted_button import PaintedButton

_SHARES: Final = (190, 204, 194, 132, 118)
"""How columns share the width that they don't need."""

_ACTION: Final = 148
_START: Final = 20
_END: Final = 20
_GAP: Final = 12
_FIRST_LINE: Final = 38
"""From the top of a wide row to the middle of its first lines, and of its button."""
_WIDE_HEIGHT: Final = 126
_BUTTON: Final = 32
_PADDING: Final = 14
_BLOCKS: Final = (4, 2, 1)
"""How many blocks are beside each other in a narrow row."""

_BY_KEYBOARD: Final = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class _Span(NamedTuple):
    left: float
    width: float


class AccountsHead(QWidget):
    """The titles of a list's columns; hidden where there are none."""

    def __init__(self, accounts: AccountList) -> None:
        super().__init__()
        self._list = accounts
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def fit(self) -> None:
        self.setVisible(bool(self._list.spans(self._list.viewport().width())))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(0, theme.scaled(35))

    def paintEvent(self, _event: QPaintEvent) -> None:
        # Beside a scroll bar the columns are narrower.
        columns = QRectF(self._list.viewport().geometry())
        painter, mirror = QPainter(self), Mirror(columns, is_on=self.isRightToLeft())
        for caption, span in zip(captions(), self._list.spans(round(columns.width())), strict=False):
            area = QRectF(columns.left() + span.left, 0, span.width, self.height())
            caption.paint(painter, area, mirror)


class _AccountDelegate(ActionDelegate):
    """In a wide row the first lines are on one baseline; mirrored in right-to-left layouts."""

    view: AccountList

    def height(self, row: AccountRow, width: int) -> int:
        if self.view.spans(width):
            cells = _cells(row)
            return max(theme.scaled(_WIDE_HEIGHT), *(_cell_bottom(lines) + 20 for lines in cells))
        rects = self._block_rects(row, width)
        return round(rects[-1].bottom()) + _PADDING

    def action_rect(self, rect: QRect, row: AccountRow) -> QRect:  # noqa: ARG002 (all have the same)
        height, width = theme.scaled(_BUTTON), self.view.action_width()
        if not self.view.spans(rect.width()):
            return QRect(rect.right() + 1 - _END - width, rect.top() + _PADDING, width, height)
        top = rect.top() + theme.scaled(_FIRST_LINE) - height // 2
        return QRect(rect.right() + 1 - _END - width, top, width, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        row, rect = cast("AccountRow", index.data(RowRole)), QRectF(option.rect)
        painter.save()
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        has_focus = has_focus and self.view.is_ringed
        if has_focus or option.state & QStyle.StateFlag.State_MouseOver:
            paint_box(painter, rect.adjusted(6, 5, -6, -4), theme.color("window"))
        spans = self.view.spans(round(rect.width()))
        if spans or index.row():
            paint_hairline(painter, rect.left(), rect.top(), rect.width(), theme.color("border"))
        if has_focus:
            paint_ring(painter, rect.adjusted(6, 5, -6, -4))
        mirror = Mirror.of_row(option)
        if spans:
            for span, lines in zip(spans, _cells(row), strict=True):
                top = rect.top() + theme.scaled(_FIRST_LINE) - lines[0].height / 2
                paint_lines(painter, QRectF(rect.left() + span.left, top, span.width, 0), lines, mirror)
        else:
            self._paint_blocks(painter, rect, row, mirror)
        painter.restore()

    def _paint_blocks(self, painter: QPainter, rect: QRectF, row: AccountRow, mirror: Mirror) -> None:
        cells = [account_lines(row), *((caption_line(title), *lines) for title, lines in blocks(row))]
        for area, lines in zip(self._block_rects(row, round(rect.width())), cells, strict=True):
            paint_lines(painter, area.translated(rect.topLeft()), lines, mirror)

    def _block_rects(self, row: AccountRow, width: int) -> list[QRectF]:
        """Returns the rects of the account and of its blocks in a narrow row, from its top left."""
        whole = width - _START - _END
        head = QRectF(
            _START, _PADDING, whole - self.view.action_width() - _GAP, height_of(account_lines(row))
        )
        columns = self.view.block_columns(whole)
        part = (whole - (columns - 1) * _GAP) / columns
        heights = [caption_line(title).height + height_of(lines) for title, lines in blocks(row)]
        rects, top = [head], head.bottom() + 10
        for first in range(0, len(heights), columns):
            line = heights[first : first + columns]
            for place, height in enumerate(line):
                rects.append(QRectF(_START + place * (part + _GAP), top, part, height))
            top += max(line) + 10
        # The last one may be lower than its neighbor.
        rects[-1].setBottom(max(rect.bottom() for rect in rects))
        return rects


def _cells(row: AccountRow) -> tuple[Lines, ...]:
    return account_lines(row), *(lines for _title, lines in blocks(row))


def _cell_bottom(lines: Lines) -> int:
    return round(theme.scaled(_FIRST_LINE) - lines[0].height / 2 + height_of(lines))


_COLUMN: Final[Column[AccountRow, AccountRow]] = Column(
    key="account",
    title=lambda: _("All accounts"),
    text=lambda row: row.name,
    accessible_text=lambda row: row.accessible_text,
    tooltip=lambda row: row.accessible_text,
)


class AccountList(ActionList):
    """The signals have the id of an account.

    Attributes:
        is_ringed: Whether the current row has a focus ring: from when the keyboard is used until a click.
    """

    def __init__(self, name: str) -> None:
        self.is_ringed = False
        self._needed: tuple[int, ...] = ()
        super().__init__(name, RecordModel((_COLUMN,), lambda row: row, key=lambda row: row.id))

    def show_rows(self, rows: Sequence[AccountRow]) -> None:
        self._measure(rows)
        super().show_rows(rows)
        self.updateGeometry()

    def _measure(self, rows: Sequence[AccountRow]) -> None:
        columns = zip(captions(), *map(_cells, rows), strict=True)
        self._needed = tuple(
            width_of((caption, *(line for lines in cells for line in lines))) for caption, *cells in columns
        )

    def restyle(self) -> None:
        self._measure(self.items.records())
        super().restyle()
        self.updateGeometry()

    def action_width(self) -> int:
        """Returns the width of all buttons: that of the widest, and as in the layout of the columns."""
        widest = max((button.sizeHint().width() for button in self.buttons()), default=0)
        return max(theme.scaled(_ACTION), widest)

    def spans(self, width: float) -> tuple[_Span, ...]:
        """Returns where the columns are at a width; none where it is too narrow for columns."""
        rest = width - _START - _END - self.action_width() - len(self._needed) * _GAP
        if rest < sum(self._needed):
            return ()
        spare, spans, left = rest - sum(self._needed), [], float(_START)
        for share, needed in zip(_SHARES, self._needed, strict=True):
            part = needed + spare * share / sum(_SHARES)
            spans.append(_Span(left, part))
            left += part + _GAP
        return tuple(spans)

    def block_columns(self, width: float) -> int:
        """Returns how many blocks fit beside each other without being cut."""
        widest = max(self._needed[1:], default=0)
        return next((n for n in _BLOCKS if (width - (n - 1) * _GAP) / n >= widest), 1)

    def button_width(self, button: PaintedButton, available: int) -> int:  # noqa: ARG002 (all are as wide)
        return available

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.is_ringed = True
        super().keyPressEvent(event)
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in _BY_KEYBOARD:
            self.is_ringed = True
        elif event.reason() == Qt.FocusReason.MouseFocusReason:
            self.is_ringed = False
        super().focusInEvent(event)
        if self.is_ringed:
            self.scrollTo(self.currentIndex())

    def make_delegate(self) -> _AccountDelegate:
        return _AccountDelegate(self)

    def has_action(self, row: AccountRow) -> bool:
        return bool(row.action_text)

    def make_button(self, row: AccountRow) -> PrimaryButton:
        return PrimaryButton(row.action_text, parent=self.viewport())

    def update_button(self, button: PaintedButton, row: AccountRow) -> None:
        button.setText(row.action_text)
        button.setAccessibleDescription(sanitized(row.name))
        cast("PrimaryButton", button).set_quiet(not row.is_primary)

    def row(self, account_id: str) -> AccountRow | None:
        return cast("AccountRow | None", self.items.record(account_id))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The height of the rows depends on the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(400, self.content_height(max(1, self.viewport().width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, theme.scaled(120))

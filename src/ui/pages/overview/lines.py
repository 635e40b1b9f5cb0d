"""The lines that a row of the overview is painted from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.untrusted_text import sanitized
from ui.pages.overview.view import headings
from ui.theme import theme
from ui.widgets.painting import Mirror, paint_box, paint_text
from ui.widgets.progress import paint_bar
from ui.widgets.text.badge import account_color, badge_size, paint_badge

if TYPE_CHECKING:
    from app.present.statuses import BadgeView
    from ui.pages.overview.view import AccountRow, FactView, TrafficView

Paint = Callable[[QPainter, QRectF, Mirror], None]
Lines = tuple["Line", ...]

_TEXT: Final = 20
_BADGE: Final = 26
_TOPUP: Final = 28
_BAR: Final = 18
_BAR_HEIGHT: Final = 6
_AMOUNT: Final = 64
INDENT: Final = 26
_DOT: Final = 12
_SMALL_DOT: Final = 7
_MAX_WIDTH: Final = 230


class Line(NamedTuple):
    """A line of a cell: the size it needs, and what paints it into a rect that is not mirrored yet."""

    width: int
    height: int
    paint: Paint


def height_of(lines: Lines) -> int:
    return sum(line.height for line in lines)


def width_of(lines: Lines) -> int:
    """Returns the width in which nothing is cut, unless a text is very long."""
    return min(max(line.width for line in lines), theme.scaled(_MAX_WIDTH))


def paint_lines(painter: QPainter, area: QRectF, lines: Lines, mirror: Mirror) -> None:
    """Paints lines below each other, from the top of an area."""
    top = area.top()
    for line in lines:
        line.paint(painter, QRectF(area.left(), top, area.width(), line.height), mirror)
        top += line.height


def caption_line(text: str) -> Line:
    return _text(text, "secondary", "muted")


def captions() -> Lines:
    """Returns the titles of the columns; the first is above the names."""
    account, *others = headings()
    return indented(caption_line(account)), *map(caption_line, others)


def account_lines(row: AccountRow) -> Lines:
    """Returns the account's name, service and state, after its color."""
    service = (indented(_text(row.service, "secondary", "muted")),) if row.service else ()
    state = _badge(row.state) if row.state else _updated(row.updated, is_current=row.is_current)
    return _name(row), *service, indented(state)


def blocks(row: AccountRow) -> tuple[tuple[str, Lines], ...]:
    """Returns the other cells of a row with their titles."""
    _account, topups, traffic, pace, ends = headings()
    return (
        (topups, _topups(row)),
        (traffic, _traffic(row.traffic, is_current=row.is_current)),
        (pace, _fact(row.pace)),
        (ends, _fact(row.ends)),
    )


def _topups(row: AccountRow) -> Lines:
    if not row.topups:
        return (_text(row.topups_note, "body", "muted"),)
    widest = max(theme.text_width(amount, "medium") for amount, _status in row.topups)
    amount_width = max(theme.scaled(_AMOUNT), widest + 8)
    lines = [_topup(amount, status, amount_width) for amount, status in row.topups]
    note = (_text(row.topups_note, "secondary", "muted"),) if row.topups_note else ()
    return *lines, *note


def _traffic(traffic: TrafficView, *, is_current: bool) -> Lines:
    if not traffic.used:
        return (_text(traffic.left, "body", "muted"),)
    return (
        _pair(traffic.left, traffic.used, is_current=is_current),
        _bar(traffic.share, traffic.bar),
        _text(traffic.note, "secondary", "muted"),
    )


def _fact(fact: FactView) -> Lines:
    role: theme.FontRole = "strong" if fact.tone in {"strong", "warning"} else "body"
    token = {"strong": "text", "text": "text"}.get(fact.tone, fact.tone)
    note = (_text(fact.note, "secondary", "muted"),) if fact.note else ()
    return _text(fact.text, role, token), *note


def _text(text: str, role: theme.FontRole, token: str) -> Line:
    def paint(painter: QPainter, rect: QRectF, mirror: Mirror) -> None:
        ink = theme.color(token)
        paint_text(painter, mirror.map_rect(rect), sanitized(text), theme.font(role), ink, align=mirror.start)

    width = theme.text_width(sanitized(text), role) + 2
    return Line(width, max(theme.scaled(_TEXT), theme.metrics(role).height() + 2), paint)


def indented(line: Line) -> Line:
    """Returns a line that begins below the name."""

    def paint(painter: QPainter, rect: QRectF, mirror: Mirror) -> None:
        line.paint(painter, rect.adjusted(INDENT, 0, 0, 0), mirror)

    return Line(line.width + INDENT, line.height, paint)


def _name(row: AccountRow) -> Line:
    tag_width = theme.text_width(row.tag, "badge") + 17 if row.tag else 0
    full_width = theme.text_width(sanitized(row.name), "strong") + 2

    def paint(painter: QPainter, rect: QRectF, mirror: Mirror) -> None:
        dot = QRectF(rect.left() + 1, rect.center().y() - _DOT / 2, _DOT, _DOT)
        paint_box(painter, mirror.map_rect(dot), account_color(row.color), radius=_DOT / 2)
        texts = rect.adjusted(INDENT, 0, 0, 0)
        name_width = min(full_width, texts.width() - tag_width - 8)
        name = QRectF(texts.left(), texts.top(), max(name_width, 0), texts.height())
        ink = theme.color("text")
        text = sanitized(row.name)
        paint_text(painter, mirror.map_rect(name), text, theme.font("strong"), ink, align=mirror.start)
        if row.tag:
            height = badge_size(row.tag).height()
            tag = QRectF(name.right() + 8, rect.center().y() - height / 2, tag_width, height)
            paint_box(painter, mirror.map_rect(tag), theme.color("info_tint"), radius=height / 2)
            inner = mirror.map_rect(tag.adjusted(8, 0, -6, 0))
            font, info = theme.font("badge"), theme.color("info")
            paint_text(painter, inner, row.tag, font, info, align=mirror.start)

    width = INDENT + full_width + 8 + tag_width
    return Line(width, max(theme.scaled(_TEXT), theme.metrics("strong").height() + 2), paint)


def _badge(state: BadgeView) -> Line:
    word = sanitized(state.text, 60)

    def paint(painter: QPainter, rect: QRectF, mirror: Mirror) -> None:
        width = min(float(size.width()), rect.width())
        area = QRectF(rect.left(), rect.center().y() - size.height() / 2, width, size.height())
        paint_badge(painter, mirror.map_rect(area), state.kind, word, state.icon)

    size = badge_size(word)
    return Line(size.width(), max(theme.scaled(_BADGE), size.height() + 4), paint)


def _updated(text: str, *, is_current: bool) -> Line:
    below = _text(text, "secondary", "muted")

    def paint(painter: QPainter, rect: QRectF, mirror: Mirror) -> None:
        dot = QRectF(rect.left(), rect.center().y() - _SMALL_DOT / 2, _SMALL_DOT, _SMALL_DOT)
        token = "success" if is_current else "muted"
        paint_box(painter, mirror.map_rect(dot), theme.color(token), radius=_SMALL_DOT / 2)
        below.paint(painter, rect.adjusted(_SMALL_DOT + 7, 0, 0, 0), mirror)

    return Line(below.width + _SMALL_DOT + 7, max(theme.scaled(_BADGE), below.height), paint)


def _topup(amount: str, status: BadgeView, amount_width: float) -> Line:
    first, badge = _text(amount, "medium", "text"), _badge(status)

    def paint(painter: QPainter, rect: QRectF, mirror: Mirror) -> None:
        first.paint(painter, QRectF(rect.left(), rect.top(), amount_width - 4, rect.height()), mirror)
        badge.paint(painter, rect.adjusted(amount_width, 0, 0, 0), mirror)

    return Line(round(amount_width) + badge.width, max(theme.scaled(_TOPUP), badge.height), paint)


def _pair(left: str, used: str, *, is_current: bool) -> Line:
    """Returns a text at the start of the line and one at its end, which is elided first."""
    role: theme.FontRole = "strong" if is_current else "body"
    first, last = _text(left, role, "text" if is_current else "muted"), theme.font("secondary")

    def paint(painter: QPainter, rect: QRectF, mirror: Mirror) -> None:
        width = min(theme.text_width(left, role) + 2.0, rect.width())
        first.paint(painter, QRectF(rect.left(), rect.top(), width, rect.height()), mirror)
        end = rect.adjusted(width + 8, 0, 0, 0)
        paint_text(painter, mirror.map_rect(end), used, last, theme.color("muted"), align=mirror.end)

    return Line(first.width + 8 + theme.text_width(used, "secondary"), first.height, paint)


def _bar(share: float, severity: str) -> Line:
    def paint(painter: QPainter, rect: QRectF, mirror: Mirror) -> None:
        area = QRectF(rect.left(), rect.center().y() - _BAR_HEIGHT / 2, rect.width(), _BAR_HEIGHT)
        paint_bar(painter, mirror.map_rect(area), share, severity)

    return Line(0, theme.scaled(_BAR), paint)

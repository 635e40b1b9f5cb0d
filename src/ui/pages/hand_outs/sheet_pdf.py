"""Print sheets on paper: six users to a page, each on a card to cut out."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPageSize, QPainterPath, QPen

from app.qr_codes import encode
from ui.pages.pdf import END, UNITS_PER_INCH, draw_line, page_font, paragraph, pdf_bytes
from ui.theme.tokens import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtGui import QPainter

    from app.qr_codes import QrMatrix
    from ui.pages.hand_outs.sheet_view import PrintSheet, SheetCard
    from ui.theme.theme import FontRole

PAPERS: Final = {"A4": QPageSize.PageSizeId.A4, "Letter": QPageSize.PageSizeId.Letter}
PER_PAGE: Final = 6
_MARGIN: Final = 64.0
_TOP: Final = 124.0
_CARD: Final = 146.0
_QR: Final = 124.0
_NAME: Final = 96.0
_GAP: Final = 20.0
_BETWEEN: Final = 4.0
_BELOW: Final = 4.0


def page_count(cards: int) -> int:
    return -(-cards // PER_PAGE)


async def sheet_pdf(sheet: PrintSheet, paper: str, version: str, report: Callable[[int], None]) -> bytes:
    """Returns the PDF of a print sheet; the event loop turns between two cards, and between two pages.

    Args:
        paper: One of `PAPERS`.
        report: Called with the number of QR codes so far.
    """
    codes: list[QrMatrix | None] = []
    for card in sheet.cards:
        report(len(codes))
        codes.append(await asyncio.to_thread(encode, card.qr_text) if card.qr_text else None)
    size = QPageSize(PAPERS[paper]).sizePixels(UNITS_PER_INCH)
    area = QRectF(_MARGIN, 0, size.width() - 2 * _MARGIN, size.height())
    count = page_count(len(codes))
    pages = (
        _steps(sheet, codes, number, (f"Tollhouse {version}", sheet.page.format(n=number + 1, m=count)), area)
        for number in range(count)
    )
    return await pdf_bytes(pages, title=sheet.title, version=version, paper=PAPERS[paper])


def _steps(
    sheet: PrintSheet, codes: Sequence[QrMatrix | None], number: int, foot: tuple[str, str], area: QRectF
) -> Iterator[Callable[[QPainter], None]]:
    """Returns what is painted on a page: what all have, then each card."""
    yield partial(_paint_frame, sheet, foot, area)
    first = number * PER_PAGE
    for at in range(first, min(first + PER_PAGE, len(codes))):
        top = _TOP + (at - first) * _CARD
        yield partial(_paint_card, sheet.cards[at], codes[at], QRectF(area.left(), top, area.width(), _CARD))


def _paint_frame(sheet: PrintSheet, foot: tuple[str, str], area: QRectF, painter: QPainter) -> None:
    right, bottom = area.right(), area.bottom() - 29
    made = QFontMetricsF(page_font("secondary")).horizontalAdvance(sheet.made) + _GAP
    title = _elided(sheet.title, "title", area.width() - made)
    draw_line(painter, title, _MARGIN, 76, "title", LIGHT.text)
    draw_line(painter, sheet.made, right, 76, "secondary", LIGHT.muted, align=END)
    draw_line(painter, sheet.subtitle, _MARGIN, 100, "body", LIGHT.muted)
    draw_line(painter, foot[0], _MARGIN, bottom, "secondary", LIGHT.muted)
    draw_line(painter, foot[1], right, bottom, "secondary", LIGHT.muted, align=END)
    _cut(painter, QPointF(_MARGIN, _TOP), right)


def _paint_card(card: SheetCard, matrix: QrMatrix | None, area: QRectF, painter: QPainter) -> None:
    _cut(painter, area.bottomLeft(), area.right())
    if matrix is not None:
        _paint_qr(painter, matrix, QRectF(area.right() - _QR, area.center().y() - _QR / 2, _QR, _QR))
    width, at = area.width() - _QR - _GAP, area.top() + 30
    state = QFontMetricsF(page_font("body")).horizontalAdvance(card.state) + _GAP if card.state else 0.0
    title = _elided(card.title, "heading", width - state)
    draw_line(painter, title, _MARGIN, at, "heading", LIGHT.text)
    if card.state:
        end = QFontMetricsF(page_font("heading")).horizontalAdvance(title)
        draw_line(painter, card.state, _MARGIN + end + _GAP / 2, at, "body", LIGHT.muted)
    _paint_lines(painter, card.lines, QRectF(area.left(), at + 12, width, area.bottom() - _BELOW - at - 12))


def _paint_lines(painter: QPainter, lines: Sequence[tuple[str, str]], area: QRectF) -> None:
    """Paints names and values, each in one line, or two where it is long; smaller where they are too high."""
    metrics = QFontMetricsF(page_font("body"))
    names = max(_NAME, *(metrics.horizontalAdvance(name) + _GAP / 2 for name, _value in lines))
    width = area.width() - names
    values = [paragraph(_elided(value, "mono", 2 * width - _GAP), "mono", width) for _name, value in lines]
    scale = min(1.0, area.height() / sum(height + _BETWEEN for _layout, height in values))
    painter.save()
    painter.translate(area.topLeft())
    painter.scale(scale, scale)
    at = 0.0
    for (name, _value), (layout, height) in zip(lines, values, strict=True):
        draw_line(painter, name, 0, at + 14, "body", LIGHT.muted)
        painter.setPen(QColor(LIGHT.text))
        layout.draw(painter, QPointF(names, at))
        at += height + _BETWEEN
    painter.restore()


def _paint_qr(painter: QPainter, matrix: QrMatrix, area: QRectF) -> None:
    """Paints a code with its quiet zone, as one shape, so that no viewer shows seams between modules."""
    module = area.width() / matrix.full_size
    left, top = area.left() + 4 * module, area.top() + 4 * module
    shape = QPainterPath()
    for y, row in enumerate(matrix.rows):
        start = 0
        while start < len(row):
            end = start
            while end < len(row) and row[end] == row[start]:
                end += 1
            if row[start]:
                shape.addRect(left + start * module, top + y * module, (end - start) * module, module)
            start = end
    painter.fillPath(shape, QColor("#000000"))


def _cut(painter: QPainter, start: QPointF, right: float) -> None:
    """Draws a light line to cut along."""
    painter.setPen(QPen(QColor(LIGHT.border), 1, Qt.PenStyle.DashLine))
    painter.drawLine(QLineF(start, QPointF(right, start.y())))


def _elided(text: str, role: FontRole, width: float) -> str:
    mode = Qt.TextElideMode.ElideMiddle if role == "mono" else Qt.TextElideMode.ElideRight
    return QFontMetricsF(page_font(role)).elidedText(text, mode, width)

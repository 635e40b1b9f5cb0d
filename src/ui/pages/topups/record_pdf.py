"""Payment records on paper: A4 pages as PDF with embedded fonts, the same in every theme and text size."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextLayout,
    QTextOption,
)
from PySide6.QtSvg import QSvgRenderer

from app.present.payment_records import PaymentRecord, record_texts
from app.resources import resource_path
from ui.theme import theme
from ui.theme.tokens import LIGHT
from ui.widgets.painting import paint_box

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QFont

    from app.present.payment_records import RecordLine, RecordResult, RecordTable, RecordTexts
    from ui.theme.theme import FontRole

# All lengths are those of a page of 794 x 1123, which is A4 at 96 units an inch.
_UNITS_PER_INCH: Final = 96
_DOTS_PER_INCH: Final = 1200
_LEFT, _RIGHT = 72.0, 722.0
_TOP, _HEAD_END, _FOOT = 64.0, 206.0, 990.0
_LABEL: Final = 172.0
_WIDTH: Final = _RIGHT - _LEFT
_GAP: Final = 10.0
_COLUMNS: Final = (0.0, 172.0, 342.0, _WIDTH)
_LAST_COLUMN: Final = 130.0
_START, _END = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class _Block(NamedTuple):
    """A part of a page that is not divided; `paint` gets the position of its upper edge."""

    height: float
    paint: Callable[[QPainter, float], None]


class _Document(NamedTuple):
    """A record or a table, which begins on a page of its own under its head."""

    head: tuple[str, str, str]
    blocks: list[_Block]


async def records_pdf(records: Sequence[PaymentRecord], table: RecordTable | None, version: str) -> bytes:
    """Returns a PDF of records, one to a page where it fits, behind a table if there is one.

    The event loop turns between two pages.
    """
    texts = record_texts()
    documents = [] if table is None else [_lay_out_table(table)]
    documents += [_lay_out(record, texts) for record in records]
    pages = [
        (document.head if number == 0 else None, blocks)
        for document in documents
        for number, blocks in enumerate(_pages(document.blocks))
    ]
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = _writer(buffer, version, documents[0].head[0])
    painter = QPainter(writer)
    painter.scale(_DOTS_PER_INCH / _UNITS_PER_INCH, _DOTS_PER_INCH / _UNITS_PER_INCH)
    for number, (head, blocks) in enumerate(pages, 1):
        if number > 1:
            writer.newPage()
        _paint_page(painter, head, blocks, texts)
        foot = texts.page.format(n=number, m=len(pages))
        _line(painter, f"Tollhouse {version}", _LEFT, 1094, "secondary", LIGHT.muted)
        _line(painter, foot, _RIGHT, 1094, "secondary", LIGHT.muted, align=_END)
        await asyncio.sleep(0)
    painter.end()
    buffer.close()
    return bytes(content.data())


def _writer(buffer: QBuffer, version: str, title: str) -> QPdfWriter:
    writer = QPdfWriter(buffer)
    writer.setResolution(_DOTS_PER_INCH)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)
        )
    )
    writer.setTitle(title)
    writer.setCreator(f"Tollhouse {version}")
    return writer


def _pages(blocks: Sequence[_Block]) -> list[list[tuple[float, _Block]]]:
    """Returns the blocks of each page with their positions; the first page has the head."""
    pages: list[list[tuple[float, _Block]]] = [[]]
    top = _HEAD_END
    for block in blocks:
        if top + block.height > _FOOT and pages[-1]:
            pages.append([])
            top = _LEFT
        pages[-1].append((top, block))
        top += block.height
    return pages


def _paint_page(
    painter: QPainter,
    head: tuple[str, str, str] | None,
    blocks: Sequence[tuple[float, _Block]],
    texts: RecordTexts,
) -> None:
    if head is not None:
        _paint_head(painter, head, texts)
    for top, block in blocks:
        block.paint(painter, top)
    _rule(painter, 1002, LIGHT.control_border)
    note = f"{texts.not_an_invoice} {texts.explanation}"
    layout, _height = _paragraph(note, "secondary", _WIDTH, bold=len(texts.not_an_invoice))
    painter.setPen(QColor(LIGHT.muted))
    layout.draw(painter, QPointF(_LEFT, 1014))


def _paint_head(painter: QPainter, head: tuple[str, str, str], texts: RecordTexts) -> None:
    title, subtitle, made = head
    renderer = QSvgRenderer(str(resource_path("icons", "tollhouse.svg")))
    renderer.render(painter, QRectF(_LEFT, _TOP, 36, 36))
    _line(painter, "Tollhouse", _LEFT + 48, _TOP + 23, "heading", LIGHT.text)
    _line(painter, made, _RIGHT, _TOP + 14, "secondary", LIGHT.muted, align=_END)
    _line(painter, texts.source, _RIGHT, _TOP + 31, "secondary", LIGHT.muted, align=_END)
    _line(painter, title, _LEFT, 164, "display", LIGHT.text)
    layout, _height = _paragraph(subtitle, "body", _WIDTH)
    painter.setPen(QColor(LIGHT.muted))
    layout.draw(painter, QPointF(_LEFT, 175))


def _lay_out(record: PaymentRecord, texts: RecordTexts) -> _Document:
    blocks = [_result(record.result)]
    for section in record.sections:
        blocks.append(_section(section.title))
        blocks += [_row(line) for line in section.lines]
    if record.reference:
        blocks += [_section(texts.reference), _reference(record.reference)]
    return _Document((record.title, record.subtitle, record.made), blocks)


def _lay_out_table(table: RecordTable) -> _Document:
    head = _Block(54, partial(_paint_cells, table.heads, "strong", 24))
    rows = [_Block(30, partial(_paint_cells, cells, "secondary", 0)) for cells in table.rows]
    return _Document((table.title, table.subtitle, table.made), [_result(table.result), head, *rows])


def _result(result: RecordResult) -> _Block:
    def paint(painter: QPainter, top: float) -> None:
        top += 16
        box = QRectF(_LEFT, top, _WIDTH, 118)
        paint_box(painter, box, QColor(LIGHT.surface), QColor(LIGHT.border), radius=12)
        start, end = _LEFT + 25, _RIGHT - 25
        _line(painter, result.caption, start, top + 33, "body", LIGHT.muted)
        _line(painter, result.amount, start, top + 68, "display", LIGHT.text)
        _line(painter, result.when, start, top + 93, "body", LIGHT.muted)
        if result.badge:
            _badge(painter, result.badge, end, top + 23)
        _line(painter, result.paid, end, top + 69, "mono_strong", LIGHT.text, align=_END)
        _line(painter, result.paid_in, end, top + 91, "body", LIGHT.muted, align=_END)

    return _Block(134, paint)


def _badge(painter: QPainter, text: str, right: float, top: float) -> None:
    width = QFontMetricsF(_font("badge")).horizontalAdvance(text) + 20
    box = QRectF(right - width, top, width, 21)
    paint_box(painter, box, QColor(LIGHT.success_tint), radius=10.5)
    _line(painter, text, right - 10, top + 15, "badge", LIGHT.success, align=_END)


def _section(title: str) -> _Block:
    def paint(painter: QPainter, top: float) -> None:
        _line(painter, title, _LEFT, top + 36, "badge", LIGHT.muted)
        _rule(painter, top + 45, LIGHT.control_border)

    return _Block(46, paint)


def _row(line: RecordLine) -> _Block:
    """Returns a name and a value; what is muted follows the value where it fits, else is below it."""
    name, name_height = _paragraph(line.name, "body", _LABEL - _GAP)
    value, height = _paragraph(line.value, "mono_small" if line.is_identifier else "body", _WIDTH - _LABEL)
    end = value.lineAt(value.lineCount() - 1).naturalTextWidth() + _GAP
    is_beside = value.lineCount() == 1 and end + _width(line.aside) <= _WIDTH - _LABEL
    aside, aside_height = _paragraph(line.aside, "body", _WIDTH - _LABEL - (end if is_beside else 0))
    below = 0.0 if is_beside or not line.aside else aside_height

    def paint(painter: QPainter, top: float) -> None:
        painter.setPen(QColor(LIGHT.muted))
        name.draw(painter, QPointF(_LEFT, top + 7))
        aside_at = (
            QPointF(_LEFT + _LABEL + end, top + 7) if is_beside else QPointF(_LEFT + _LABEL, top + 7 + height)
        )
        aside.draw(painter, aside_at)
        painter.setPen(QColor(LIGHT.text))
        value.draw(painter, QPointF(_LEFT + _LABEL, top + 7))
        _rule(painter, top + block.height - 1, LIGHT.border)

    block = _Block(max(name_height, height + below) + 14, paint)
    return block


def _reference(text: str) -> _Block:
    layout, height = _paragraph(text, "body", _WIDTH)

    def paint(painter: QPainter, top: float) -> None:
        painter.setPen(QColor(LIGHT.text))
        layout.draw(painter, QPointF(_LEFT, top + 10))

    return _Block(height + 20, paint)


def _paint_cells(
    cells: tuple[str, str, str, str], role: FontRole, gap: float, painter: QPainter, top: float
) -> None:
    metrics = QFontMetricsF(_font(role))
    for number, (text, at) in enumerate(zip(cells, _COLUMNS, strict=True)):
        is_last = number == len(cells) - 1
        width = _LAST_COLUMN if is_last else _COLUMNS[number + 1] - at - _GAP
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width)
        align = _END if is_last else _START
        _line(painter, shown, _LEFT + at, top + gap + 19, role, LIGHT.text, align=align)
    _rule(painter, top + gap + 29, LIGHT.border)


def _font(role: FontRole) -> QFont:
    """Returns the font of a role without the text size that is set for the screen."""
    font = theme.font(role)
    font.setPixelSize(round(font.pixelSize() / theme.text_scale()))
    # A figure of another width is a glyph without a character: it could be neither copied nor searched for.
    font.clearFeatures()
    return font


def _width(text: str) -> float:
    return QFontMetricsF(_font("body")).horizontalAdvance(text)


def _paragraph(text: str, role: FontRole, width: float, *, bold: int = 0) -> tuple[QTextLayout, float]:
    """Returns a text laid out in a width, and its height; its first `bold` characters stand out."""
    layout = QTextLayout(text, _font(role))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setUseDesignMetrics(True)
    layout.setTextOption(option)
    if bold:
        strong = QTextLayout.FormatRange()
        strong.start, strong.length = 0, bold
        strong.format.setFontWeight(_font("badge").weight())
        strong.format.setForeground(QColor(LIGHT.text))
        layout.setFormats([strong])
    height = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height() + 2
    layout.endLayout()
    return layout, height


def _line(  # noqa: PLR0913, PLR0917 (what a text needs)
    painter: QPainter,
    text: str,
    x: float,
    y: float,
    role: FontRole,
    ink: str,
    *,
    align: Qt.AlignmentFlag = _START,
) -> None:
    font = _font(role)
    painter.setFont(font)
    painter.setPen(QColor(ink))
    shift = QFontMetricsF(font).horizontalAdvance(text) if align == _END else 0.0
    painter.drawText(QPointF(x - shift, y), text)


def _rule(painter: QPainter, y: float, ink: str) -> None:
    painter.fillRect(QRectF(_LEFT, y, _WIDTH, 1), QColor(ink))

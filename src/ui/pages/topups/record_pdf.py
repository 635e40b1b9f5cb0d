"""Payment records on paper: A4 pages as PDF with embedded fonts, the same in every theme and text size."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtSvg import QSvgRenderer

from app.i18n.texts import sentences
from app.resources import resource_path
from ui.pages.pdf import END, Block, draw_line, page_font, paged, paragraph, pdf_bytes
from ui.pages.topups.record_view import PaymentRecord, record_texts
from ui.theme.tokens import LIGHT
from ui.widgets.painting import draw_box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

    from ui.pages.topups.record_view import RecordLine, RecordResult, RecordTable, RecordTexts
    from ui.theme.theme import FontRole

_LEFT, _RIGHT = 72.0, 722.0
_TOP, _HEAD_END, _FOOT = 64.0, 206.0, 990.0
_LABEL: Final = 172.0
_WIDTH: Final = _RIGHT - _LEFT
_GAP: Final = 10.0
_COLUMNS: Final = (0.0, 172.0, 342.0)
_LAST_COLUMN: Final = 130.0


class _Document(NamedTuple):
    """A record or a table, which begins on a page of its own under its head."""

    head: tuple[str, str, str]
    blocks: list[Block]


async def records_pdf(records: Sequence[PaymentRecord], table: RecordTable | None, version: str) -> bytes:
    """Returns a PDF of records, one to a page where it fits, behind a table if there is one.

    The event loop turns between two records that are laid out, and between two pages.
    """
    texts = record_texts()
    documents = [] if table is None else [_lay_out_table(table)]
    for record in records:
        documents.append(_lay_out(record, texts))
        await asyncio.sleep(0)
    pages = [
        (document.head if number == 0 else None, blocks)
        for document in documents
        for number, blocks in enumerate(paged(document.blocks, _HEAD_END, _LEFT, _FOOT))
    ]
    foot = f"Tollhouse {version}"
    painted = [
        (partial(_paint_page, head, blocks, texts, (foot, texts.page.format(n=number, m=len(pages)))),)
        for number, (head, blocks) in enumerate(pages, 1)
    ]
    return await pdf_bytes(painted, title=documents[0].head[0], version=version)


def _paint_page(
    head: tuple[str, str, str] | None,
    blocks: Sequence[tuple[float, Block]],
    texts: RecordTexts,
    foot: tuple[str, str],
    painter: QPainter,
) -> None:
    if head is not None:
        _paint_head(painter, head, texts)
    for top, block in blocks:
        block.paint(painter, top)
    _rule(painter, 1002, LIGHT.control_border)
    note = sentences((texts.not_an_invoice, texts.explanation))
    layout, _height = paragraph(note, "secondary", _WIDTH, bold=len(texts.not_an_invoice))
    painter.setPen(QColor(LIGHT.muted))
    layout.draw(painter, QPointF(_LEFT, 1014))
    draw_line(painter, foot[0], _LEFT, 1094, "secondary", LIGHT.muted)
    draw_line(painter, foot[1], _RIGHT, 1094, "secondary", LIGHT.muted, align=END)


def _paint_head(painter: QPainter, head: tuple[str, str, str], texts: RecordTexts) -> None:
    title, subtitle, made = head
    renderer = QSvgRenderer(str(resource_path("icons", "tollhouse.svg")))
    renderer.render(painter, QRectF(_LEFT, _TOP, 36, 36))
    draw_line(painter, "Tollhouse", _LEFT + 48, _TOP + 23, "heading", LIGHT.text)
    draw_line(painter, made, _RIGHT, _TOP + 14, "secondary", LIGHT.muted, align=END)
    draw_line(painter, texts.source, _RIGHT, _TOP + 31, "secondary", LIGHT.muted, align=END)
    draw_line(painter, title, _LEFT, 164, "display", LIGHT.text)
    layout, _height = paragraph(subtitle, "body", _WIDTH)
    painter.setPen(QColor(LIGHT.muted))
    layout.draw(painter, QPointF(_LEFT, 175))


def _lay_out(record: PaymentRecord, texts: RecordTexts) -> _Document:
    blocks = [_result(record.result)]
    for section in record.sections:
        first, *others = map(_row, section.lines)
        blocks += [_headed(section.title, first), *others]
    if record.reference:
        blocks.append(_headed(texts.reference, _reference(record.reference)))
    return _Document((record.title, record.subtitle, record.made), blocks)


def _lay_out_table(table: RecordTable) -> _Document:
    head = Block(54, partial(_paint_cells, table.heads, "strong", 24))
    rows = [Block(30, partial(_paint_cells, cells, "secondary", 0)) for cells in table.rows]
    return _Document((table.title, table.subtitle, table.made), [_result(table.result), head, *rows])


def _result(result: RecordResult) -> Block:
    def paint(painter: QPainter, top: float) -> None:
        top += 16
        box = QRectF(_LEFT, top, _WIDTH, 118)
        draw_box(painter, box, QColor(LIGHT.surface), QColor(LIGHT.border), radius=12)
        start, end = _LEFT + 25, _RIGHT - 25
        draw_line(painter, result.caption, start, top + 33, "body", LIGHT.muted)
        draw_line(painter, result.amount, start, top + 68, "display", LIGHT.text)
        draw_line(painter, result.when, start, top + 93, "body", LIGHT.muted)
        if result.badge:
            _badge(painter, result.badge, end, top + 23)
        draw_line(painter, result.paid, end, top + 69, "mono_strong", LIGHT.text, align=END)
        # That records are missing can be said at length; nothing stands beside the sum of a month.
        fits = _width(result.when) + _GAP + _width(result.paid_in) <= end - start
        draw_line(painter, result.paid_in, end, top + (91 if fits else 69), "body", LIGHT.muted, align=END)

    return Block(134, paint)


def _badge(painter: QPainter, text: str, right: float, top: float) -> None:
    width = QFontMetricsF(page_font("badge")).horizontalAdvance(text) + 20
    box = QRectF(right - width, top, width, 21)
    draw_box(painter, box, QColor(LIGHT.success_tint), radius=10.5)
    draw_line(painter, text, right - 10, top + 15, "badge", LIGHT.success, align=END)


def _headed(title: str, first: Block) -> Block:
    """Returns the head of a section with its first row, which no page parts."""

    def paint(painter: QPainter, top: float) -> None:
        draw_line(painter, title, _LEFT, top + 36, "badge", LIGHT.muted)
        _rule(painter, top + 45, LIGHT.control_border)
        first.paint(painter, top + 46)

    return Block(46 + first.height, paint)


def _row(line: RecordLine) -> Block:
    """Returns a name and a value; what is muted follows the value where it fits, else is below it."""
    name, name_height = paragraph(line.name, "body", _LABEL - _GAP)
    value, height = paragraph(line.value, "mono_small" if line.is_identifier else "body", _WIDTH - _LABEL)
    end = value.lineAt(value.lineCount() - 1).naturalTextWidth() + _GAP
    is_beside = value.lineCount() == 1 and end + _width(line.aside) <= _WIDTH - _LABEL
    aside, aside_height = paragraph(line.aside, "body", _WIDTH - _LABEL - (end if is_beside else 0))
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

    block = Block(max(name_height, height + below) + 14, paint)
    return block


def _reference(text: str) -> Block:
    layout, height = paragraph(text, "body", _WIDTH)

    def paint(painter: QPainter, top: float) -> None:
        painter.setPen(QColor(LIGHT.text))
        layout.draw(painter, QPointF(_LEFT, top + 10))

    return Block(height + 20, paint)


def _width(text: str) -> float:
    return QFontMetricsF(page_font("body")).horizontalAdvance(text)


def _paint_cells(
    cells: tuple[str, str, str, str], role: FontRole, gap: float, painter: QPainter, top: float
) -> None:
    """Paints a row; the last cell is right-aligned, and the one before it takes what that leaves."""
    metrics = QFontMetricsF(page_font(role))
    last = metrics.elidedText(cells[-1], Qt.TextElideMode.ElideMiddle, _LAST_COLUMN)
    ends = (*_COLUMNS[1:], _WIDTH - metrics.horizontalAdvance(last))
    for text, start, end in zip(cells[:-1], _COLUMNS, ends, strict=True):
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, end - start - _GAP)
        draw_line(painter, shown, _LEFT + start, top + gap + 19, role, LIGHT.text)
    draw_line(painter, last, _RIGHT, top + gap + 19, role, LIGHT.text, align=END)
    _rule(painter, top + gap + 29, LIGHT.border)


def _rule(painter: QPainter, y: float, ink: str) -> None:
    painter.fillRect(QRectF(_LEFT, y, _WIDTH, 1), QColor(ink))

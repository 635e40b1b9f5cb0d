"""Primitives of printed pages: PDFs with embedded fonts, the same in every theme and text size."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextLayout,
    QTextOption,
)

from ui.theme import theme
from ui.theme.tokens import LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ui.theme.theme import FontRole

UNITS_PER_INCH: Final = 96
"""Of all lengths: A4 is about 794 x 1123."""

_DOTS_PER_INCH: Final = 1200
START, END = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class Block(NamedTuple):
    """A part of a page that is not divided; `paint` gets the position of its upper edge."""

    height: float
    paint: Callable[[QPainter, float], None]


async def pdf_bytes(
    pages: Iterable[Iterable[Callable[[QPainter], None]]],
    *,
    title: str,
    version: str,
    paper: QPageSize.PageSizeId = QPageSize.PageSizeId.A4,
) -> bytes:
    """Returns a PDF of pages, each painted in steps; the event loop turns between two steps."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = _writer(buffer, version, title, paper)
    painter = QPainter(writer)
    painter.scale(_DOTS_PER_INCH / UNITS_PER_INCH, _DOTS_PER_INCH / UNITS_PER_INCH)
    try:
        for number, steps in enumerate(pages):
            if number:
                writer.newPage()
            for paint in steps:
                paint(painter)
                await asyncio.sleep(0)
    finally:
        painter.end()
        buffer.close()
    return bytes(content.data())


def _writer(buffer: QBuffer, version: str, title: str, paper: QPageSize.PageSizeId) -> QPdfWriter:
    writer = QPdfWriter(buffer)
    writer.setResolution(_DOTS_PER_INCH)
    writer.setPageLayout(
        QPageLayout(QPageSize(paper), QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    )
    writer.setTitle(title)
    writer.setCreator(f"Tollhouse {version}")
    return writer


def paged(blocks: Iterable[Block], first: float, top: float, foot: float) -> list[list[tuple[float, Block]]]:
    """Returns the blocks of each page with their positions.

    Args:
        first: Where they begin on the first page; `top` on the others.
        foot: Where they end at the latest.
    """
    pages: list[list[tuple[float, Block]]] = [[]]
    at = first
    for block in blocks:
        if at + block.height > foot and pages[-1]:
            pages.append([])
            at = top
        pages[-1].append((at, block))
        at += block.height
    return pages


def page_font(role: FontRole) -> QFont:
    """Returns the font of a role without the text size that is set for the screen."""
    font = QFont(theme.font(role))
    font.setPixelSize(round(font.pixelSize() / theme.text_scale()))
    # A figure of another width is a glyph without a character: it could be neither copied nor searched for.
    font.clearFeatures()
    return font


def paragraph(text: str, role: FontRole, width: float, *, bold: int = 0) -> tuple[QTextLayout, float]:
    """Returns a text laid out in a width, and its height; its first `bold` characters stand out."""
    layout = QTextLayout(text, page_font(role))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setUseDesignMetrics(True)
    layout.setTextOption(option)
    if bold:
        strong = QTextLayout.FormatRange()
        strong.start, strong.length = 0, bold
        strong.format.setFontWeight(page_font("badge").weight())
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


def draw_line(  # noqa: PLR0913, PLR0917 (what a text needs)
    painter: QPainter,
    text: str,
    x: float,
    y: float,
    role: FontRole,
    ink: str,
    *,
    align: Qt.AlignmentFlag = START,
) -> None:
    shown = page_font(role)
    painter.setFont(shown)
    painter.setPen(QColor(ink))
    shift = QFontMetricsF(shown).horizontalAdvance(text) if align == END else 0.0
    painter.drawText(QPointF(x - shift, y), text)

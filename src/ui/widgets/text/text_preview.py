"""A read-only preview of lines to copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy

from app.untrusted_text import sanitized
from ui.theme import theme
from ui.theme.stylesheet import set_style

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

_LINE_LIMIT = 2000
_FEWEST = 2
MAX_LINES = 7


class TextPreview(QPlainTextEdit):
    """Shows a text in the font of what is copied, in up to `max_lines`, then it scrolls."""

    def __init__(self, name: str, *, max_lines: int = MAX_LINES) -> None:
        super().__init__()
        self._max_lines = max_lines
        self.setAccessibleName(name)
        self.setProperty("bare", True)
        self.document().setDocumentMargin(0)
        # Addresses and commands read so in every language.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_style(self, "text")
        theme.follow(self._restyle)

    def show_text(self, text: str) -> None:
        shown = "\n".join(sanitized(line, _LINE_LIMIT) for line in text.split("\n"))
        if shown != self.toPlainText():
            self.setPlainText(shown)
            self._fit_height()

    def sizeHint(self) -> QSize:
        return QSize(theme.scaled(240), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(120), self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def _height(self) -> int:
        # A plain text document counts its height in lines.
        lines = min(self._max_lines, max(_FEWEST, round(self.document().size().height())))
        return lines * QFontMetrics(self.font()).lineSpacing() + 8

    def _fit_height(self) -> None:
        policies = Qt.ScrollBarPolicy
        fits = self.document().size().height() <= self._max_lines
        self.setVerticalScrollBarPolicy(policies.ScrollBarAlwaysOff if fits else policies.ScrollBarAsNeeded)
        if self.height() != self._height():
            self.setFixedHeight(self._height())

    def _restyle(self) -> None:
        self.setFont(theme.font("mono_small"))
        self._fit_height()

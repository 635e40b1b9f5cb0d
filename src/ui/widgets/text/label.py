"""The label: shows any text as plain text."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget  # noqa: TID251 - this is the door itself

from app.untrusted_text import sanitized
from ui.theme import theme
from ui.widgets.painting import paint_text
from ui.widgets.text.untrusted_text import breakable, direction_of, set_whole_tooltip, unmnemonic

Elide = Literal["", "middle", "right"]
Tone = Literal["", "text", "muted", "accent", "success", "warning", "danger", "info"]

_MUTED_ROLES = frozenset(("secondary", "caption"))
_MIN_ELIDED = 40
_MAX_NEEDED = 280
_MAX_HEIGHT = 10_000
_WHOLE = 2
"""More than the width of a text, in whole pixels, can be less than its letters need."""
_ELIDE_MODES = {"middle": Qt.TextElideMode.ElideMiddle, "right": Qt.TextElideMode.ElideRight}


class Label(QLabel):
    """A text in one of the theme's roles: never rich text, truncated, invisible characters marked.

    Args:
        role: 'secondary' and 'caption' are muted.
        elide: Lets it shrink to a few letters, elided in the middle or at the right; other single lines
            are elided at their maximum width. The tooltip has the whole.
    """

    def __init__(  # noqa: PLR0913 - options by name
        self,
        text: str = "",
        role: theme.FontRole = "body",
        *,
        limit: int = 200,
        wrap: bool = False,
        elide: Elide = "",
        tone: Tone = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._shown = self._lines = ""
        self._role: theme.FontRole = role
        self._tone: Tone = tone
        self._limit = limit
        self._elide = elide
        self._has_buddy = False
        self._was_cut = self._is_broken = False
        # Layouts ask for the same widths again and again, and each answer takes as long as the text to paint.
        self._heights: dict[int, int] = {}
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        if elide:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self._min_lines = 1
        theme.follow(self._restyle)
        self.setText(text)

    def setText(self, text: str) -> None:
        shown = sanitized(text, self._limit)
        if shown == self._shown:
            return
        self._shown, self._lines = shown, self._in_lines(shown)
        self._heights.clear()
        super().setText(unmnemonic(shown) if self._has_buddy else self._lines)
        self._set_tool_tip()
        self._reserve_lines()

    def show_text(self, text: str) -> None:
        """Shows the label with a text; hides it for ''."""
        self.setText(text)
        self.setVisible(bool(text))

    def setBuddy(self, buddy: QWidget) -> None:
        """Names a control; a '&' in the text stays a '&'."""
        self._has_buddy = True
        super().setBuddy(buddy)
        super().setText(unmnemonic(self._shown))

    def set_min_lines(self, lines: int) -> None:
        """Reserves so many lines, so that another text moves nothing below."""
        self._min_lines = lines
        self._reserve_lines()

    def shown_text(self) -> str:
        """Returns the text before it is elided."""
        return self._shown

    def set_tone(self, tone: Tone) -> None:
        """Takes the color of a token; '' is the role's own."""
        if tone != self._tone:
            self._tone = tone
            self.update()

    def minimumSizeHint(self) -> QSize:
        """An elided label may shrink to a few characters, and a line has a maximum width."""
        hint = super().minimumSizeHint()
        most = theme.scaled(_MIN_ELIDED if self._elide else _MAX_NEEDED)
        return QSize(min(hint.width(), most), hint.height())

    def heightForWidth(self, width: int) -> int:
        return max(self._needed_height(width), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Updates the tooltip of an elided text; wrapped lines are never cut in height."""
        super().resizeEvent(event)
        self._set_tool_tip()
        self._reserve_lines()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the text in its tone; where it does not wrap, as one line that is cut for its width."""
        painter, area = QPainter(self), self.contentsRect()
        ink = theme.color(self._tone or ("muted" if self._role in _MUTED_ROLES else "text"))
        # The window decides where a line begins, whatever direction its text has.
        align = self._visual_alignment()
        if not self.wordWrap():
            font = theme.font(self._role)
            paint_text(painter, QRectF(area), self._fitted(), font, ink, align=align, fits=True)
            return
        painter.setPen(ink)
        # Not that of the window: else '1 BTC = $2' would become 'BTC = $2 1'.
        painter.setLayoutDirection(direction_of(self._shown))
        flags = int(align | Qt.AlignmentFlag.AlignAbsolute | Qt.TextFlag.TextWordWrap)
        painter.drawText(area, flags, self._lines)

    def _fitted(self) -> str:
        if not self._is_cut():
            return self._shown
        mode = _ELIDE_MODES[self._elide or "right"]
        return theme.metrics(self._role).elidedText(self._shown, mode, self.width())

    def _visual_alignment(self) -> Qt.AlignmentFlag:
        """`QStyle.visualAlignment`, without the enums of `QStyle`, which no row has to wait for."""
        sides, alignment = Qt.AlignmentFlag, self.alignment()
        if self.isRightToLeft() and not alignment & sides.AlignHCenter:
            is_right = bool(alignment & sides.AlignRight)
            alignment &= ~(sides.AlignLeft | sides.AlignRight)
            alignment |= sides.AlignLeft if is_right else sides.AlignRight
        return alignment

    def _is_cut(self) -> bool:
        if self.wordWrap() or not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            return False
        return theme.text_width(self._shown, self._role) > self.contentsRect().width()

    def _set_tool_tip(self) -> None:
        is_cut = self._is_cut()
        if is_cut or self._was_cut:
            set_whole_tooltip(self, self._shown, is_cut=is_cut)
        self._was_cut = is_cut

    def _in_lines(self, shown: str) -> str:
        """Makes a long word breakable; its accessible text stays in one piece."""
        if not self.wordWrap():
            return shown
        broken = breakable(shown)
        if broken != shown or self._is_broken:
            self._is_broken = broken != shown
            self.setAccessibleName(shown if self._is_broken else "")
        return broken

    def _reserve_lines(self) -> None:
        if self.wordWrap() and self.testAttribute(Qt.WidgetAttribute.WA_Resized):
            # heightForWidth never returns less than the minimum, which could then not shrink again.
            lines = self._min_lines * theme.metrics(self._role).lineSpacing()
            self.setMinimumHeight(max(self._needed_height(self.width()), lines))

    def _needed_height(self, width: int) -> int:
        """Returns the height of the text at a width, with the margins."""
        margins = self.contentsMargins()
        # Where the whole text fits, it is one line at any width.
        whole = theme.text_width(self._lines, self._role) + _WHOLE
        available = min(width - margins.left() - margins.right(), whole)
        if available not in self._heights:
            flag = Qt.TextFlag.TextWordWrap if self.wordWrap() else Qt.TextFlag.TextSingleLine
            area, flags = QRect(0, 0, available, _MAX_HEIGHT), int(self.alignment() | flag)
            self._heights[available] = (
                theme.metrics(self._role).boundingRect(area, flags, self._lines).height()
            )
        return self._heights[available] + margins.top() + margins.bottom()

    def _restyle(self) -> None:
        self.setFont(theme.font(self._role))
        self._heights.clear()
        self._reserve_lines()

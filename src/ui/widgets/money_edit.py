"""A line for an amount in US dollars."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QValidator

from ui import theme
from ui.widgets.line_edit import LineEdit
from ui.widgets.painting import paint_text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_TYPED = re.compile(r"[0-9]{0,9}(\.[0-9]{0,2})?")
_WHOLE = re.compile(r"[0-9]{1,9}(\.[0-9]{0,2})?")
_PASTED = re.compile(r"\s*\$?\s*([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9})(?:[.,]([0-9]{1,2}))?\s*(?:USD)?\s*")


class _MoneyValidator(QValidator):
    """Lets through digits and one dot with two decimals; reads what people paste."""

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        if _TYPED.fullmatch(text):
            state = QValidator.State.Acceptable if _WHOLE.fullmatch(text) else QValidator.State.Intermediate
            return state, text, position
        dotted = text.replace(",", ".")
        if _TYPED.fullmatch(dotted):
            return QValidator.State.Acceptable, dotted, position
        pasted = _PASTED.fullmatch(text)
        if pasted:
            amount = _joined(pasted)
            return QValidator.State.Acceptable, amount, len(amount)
        return QValidator.State.Invalid, text, position


class MoneyEdit(LineEdit):
    """An amount in US dollars, typed or pasted ('50', '50,5', '$1,250.00'); other text is refused."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._font_role = self._words_role = "heading"
        self.setValidator(_MoneyValidator(self))
        # Digits are written from left to right everywhere, and the sign before them.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        theme.follow(self._leave_room)

    def amount_text(self) -> str | None:
        """Returns the amount with two decimals ('50.00'), None where there is none yet."""
        if not _WHOLE.fullmatch(self.text()):
            return None
        whole, _dot, cents = self.text().partition(".")
        return f"{whole.lstrip('0') or '0'}.{cents:0<2}"

    def set_amount(self, text: str) -> None:
        """Shows an amount, read as if pasted.

        Raises:
            ValueError: it is no amount of dollars.
        """
        pasted = _PASTED.fullmatch(text)
        if pasted is None:
            raise ValueError("not an amount in US dollars")
        self.setText(_joined(pasted))

    def sizeHint(self) -> QSize:
        """Taller than other lines: it is what the form is about."""
        hint = super().sizeHint()
        return QSize(theme.scaled(180), hint.height() + 6)

    def minimumSizeHint(self) -> QSize:
        """Room for '$ 10,000.00'."""
        return QSize(theme.scaled(130), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the sign before the amount."""
        super().paintEvent(event)
        area = QRectF(12, 0, self._sign_width(), self.height())
        paint_text(QPainter(self), area, "$", self.font(), theme.color("text"))

    def _sign_width(self) -> int:
        return QFontMetrics(self.font()).horizontalAdvance("$") + 2

    def _leave_room(self) -> None:
        self._restyle()
        self.keep_start_free(self._sign_width() + 2)


def _joined(pasted: re.Match[str]) -> str:
    whole, cents = pasted.group(1).replace(",", ""), pasted.group(2)
    return f"{whole}.{cents:0<2}" if cents else whole

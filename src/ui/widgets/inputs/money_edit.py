"""A line edit for an amount in US dollars."""

from __future__ import annotations

import re
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QValidator

from ui.theme import theme
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.painting import paint_text

# With one separator before at most two digits it is the decimal sign, whichever it is.
_PLAIN = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{0,2}))?")
_PARTED = {
    ".": re.compile(r"([0-9]{1,3}(?:,[0-9]{3}){1,2})(?:\.([0-9]{0,2}))?"),
    # Without its cents '1.250' may be one or a thousand.
    ",": re.compile(r"([0-9]{1,3}(?:\.[0-9]{3}){1,2}),([0-9]{0,2})"),
}
# French and Russian part thousands by such spaces; others write them so, too.
_SPACED = re.compile(r"([0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3}){1,2})(?:[.,]([0-9]{0,2}))?")
_BEGUN = re.compile(r"(?:[0-9.,][0-9., \u00a0\u202f]{0,15})?")
_PASTED = re.compile(
    r"\s*(?:(?:US)?\$|USD)?\s*([0-9](?:[0-9., \u00a0\u202f]{0,14}[0-9.,])?)\s*(?:(?:US)?\$|\$US|USD)?\s*"
)


class _AmountValidator(QValidator):
    """Accepts digits and signs as typed; an unreadable amount is refused with a text, not changed."""

    def __init__(self, edit: MoneyEdit) -> None:
        super().__init__(edit)
        self._edit = edit

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        pasted = _PASTED.fullmatch(text)
        if pasted:
            text, position = pasted[1], min(position, len(pasted[1]))
        if _BEGUN.fullmatch(text) is None:
            return QValidator.State.Invalid, text, position
        is_read = self._edit.read(text) is not None
        return QValidator.State.Acceptable if is_read else QValidator.State.Intermediate, text, position


class MoneyEdit(LineEdit):
    """An amount in US dollars, typed or pasted ('50', '50,5', '$1,250.00', '1 250,00 $US').

    Letters are refused.
    """

    def __init__(self, decimal_sign: Literal[".", ","] = ".") -> None:
        super().__init__()
        self._decimal_sign = decimal_sign
        self._font_role = self._words_role = "heading"
        self.setValidator(_AmountValidator(self))
        # Digits are written from left to right everywhere, and the sign before them.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        theme.follow(self._set_margins)

    def amount_text(self) -> str | None:
        """Returns the amount with two decimals ('50.00'), None for none or an ambiguous one."""
        return self.read(self.text())

    def read(self, text: str) -> str | None:
        """Returns '1250.00' for digits and signs with the language's separators ('1,250', '1.250,00')."""
        found = (
            _PLAIN.fullmatch(text) or _PARTED[self._decimal_sign].fullmatch(text) or _SPACED.fullmatch(text)
        )
        if found is None:
            return None
        whole = re.sub("[^0-9]", "", found[1]).lstrip("0") or "0"
        return f"{whole}.{found[2] or '':0<2}"

    def set_amount(self, text: str) -> None:
        """Shows an amount such as '50.00'; raises a `ValueError` for any other text."""
        if _PLAIN.fullmatch(text) is None:
            raise ValueError("not an amount in US dollars")
        self.setText(text.replace(".", self._decimal_sign))

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(theme.scaled(180), hint.height() + 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(130), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        area = QRectF(12, 0, self._sign_width(), self.height())
        paint_text(QPainter(self), area, "$", self.font(), theme.color("text"))

    def _sign_width(self) -> int:
        return QFontMetrics(self.font()).horizontalAdvance("$") + 2

    def _set_margins(self) -> None:
        self._restyle()
        self.set_start_margin(self._sign_width() + 2)

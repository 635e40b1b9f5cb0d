"""A line edit for an amount in US dollars."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QValidator

from ui.theme import theme
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.painting import paint_text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

# With one separator before at most two digits it is the decimal sign, whichever it is.
_PLAIN = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{0,2}))?")
_PARTED = {
    ".": re.compile(r"([0-9]{1,3}(?:,[0-9]{3}){1,2})(?:\.([0-9]{0,2}))?"),
    # Without its cents '1.250' may be one or a thousand.
    ",": re.compile(r"([0-9]{1,3}(?:\.[0-9]{3}){1,2}),([0-9]{0,2})"),
}
_BEGUN = re.compile(r"[0-9.,]{0,16}")
_PASTED = re.compile(r"\s*\$?\s*([0-9][0-9.,]{0,15})\s*(?:\$|USD)?\s*")


class _AmountValidator(QValidator):
    """Lets through digits and signs as typed: what can't be read is refused in words, not changed."""

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
    """An amount in US dollars, typed or pasted ('50', '50,5', '$1,250.00'); letters are refused."""

    def __init__(self, sign: Literal[".", ","] = ".", parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._sign = sign
        self._font_role = self._words_role = "heading"
        self.setValidator(_AmountValidator(self))
        # Digits are written from left to right everywhere, and the sign before them.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        theme.follow(self._leave_room)

    def amount_text(self) -> str | None:
        """Returns the amount with two decimals ('50.00'), None where there is none, or none for sure."""
        return self.read(self.text())

    def read(self, text: str) -> str | None:
        """Returns a typed amount with two decimals.

        Args:
            text: Digits and signs; thousands may be parted as in the language ('1,250', '1.250,00').
        """
        found = _PLAIN.fullmatch(text) or _PARTED[self._sign].fullmatch(text)
        if found is None:
            return None
        whole = found[1].replace(",", "").replace(".", "").lstrip("0") or "0"
        return f"{whole}.{found[2] or '':0<2}"

    def set_amount(self, text: str) -> None:
        """Shows an amount such as '50.00'.

        Raises:
            ValueError: it is no amount of dollars.
        """
        if _PLAIN.fullmatch(text) is None:
            raise ValueError("not an amount in US dollars")
        self.setText(text.replace(".", self._sign))

    def sizeHint(self) -> QSize:
        """Taller than other lines: it is what the form is about."""
        hint = super().sizeHint()
        return QSize(theme.scaled(180), hint.height() + 6)

    def minimumSizeHint(self) -> QSize:
        """Wide enough for '$ 10,000.00'."""
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

"""Filter chips: a wrapping row of exclusive choices with optional counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent

from ui.theme import theme
from ui.widgets.buttons.painted_button import ButtonLook, PaintedButton
from ui.widgets.inputs.choices import Choices
from ui.widgets.layout.flow_layout import FlowLayout
from ui.widgets.painting import paint_box
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtWidgets import QWidget


class Chip(PaintedButton):
    """One pill of a row; dark when it is the chosen one."""

    padding = 8
    base_height = 26
    radius = 13.0
    max_width = 200
    font_role: theme.FontRole = "secondary"

    def look(self) -> ButtonLook:
        """Inverted when chosen."""
        if self.isChecked():
            return ButtonLook(theme.color("surface"), theme.color("text"), ring="surface", ring_inset=2)
        fill = theme.color("sunken") if self.is_hot() else theme.color("surface")
        return ButtonLook(theme.color("muted"), fill, theme.color("control_border"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Keeps the ends round at every text size."""
        self.radius = self.height() / 2
        super().paintEvent(event)


class ChipGroup(Choices):
    """Chips of which one is chosen.

    Args:
        name: what is chosen here, for screen readers.
        options: key and text of each, maybe foreign, in order; the first is chosen.
        parent: the widget it stands in.

    Signals:
        chosen: the user chose another one; its key.
    """

    def __init__(self, name: str, options: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._texts = {key: plain(text) for key, text in options}
        layout = FlowLayout(spacing=6, even=True, parent=self)
        for key, text in self._texts.items():
            chip = Chip(text, parent=self)
            layout.addWidget(chip)
            self.add_choice(key, chip)

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Writes counts behind the texts, as in 'All 148'; the accessible names stay the texts."""
        for key, text in self._texts.items():
            chip = self.button(key)
            chip.setText(f"{text} {counts[key]}" if key in counts else text)
            chip.setAccessibleName(text)


class _Segment(PaintedButton):
    """One part of a segmented control."""

    padding = 12
    base_height = 26
    radius = 6.0
    font_role: theme.FontRole = "secondary"

    def look(self) -> ButtonLook:
        """Raised when chosen."""
        if self.isChecked():
            return ButtonLook(theme.color("text"), theme.color("surface"))
        return ButtonLook(theme.color("text" if self.is_hot() else "muted"))


class Segments(Choices):
    """A segmented control, as for the days of a chart; interface of `ChipGroup` without counts."""

    def __init__(self, name: str, options: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        layout = FlowLayout(spacing=0, parent=self)
        layout.setContentsMargins(3, 3, 3, 3)
        for key, text in options:
            segment = _Segment(text, parent=self)
            layout.addWidget(segment)
            self.add_choice(key, segment)
        theme.follow(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the trough."""
        paint_box(QPainter(self), QRectF(self.rect()), theme.color("sunken"))

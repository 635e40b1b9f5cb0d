"""The steps of a payment: in a row, or in one line where space is short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _, listed
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.painting import Mirror, paint_text

if TYPE_CHECKING:
    from collections.abc import Sequence

StepState = Literal["done", "current", "future", "failed"]

_MARK = 0.55
_GAP = 8
_MIN_LINE = 16
_TOKENS: dict[StepState, str] = {
    "done": "success",
    "current": "accent",
    "future": "control_border",
    "failed": "danger",
}


class Step(NamedTuple):
    text: str
    state: StepState


class Stepper(QWidget):
    """Draws steps; its accessible name is the current step, its description all of them."""

    def __init__(self) -> None:
        super().__init__()
        self._steps: tuple[Step, ...] = ()
        self._waiting_for = ""
        self._is_compact = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_steps(self, steps: Sequence[Step], waiting_for: str = "") -> None:
        """`waiting_for` is the compact form's text after 'Step 2 of 4'; the step's own text if empty."""
        self._steps = tuple(steps)
        self._waiting_for = waiting_for
        position, text = self._position(), self._words()
        self.setAccessibleName(f"{position} · {text}" if text else position)
        states = (_("{step}: {state}").format(step=one.text, state=_state_name(one.state)) for one in steps)
        self.setAccessibleDescription(listed(states))
        self.updateGeometry()
        self.update()

    def set_compact(self, compact: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        """Uses the one-line form also where it would fit."""
        self._is_compact = compact
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._full_width(), max(self._circle(), theme.metrics("strong").height()) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(160), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._is_compact or self.width() < self._full_width():
            self._paint_compact(painter)
        else:
            self._paint_row(painter)

    def _paint_compact(self, painter: QPainter) -> None:
        strong, quiet = theme.font("badge"), theme.font("secondary")
        position = self._position()
        width = QFontMetrics(strong).horizontalAdvance(position) + 1
        height = float(self.height())
        has_failed = any(step.state == "failed" for step in self._steps)
        ink = theme.color("danger" if has_failed else "accent")
        mirror = Mirror.of_widget(self)
        first = mirror.map_rect(QRectF(0, 0, width, height))
        paint_text(painter, first, position, strong, ink, align=mirror.start)
        if text := self._words():
            rest = mirror.map_rect(QRectF(width, 0, self.width() - width, height))
            paint_text(painter, rest, f" · {text}", quiet, theme.color("muted"), align=mirror.start)

    def _paint_row(self, painter: QPainter) -> None:
        count = len(self._steps)
        if not count:
            return
        widths = [self._step_width(step) for step in self._steps]
        line = (self.width() - sum(widths)) / max(1, count - 1) - 2 * _GAP
        mirror = Mirror.of_widget(self)
        # A line of two pixels between them, not over three.
        middle = self.height() // 2
        left = 0.0
        for number, (step, width) in enumerate(zip(self._steps, widths, strict=True), start=1):
            self._paint_step(painter, QRectF(left, 0, width, self.height()), number, step)
            left += width + _GAP
            if number < count:
                token = "success" if step.state == "done" else "border"
                painter.setPen(QPen(theme.color(token), 2))
                line_rect = mirror.map_rect(QRectF(left + 2, middle, line - 4, 0))
                painter.drawLine(line_rect.topLeft(), line_rect.topRight())
            left += line + _GAP

    def _paint_step(self, painter: QPainter, rect: QRectF, number: int, step: Step) -> None:
        side = self._circle()
        mirror = Mirror.of_widget(self)
        circle = mirror.map_rect(
            QRectF(rect.left() + 1, rect.center().y() - side / 2 + 1, side - 2, side - 2),
        )
        ink = theme.color(_TOKENS[step.state])
        is_filled = step.state in ("done", "failed")
        painter.setPen(QPen(ink, 2))
        painter.setBrush(ink if is_filled else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(circle)
        if is_filled:
            mark = "check" if step.state == "done" else "x"
            # As odd or even as the circle, so that its lines are on whole pixels.
            inset = round(side * (1 - _MARK) / 2) - 1
            paint_icon(painter, circle.adjusted(inset, inset, -inset, -inset), mark, "surface")
        else:
            number_ink = theme.color("accent" if step.state == "current" else "muted")
            font = QFont(theme.font("caption"))
            font.setWeight(font.Weight.Bold)
            painter.setFont(font)
            painter.setPen(number_ink)
            painter.drawText(circle, int(Qt.AlignmentFlag.AlignCenter), str(number))
        text_rect = mirror.map_rect(rect.adjusted(side + _GAP, 0, 1, 0))
        tokens: dict[StepState, str] = {
            "done": "text",
            "current": "accent",
            "future": "muted",
            "failed": "danger",
        }
        ink = theme.color(tokens[step.state])
        paint_text(painter, text_rect, step.text, self._font(step), ink, align=mirror.start)

    def _font(self, step: Step) -> QFont:
        return theme.font("strong" if step.state in ("current", "failed") else "medium")

    def _step_width(self, step: Step) -> int:
        return self._circle() + _GAP + QFontMetrics(self._font(step)).horizontalAdvance(step.text) + 1

    def _full_width(self) -> int:
        steps = self._steps
        return sum(map(self._step_width, steps)) + max(0, len(steps) - 1) * (2 * _GAP + _MIN_LINE)

    def _circle(self) -> int:
        return theme.scaled(22)

    def _current_index(self) -> int:
        for index, step in enumerate(self._steps):
            if step.state != "done":
                return index
        return len(self._steps) - 1

    def _position(self) -> str:
        number, count = self._current_index() + 1, len(self._steps)
        return _("Step {number} of {count}").format(number=number, count=count)

    def _words(self) -> str:
        return self._waiting_for or (self._steps[self._current_index()].text if self._steps else "")


def _state_name(state: StepState) -> str:
    names = {"done": _("done"), "current": _("current step"), "future": _("upcoming"), "failed": _("failed")}
    return names[state]

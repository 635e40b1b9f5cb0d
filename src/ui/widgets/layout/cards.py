"""Cards of a page, and tinted callouts."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from ui.theme import theme
from ui.widgets.layout.boxes import row, set_stacked
from ui.widgets.painting import CARD_RADIUS, CONTROL_RADIUS, mixed, paint_box, paint_ground
from ui.widgets.screen_reader import announce
from ui.widgets.text.icon_tile import IconLabel
from ui.widgets.text.label import Label

NotificationKind = Literal["info", "warning", "danger", "success"]

NOTIFICATION_ICONS: dict[NotificationKind, str] = {
    "info": "info",
    "warning": "triangle-alert",
    "danger": "circle-alert",
    "success": "circle-check",
}


_BESIDE_FROM = 800
_EDGE = round(CARD_RADIUS) + 1
"""How far the corners of a card and its shadow reach into it, in pixels."""


class Card(QFrame):
    """A raised surface with a frame; `padding` is in pixels."""

    def __init__(self, *, padding: int = 20) -> None:
        super().__init__()
        self.body = QVBoxLayout(self)
        self.set_padding(padding)
        self.body.setSpacing(12)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def set_padding(self, padding: int) -> None:
        self.body.setContentsMargins(padding, padding, padding, padding + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE).contains(event.rect()):
            # What is painted again is something in it, such as a table.
            paint_ground(painter, event.rect(), theme.color("surface"))
            return
        rect = QRectF(self.rect())
        box = rect.adjusted(0, 0, 0, -1)
        if theme.current_tokens().name == "light":
            shadow = mixed(theme.color("window"), theme.color("text"), 0.07)
            paint_box(painter, rect.adjusted(0, 1, 0, 0), shadow, radius=CARD_RADIUS)
        paint_box(painter, box, theme.color("surface"), theme.color("border"), radius=CARD_RADIUS)


class Divider(QWidget):
    """A line of 1 pixel: across, or from top to bottom."""

    def __init__(self, *, is_upright: bool = False) -> None:
        super().__init__()
        if is_upright:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
        self.setBackgroundRole(QPalette.ColorRole.Mid)
        self.setAutoFillBackground(True)


class Callout(QWidget):
    """A tinted box with an icon and a sentence."""

    def __init__(self, kind: NotificationKind, text: str = "") -> None:
        super().__init__()
        self._kind: NotificationKind = kind
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        if text:
            self._set_callout(kind, text)

    @cached_property
    def _parts(self) -> _CalloutParts:
        """The widgets, made when there is a text: many a callout is never shown."""
        parts, top = _CalloutParts(self, self._kind), Qt.AlignmentFlag.AlignTop
        row((parts.icon, top), (parts.texts, 1), spacing=8, margins=(12, 9, 14, 9), on=self)
        return parts

    def show_callout(self, kind: NotificationKind, text: str, *, title: str = "") -> None:
        """Shows another sentence, of at most 600 characters, after a title; hides it without both."""
        if text or title:
            self._set_callout(kind, text)
            self._parts.title.show_text(title)
            self._parts.title.set_tone(kind)
            # Beside a title, on its line; else in the middle of the icon.
            sides = Qt.AlignmentFlag
            height = sides.AlignTop if title else sides.AlignVCenter
            self._parts.label.setAlignment(sides.AlignLeft | height)
        self.setVisible(bool(text or title))

    def report(self, kind: NotificationKind, text: str) -> None:
        """Shows the outcome of what the user did, with an announcement."""
        self.show_callout(kind, text)
        announce(self, self._parts.label.shown_text())

    def _set_callout(self, kind: NotificationKind, text: str) -> None:
        self._kind = kind
        self._parts.icon.show_icon(NOTIFICATION_ICONS[kind], kind)
        self._parts.label.setText(text)
        self._parts.label.set_tone(kind)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts the title above the sentence where it is narrow."""
        super().resizeEvent(event)
        if "_parts" in vars(self):
            is_narrow = self.width() < theme.scaled(_BESIDE_FROM)
            set_stacked(self._parts.texts, stacked=is_narrow)
            self._parts.texts.setSpacing(2 if is_narrow else 8)

    def paintEvent(self, _event: QPaintEvent) -> None:
        fill = theme.color(f"{self._kind}_tint")
        paint_box(QPainter(self), QRectF(self.rect()), fill, radius=CONTROL_RADIUS)


class _CalloutParts:
    def __init__(self, callout: Callout, kind: NotificationKind) -> None:
        self.icon = IconLabel(NOTIFICATION_ICONS[kind], kind, parent=callout)
        self.title = Label(role="strong", parent=callout)
        self.title.hide()
        self.label = Label(role="medium", limit=600, wrap=True, parent=callout)
        self.texts = row((self.title, Qt.AlignmentFlag.AlignTop), (self.label, 1), spacing=8)

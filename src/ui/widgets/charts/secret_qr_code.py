"""A QR code of a secret: shown on request, and hidden again after 30 seconds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.buttons.buttons import SECRET_SHOWN_MS, Button, LinkButton
from ui.widgets.charts.countdown import paint_countdown_ring
from ui.widgets.charts.qr_code import QrCode
from ui.widgets.layout.boxes import column, row, stacked
from ui.widgets.painting import CARD_RADIUS, Mirror, paint_box, paint_text
from ui.widgets.second_ticks import SecondTicks
from ui.widgets.secret_widget import SecretWidget
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QPaintEvent

_SIDE: Final = 261  # 7 pixels for each module of a usual URL, quiet zone and frame included
_FOOT_GAP: Final = 12
_RING: Final = 18
_GAP: Final = 9
_EDGE: Final = 8


class SecretQrCode(QWidget, SecretWidget):
    """Shows a code for 30 seconds; before and after, a card of its size with a button to show it.

    The secret is not in the widget until it is shown.
    """

    show_requested = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.code = QrCode(name=name)
        self.show_button = Button(_("Show QR code"), "qr-code")
        self.show_button.clicked.connect(self.show_requested)
        self.hide_button = LinkButton(_("Hide now"))
        self.hide_button.clicked.connect(self.hide_secret)
        self._refusal = Label("", "secondary", wrap=True)
        self._refusal.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._refusal.hide()
        self._timer = QTimer(self, singleShot=True, interval=SECRET_SHOWN_MS)
        self._timer.timeout.connect(self.hide_secret)
        self._foot = _Foot(self._timer, self.hide_button)
        card = _HiddenCard(self.show_button, self._refusal)
        self._stack = stacked(card, self.code)
        column((self._stack, Qt.AlignmentFlag.AlignHCenter), self._foot, spacing=_FOOT_GAP, on=self)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide_secret()
        theme.follow(self._fit)

    def show_code(self, text: str) -> None:
        """Shows a text that fits, for 30 seconds."""
        had_focus = self.show_button.hasFocus()
        self.code.show_qr(text)
        self._stack.setCurrentWidget(self.code)
        self._timer.start()
        self._foot.show()
        if had_focus:
            self.hide_button.setFocus()

    def hide_secret(self) -> None:
        """Hides the code, and forgets it."""
        had_focus = self.hide_button.hasFocus()
        self._timer.stop()
        self.code.clear_qr()
        self._stack.setCurrentIndex(0)
        if had_focus:
            self.show_button.setFocus()
        self._foot.hide()

    def is_masked(self) -> bool:
        return not self._timer.isActive()

    def show_refusal(self, reason: str) -> None:
        """Hides the code, and shows why there is none instead of the button; '' shows the button."""
        self.hide_secret()
        self._refusal.show_text(reason)
        self.show_button.setVisible(not reason)

    def side(self) -> int:
        """Returns the side of the code's card; its button fits into it at every text size."""
        return max(_SIDE, self.show_button.sizeHint().width() + 2 * _EDGE)

    def foot_height(self) -> int:
        """Returns the height of what is below the code, its distance included."""
        return _FOOT_GAP + self._foot.sizeHint().height()

    def _fit(self) -> None:
        self._stack.setFixedSize(self.side(), self.side())

    def hideEvent(self, event: QHideEvent) -> None:
        """Hides the code with its dialog."""
        super().hideEvent(event)
        self.hide_secret()


class _HiddenCard(QWidget):
    """Shown in place of the code."""

    def __init__(self, button: Button, refusal: Label) -> None:
        super().__init__()
        middle = Qt.AlignmentFlag.AlignHCenter
        column(None, (button, middle), refusal, None, spacing=8, margins=(_EDGE, 12, _EDGE, 12), on=self)

    def paintEvent(self, _event: QPaintEvent) -> None:
        box = QRectF(self.rect())
        paint_box(QPainter(self), box, theme.color("sunken"), theme.color("border"), radius=CARD_RADIUS)


class _Foot(QWidget):
    """The time until the code is hidden, and the button to hide it now; keeps its height while hidden."""

    def __init__(self, timer: QTimer, button: LinkButton) -> None:
        super().__init__()
        row(_TimeLeft(timer), None, button, spacing=8, on=self)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)


class _TimeLeft(QWidget):
    """A ring and 'Hidden in 24 s'.

    Its accessible name is the same all the time, so that no second is announced.
    """

    def __init__(self, timer: QTimer) -> None:
        super().__init__()
        self._deadline = timer
        self.setAccessibleName(_("Hidden after {n} s").format(n=SECRET_SHOWN_MS // 1000))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        SecondTicks(self).ticked.connect(self.update)

    def text(self) -> str:
        # Qt's timer is coarse: the remaining time can exceed the interval.
        left_ms = min(self._deadline.interval(), max(0, self._deadline.remainingTime()))
        return _("Hidden in {n} s").format(n=math.ceil(left_ms / 1000))

    def sizeHint(self) -> QSize:
        longest = _("Hidden in {n} s").format(n=SECRET_SHOWN_MS // 1000)
        height = max(theme.scaled(_RING), theme.metrics("medium").height())
        return QSize(theme.scaled(_RING) + _GAP + theme.text_width(longest, "medium") + 2, height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, mirror = QPainter(self), Mirror.of_widget(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring, stroke = theme.scaled(_RING), theme.scaled(3)
        area = QRectF(0, (self.height() - ring) / 2, ring, ring)
        inner = mirror.map_rect(area).adjusted(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2)
        share = max(0, self._deadline.remainingTime()) / SECRET_SHOWN_MS
        paint_countdown_ring(painter, inner, min(1.0, share), stroke, "accent")
        left = ring + _GAP
        rest = mirror.map_rect(QRectF(left, 0, self.width() - left, self.height()))
        paint_text(painter, rest, self.text(), theme.font("medium"), theme.color("text"), align=mirror.start)

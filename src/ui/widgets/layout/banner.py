"""A banner across the page, with an action."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton
from ui.widgets.keyboard_focus import focus_moved_on
from ui.widgets.layout.boxes import column, row
from ui.widgets.layout.cards import NOTIFICATION_ICONS
from ui.widgets.painting import paint_box
from ui.widgets.screen_reader import alert
from ui.widgets.text.icon_tile import IconLabel
from ui.widgets.text.label import Label

BannerKind = Literal["danger", "warning", "info"]


class Banner(QWidget):
    """A message, hidden until it is shown; screen readers announce it as an alert.

    Attributes:
        successors: Who may get the keyboard when it is hidden with it; Qt decides where there are none.

    Signals:
        acted: Its button was pressed.
        dismissed: The user closed it; it is hidden then.
    """

    acted = Signal()
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind: BannerKind = "info"
        self.successors: tuple[QWidget, ...] = ()
        self._icon = IconLabel("info", "info", parent=self)
        self._text = Label(role="medium", limit=600, wrap=True, parent=self)
        self._more = LinkButton(_("Details"), parent=self)
        self._more.setCheckable(True)
        self._details = Label(role="secondary", limit=500, wrap=True, parent=self)
        self._action = Button("", compact=True, parent=self)
        self._close = IconButton("x", _("Dismiss"), parent=self)
        self._more.toggled.connect(self._details.setVisible)
        self._action.clicked.connect(self.acted)
        self._close.clicked.connect(self._on_close_clicked)
        self._lay_out()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()

    def show_banner(  # noqa: PLR0913 - options by name
        self,
        kind: BannerKind,
        text: str,
        *,
        icon: str = "",
        action: str = "",
        details: str = "",
        dismissible: bool = False,
        quiet: bool = False,
    ) -> None:
        """Shows a message.

        Args:
            kind: The color, and the icon if none is given.
            text: Our own text, at most 600 characters.
            action: The text of the button, '' for none.
            details: Untrusted text behind 'Details'; sanitized, at most 500 characters.
            quiet: No announcement for screen readers: it was announced before.
        """
        is_change = self.isHidden() or text != self._text.shown_text()
        self._kind = kind
        self._icon.show_icon(icon or NOTIFICATION_ICONS[kind], kind)
        self._text.setText(text)
        self._text.set_tone(kind)
        self._action.setText(action)
        self._action.setVisible(bool(action))
        if details != self._details.shown_text():
            self._more.setChecked(False)
        self._details.setText(details)
        self._more.setVisible(bool(details))
        self._details.setVisible(bool(details) and self._more.isChecked())
        self._close.setVisible(dismissible)
        self.setAccessibleName(self._text.shown_text())
        self.show()
        self.update()
        if is_change and not quiet:
            alert(self)

    def hide_banner(self) -> None:
        with focus_moved_on(self, self.successors):
            self.hide()

    def stops(self) -> tuple[QWidget, ...]:
        """Returns its buttons in visual order, for the tab order."""
        return self._more, self._action, self._close

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_box(QPainter(self), QRectF(self.rect()), theme.color(f"{self._kind}_tint"))

    def _lay_out(self) -> None:
        # 'Details' has a margin around its text, which is aligned with the texts above.
        texts = column(self._text, self._details, spacing=2, margins=(LinkButton.padding, 0, 0, 0))
        words = column(texts, (self._more, Qt.AlignmentFlag.AlignLeft), spacing=2)
        content = row(self._icon, (words, 1), spacing=8 - LinkButton.padding)
        row((content, 1), self._action, self._close, spacing=8, margins=(12, 8, 12, 8), on=self)

    def _on_close_clicked(self) -> None:
        self.hide_banner()
        self.dismissed.emit()

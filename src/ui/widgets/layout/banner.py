"""A banner across the page, with an action."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton
from ui.widgets.keyboard_focus import focus_moved_on, put_within
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
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.hide()

    @cached_property
    def _parts(self) -> _Parts:
        """The widgets, made when it is shown first: most banners never are."""
        parts = _Parts(self)
        parts.more.setCheckable(True)
        parts.more.toggled.connect(parts.details.setVisible)
        parts.action.clicked.connect(self.acted)
        parts.close.clicked.connect(self._on_close_clicked)
        self._lay_out(parts)
        put_within(self, (parts.more, parts.action, parts.close))
        return parts

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
        parts = self._parts
        is_change = self.isHidden() or text != parts.text.shown_text()
        self._kind = kind
        parts.icon.show_icon(icon or NOTIFICATION_ICONS[kind], kind)
        parts.text.setText(text)
        parts.text.set_tone(kind)
        parts.action.setText(action)
        parts.action.setVisible(bool(action))
        if details != parts.details.shown_text():
            parts.more.setChecked(False)
        parts.details.setText(details)
        parts.more.setVisible(bool(details))
        parts.details.setVisible(bool(details) and parts.more.isChecked())
        parts.close.setVisible(dismissible)
        self.setAccessibleName(parts.text.shown_text())
        self.show()
        self.update()
        if is_change and not quiet:
            alert(self)

    def hide_banner(self) -> None:
        with focus_moved_on(self, self.successors):
            self.hide()

    def stops(self) -> tuple[QWidget, ...]:
        """Returns its buttons in visual order, for the tab order."""
        return self._parts.more, self._parts.action, self._parts.close

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_box(QPainter(self), QRectF(self.rect()), theme.color(f"{self._kind}_tint"))

    def _lay_out(self, parts: _Parts) -> None:
        # 'Details' has a margin around its text, which is aligned with the texts above.
        texts = column(parts.text, parts.details, spacing=2, margins=(LinkButton.padding, 0, 0, 0))
        words = column(texts, (parts.more, Qt.AlignmentFlag.AlignLeft), spacing=2)
        content = row(parts.icon, (words, 1), spacing=8 - LinkButton.padding)
        row((content, 1), parts.action, parts.close, spacing=8, margins=(12, 8, 12, 8), on=self)

    def _on_close_clicked(self) -> None:
        self.hide_banner()
        self.dismissed.emit()


class _Parts:
    def __init__(self, banner: Banner) -> None:
        self.icon = IconLabel("info", "info", parent=banner)
        self.text = Label(role="medium", limit=600, wrap=True, parent=banner)
        self.more = LinkButton(_("Details"), parent=banner)
        self.details = Label(role="secondary", limit=500, wrap=True, parent=banner)
        self.action = Button("", compact=True, parent=banner)
        self.close = IconButton("x", _("Dismiss"), parent=banner)

"""Buttons that show text or icons, and the feedback of a copy button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.untrusted_text import sanitized
from ui.theme import theme
from ui.widgets.buttons.painted_button import ButtonColors, PaintedButton
from ui.widgets.painting import mixed
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

FEEDBACK_MS: Final = 2000
SECRET_SHOWN_MS: Final = 30_000
"""How long a secret is shown once its button was pressed."""


class Button(PaintedButton):
    """An outlined button.

    Args:
        tone: 'danger' for destructive actions; such a button never gets the focus automatically.
        compact: 28 instead of 32 pixels high.
    """

    def __init__(
        self,
        text: str,
        icon: str = "",
        *,
        tone: Literal["", "danger"] = "",
        compact: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        self._tone = tone
        self.base_height = 28 if compact else 32
        super().__init__(text, icon, parent)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        if tone == "danger":
            self.set_destructive()

    def colors(self) -> ButtonColors:
        return _outlined(self, self._tone or "text")


class PrimaryButton(PaintedButton):
    """A screen's primary button, unless it is made quiet."""

    font_role: theme.FontRole = "strong"

    def __init__(self, text: str, icon: str = "", parent: QWidget | None = None) -> None:
        self._is_busy = self._is_quiet = False
        super().__init__(text, icon, parent)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)

    @property
    def is_busy(self) -> bool:
        return self._is_busy

    def set_busy(self, busy: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        """Disables the button while its work is under way; its width stays.

        The busy sign takes the place of the icon, so give a button that can be busy an icon.
        """
        self._is_busy = busy
        self.setEnabled(not busy)
        self.update()

    def set_quiet(self, quiet: bool) -> None:  # noqa: FBT001 - the shape of Qt's own setters
        """Outlines the button, where it is not the primary action for now."""
        self._is_quiet = quiet
        self.update()

    def drawn_icon(self) -> str:
        return "loader-circle" if self._is_busy and self._icon_name else self._icon_name

    def colors(self) -> ButtonColors:
        if self._is_quiet:
            return _outlined(self, "text")
        accent, ink = theme.color("accent"), theme.color("on_accent")
        if not self.isEnabled():
            surface = theme.color("surface")
            return ButtonColors(ink, mixed(accent, surface, 0.45))
        pressed = 0.2 if self.isDown() else 0.1 if self.is_hovered() else 0.0
        return ButtonColors(ink, mixed(accent, theme.color("text"), pressed), ring="on_accent", ring_inset=2)


class IconButton(PaintedButton):
    """A button that shows only an icon; its name is the accessible name and the tooltip."""

    padding = 8

    def __init__(
        self,
        icon: str,
        name: str,
        *,
        framed: bool = False,
        small: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        self._is_framed = framed
        self.base_height = 24 if small else 32
        super().__init__("", icon, parent)
        self.set_name(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_name(self, name: str) -> None:
        self.setAccessibleName(sanitized(name))
        self.setToolTip(tooltip(name))
        # Else screen readers would announce the tooltip, in which markup is escaped.
        self.setAccessibleDescription(sanitized(name))

    def sizeHint(self) -> QSize:
        side = self.base_height + theme.scaled(self.icon_size) - self.icon_size
        return QSize(side, side)

    def colors(self) -> ButtonColors:
        if not self.isEnabled():
            return ButtonColors(theme.color("faint"))
        hot = self.is_hovered() or self.isDown() or self.isChecked()
        if self._is_framed:
            fill = theme.color("sunken") if hot else theme.color("surface")
            return ButtonColors(theme.color("text"), fill, theme.color("control_border"))
        if not hot:
            return ButtonColors(theme.color("muted"))
        return ButtonColors(theme.color("text"), mixed(theme.color("sunken"), theme.color("muted"), 0.15))


class LinkButton(PaintedButton):
    """A button that looks like a link in a sentence."""

    padding = 4
    base_height = 24

    def __init__(self, text: str, icon: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, icon, parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        height = theme.metrics(self.font_role).height()
        return QSize(2 * self.padding + self._content_width(), max(self.base_height, height + 8))

    def colors(self) -> ButtonColors:
        if not self.isEnabled():
            return ButtonColors(theme.color("faint"))
        return ButtonColors(theme.color("accent"), theme.color("accent_tint") if self.is_hovered() else None)


def _outlined(button: PaintedButton, tone: str) -> ButtonColors:
    if not button.isEnabled():
        return ButtonColors(theme.color("faint"), theme.color("surface"), theme.color("border"))
    fill = theme.color("sunken") if button.is_hovered() or button.isDown() else theme.color("surface")
    return ButtonColors(theme.color(tone), fill, theme.color("control_border"))


class InfoButton(IconButton):
    """An info icon named 'About …'; its text is the tooltip and the accessible description."""

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__("info", name, small=True)
        self.show_text(text)
        self.clicked.connect(self._on_clicked)

    def show_text(self, text: str) -> None:
        """Shows another text; the button is hidden without one."""
        self.setToolTip(tooltip(text))
        self.setAccessibleDescription(text)
        if text == "" or self.parent() is not None:  # without a parent it would open as a window
            self.setVisible(bool(text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Closes the text by Esc, which otherwise leaves the page or dialog."""
        if event.key() == Qt.Key.Key_Escape and QToolTip.isVisible():
            QToolTip.hideText()
        else:
            super().keyPressEvent(event)

    def _on_clicked(self) -> None:
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), self.toolTip(), self)


class CopyFeedback(QObject):
    """Shows feedback instead of the icon of a button that copies."""

    def __init__(self, button: PaintedButton) -> None:
        super().__init__(button)
        self.button = button
        self._timer = QTimer(self, singleShot=True, interval=FEEDBACK_MS)
        self._timer.timeout.connect(lambda: button.show_icon("copy"))

    def show_copied(self) -> None:
        """Shows a check mark for two seconds."""
        self.button.show_icon("check")
        self._timer.start()

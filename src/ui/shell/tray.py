"""The tray icon, where the desktop has a tray and the user wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from app.i18n.texts import _, ngettext
from ui.theme import theme
from ui.theme.icons import app_icon
from ui.theme.stylesheet import dress
from ui.widgets.painting import paint_box

if TYPE_CHECKING:
    from collections.abc import Callable

LOOK_EVERY_MS: Final = 2_000
"""How often to check whether a tray has come or gone; not every desktop reports it."""

_SIDES: Final = (16, 22, 24, 32, 48, 64)
_DOT_SHARE: Final = 0.45


class Tray(QObject):
    """An icon with a menu; what others see of it holds no amount and no secret.

    Signals:
        presence_changed(bool): Whether there is an icon now, by which a hidden window can come back.
        open_wanted(), new_wanted(), copy_wanted(), quit_wanted(): What was chosen.
    """

    presence_changed = Signal(bool)
    open_wanted = Signal()
    new_wanted = Signal()
    copy_wanted = Signal()
    quit_wanted = Signal()

    def __init__(
        self, parent: QObject, is_there: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable
    ) -> None:
        """Makes ready; there is no icon before one is wanted.

        Args:
            is_there: Returns whether the desktop has a tray.
        """
        super().__init__(parent)
        self._is_there = is_there
        self._icon: QSystemTrayIcon | None = None
        self._in_progress = 0
        self._menu = QMenu()
        dress(self._menu, "menu")
        self._menu.addAction(_("Open Tollhouse"), self.open_wanted.emit)
        self._menu.addAction(_("New top-up"), self.new_wanted.emit)
        self._copy = self._menu.addAction(_("Copy last credentials"), self.copy_wanted.emit)
        self._copy.setEnabled(False)
        self._menu.addSeparator()
        self._menu.addAction(_("Quit"), self.quit_wanted.emit)
        self._looks = QTimer(self)
        self._looks.setInterval(LOOK_EVERY_MS)
        self._looks.timeout.connect(self.look)
        self.destroyed.connect(self._menu.deleteLater)

    def set_wanted(self, *, wanted: bool) -> None:
        """Shows the icon, now or as soon as there is a tray; or hides it."""
        if wanted:
            self._looks.start()
            self.look()
        else:
            self._looks.stop()
            self._leave()

    def look(self) -> None:
        """Checks whether a tray has come or gone."""
        if not self._is_there():
            self._leave()
        elif self._icon is None:
            self._enter()

    def show_in_progress(self, count: int) -> None:
        """Shows how many top-ups are under way."""
        self._in_progress = count
        self._show_state()

    def offer_copy(self, *, offered: bool) -> None:
        """Lets the last used credentials be copied, or not."""
        self._copy.setEnabled(offered)

    def menu(self) -> QMenu:
        """Returns what opens at the icon."""
        return self._menu

    def tooltip(self) -> str:
        """Returns the icon's tooltip."""
        count = self._in_progress
        if not count:
            return "Tollhouse"
        return ngettext(
            "Tollhouse · {n} top-up in progress", "Tollhouse · {n} top-ups in progress", count
        ).format(n=count)

    def _enter(self) -> None:
        # Only a new icon registers with a tray that has just come.
        self._icon = QSystemTrayIcon(self)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._on_activated)
        self._show_state()
        self._icon.show()
        self.presence_changed.emit(True)

    def _leave(self) -> None:
        if self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None
            self.presence_changed.emit(False)

    def _show_state(self) -> None:
        if self._icon is not None:
            self._icon.setIcon(_sign(has_dot=self._in_progress > 0))
            self._icon.setToolTip(self.tooltip())

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.open_wanted.emit()


def _sign(*, has_dot: bool) -> QIcon:
    """Returns the sign of the app, with a dot while something is under way."""
    sign = app_icon()
    if not has_dot:
        return sign
    dotted = QIcon()
    for side in _SIDES:
        dotted.addPixmap(_with_dot(sign.pixmap(side, side)))
    return dotted


def _with_dot(picture: QPixmap) -> QPixmap:
    side = picture.width() / picture.devicePixelRatio()
    dot = side * _DOT_SHARE
    painter = QPainter(picture)
    place = QRectF(side - dot, side - dot, dot, dot)
    paint_box(painter, place, theme.color("surface"), radius=dot / 2)
    inner = place.adjusted(1, 1, -1, -1)
    paint_box(painter, inner, theme.color("warning"), radius=inner.width() / 2)
    painter.end()
    return picture

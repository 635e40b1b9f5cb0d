"""Applies the theme, text size and motion settings, following the desktop where chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer

from ui.theme.theme import apply_theme, system_scheme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from app.models.settings import Settings

_MOVING_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


class Appearance(QObject):
    """Theme, text size and motion of the whole app, whose window is laid out and painted in turns."""

    def __init__(self, app: QApplication, window: QWidget, settings: Settings) -> None:
        super().__init__(app)
        self._app = app
        self._window = window
        self._painting = QTimer(self, singleShot=True, interval=0)
        self._painting.timeout.connect(self._paint)
        self._settings = settings
        # The desktop's own values, before anything is changed.
        self._flash_ms = app.cursorFlashTime()
        self._effects = [effect for effect in _MOVING_EFFECTS if app.isEffectEnabled(effect)]
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self.choose(settings)

    def choose(self, settings: Settings) -> None:
        self._settings = settings
        self._apply()
        is_still = settings.motion == "reduced"
        self._app.setCursorFlashTime(0 if is_still else self._flash_ms)
        for effect in self._effects:
            self._app.setEffectEnabled(effect, not is_still)

    def _apply(self) -> None:
        theme = self._settings.theme
        scheme = system_scheme(self._app) if theme == "system" else theme
        if apply_theme(self._app, scheme, text_scale=self._settings.text_percent / 100):
            self._window.setUpdatesEnabled(False)
            self._painting.start()

    def _paint(self) -> None:
        self._window.setUpdatesEnabled(True)
        # Where a paint was due in between, Qt requests none any more. In a turn of its own, after layouts.
        QCoreApplication.postEvent(self._window, QEvent(QEvent.Type.UpdateRequest))

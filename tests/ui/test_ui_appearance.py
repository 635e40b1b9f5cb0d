"""The chosen look holds at once, and comes before the desktop's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QWidget

from app.models.settings import Settings
from app.storage.settings import SavedSettings, SettingsFile
from ui.start.application import first_settings
from ui.theme import theme
from ui.theme.appearance import Appearance

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot


class PaintedWindow(QWidget):
    """A window that counts its paints."""

    paints = 0

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 (as in Qt)
        self.paints += 1


@pytest.fixture
def window(qtbot: QtBot) -> PaintedWindow:
    made = PaintedWindow()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def appearance(qapp: QApplication, window: QWidget) -> Iterator[Appearance]:
    made = Appearance(qapp, window, Settings())
    yield made
    made.choose(Settings())
    made.deleteLater()


def test_theme_and_size_hold_at_once(appearance: Appearance) -> None:
    appearance.choose(Settings()._replace(theme="dark", text_percent=150))
    assert theme.current_tokens().name == "dark"
    assert theme.text_scale() == 1.5
    appearance.choose(Settings()._replace(theme="light", text_percent=80))
    assert theme.current_tokens().name == "light"
    assert theme.text_scale() == 0.8


def test_the_window_is_painted_in_a_turn_after_its_layout(
    appearance: Appearance, window: QWidget, qtbot: QtBot
) -> None:
    qtbot.waitUntil(window.updatesEnabled)
    appearance.choose(Settings()._replace(motion="reduced"))
    assert window.updatesEnabled()
    appearance.choose(Settings()._replace(theme="dark"))
    assert not window.updatesEnabled()
    qtbot.waitUntil(window.updatesEnabled)


def test_a_paint_that_was_due_before_the_change_comes_after_it(
    appearance: Appearance, window: PaintedWindow, qtbot: QtBot
) -> None:
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: window.updatesEnabled() and window.paints > 0)
    appearance._painting.setInterval(50)  # as on a slow machine, where the paint is due first
    window.update()
    appearance.choose(Settings()._replace(theme="dark"))
    window.paints = 0
    qtbot.waitUntil(window.updatesEnabled)
    qtbot.waitUntil(lambda: window.paints > 0)


def test_the_desktop_s_change_does_not_undo_a_choice(appearance: Appearance, qapp: QApplication) -> None:
    appearance.choose(Settings()._replace(theme="dark", text_percent=125))
    qapp.styleHints().colorSchemeChanged.emit(qapp.styleHints().colorScheme())
    assert (theme.current_tokens().name, theme.text_scale()) == ("dark", 1.25)
    appearance.choose(Settings())
    assert theme.current_tokens().name == theme.system_scheme(qapp)


def test_reduced_motion_stops_what_moves_by_itself(appearance: Appearance, qapp: QApplication) -> None:
    before = qapp.cursorFlashTime()
    appearance.choose(Settings()._replace(motion="reduced"))
    assert qapp.cursorFlashTime() == 0
    appearance.choose(Settings())
    assert qapp.cursorFlashTime() == before


@pytest.mark.parametrize("variable", ["TOLLHOUSE_HOME", "XDG_DATA_HOME"])
def test_the_first_paint_finds_the_settings(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ("data" if variable == "TOLLHOUSE_HOME" else "tollhouse")
    folder.mkdir()
    monkeypatch.delenv("TOLLHOUSE_HOME", raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    settings = SavedSettings(settings=Settings(theme="dark"))
    assert first_settings() == SavedSettings()
    SettingsFile(folder / "settings.json").save(settings)
    assert first_settings() == settings

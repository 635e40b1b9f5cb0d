"""The settings page and the overview of shortcuts, as a person uses them in the window."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea

from app.models.settings import Settings
from app.versions import VERSION
from support.accessible import name_of
from support.harnesses import Harness, at_window
from support.shown import error_of
from ui.shell.shortcuts import shortcut_groups
from ui.shell.shortcuts_dialog import ShortcutsDialog
from ui.theme import theme
from ui.widgets.overlays.dialog import ConfirmDialog
from ui.widgets.text.badge import KeyCap

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from app.bootstrap import Services
    from ui.pages.settings.page import SettingsPage


pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
CONTROL = Qt.KeyboardModifier.ControlModifier


class SettingsHarness(Harness):
    """The window of a first start, with its settings."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.navigation.show_welcome()

    @property
    def page(self) -> SettingsPage:
        assert self.navigation.app_pages.settings is not None
        return self.navigation.app_pages.settings

    @property
    def now(self) -> Settings:
        return self.services.settings.now

    async def open(self) -> SettingsPage:
        QTest.keyClick(self.window, Qt.Key.Key_Comma, CONTROL)
        await self.page.tasks.join()
        return self.page


@pytest.fixture
def harness(tmp_path: Path) -> AbstractAsyncContextManager[SettingsHarness]:
    return at_window(SettingsHarness, tmp_path)


async def test_they_open_by_key_and_button_and_lead_back(harness: SettingsHarness) -> None:
    page = await harness.open()
    assert page.isVisible()
    QTest.keyClick(page.back, Qt.Key.Key_Escape)
    assert not page.isVisible()
    assert harness.navigation.welcome.isVisible()
    harness.navigation.settings_button.click()
    assert page.isVisible()
    assert name_of(harness.navigation.settings_button) == "Settings"
    page.back.click()
    assert harness.navigation.welcome.isVisible()
    await harness.open()
    QTest.keyClick(harness.navigation.settings_button, Qt.Key.Key_Escape)
    assert harness.navigation.welcome.isVisible(), "from the header, too"
    await page.tasks.join()


async def test_every_choice_is_kept_at_once(harness: SettingsHarness) -> None:
    page = await harness.open()
    page.appearance.theme.button("dark").click()
    page.appearance.motion.click()
    for box, value in (
        (page.appearance.text_size, 150),
        (page.privacy.clipboard, None),
        (page.privacy.idle, 15),
    ):
        box.show_value(value)
        box.activated.emit(box.currentIndex())
    await page.tasks.join()
    assert (harness.now.theme, harness.now.motion, harness.now.text_percent) == ("dark", "reduced", 150)
    assert (harness.now.clipboard_seconds, harness.now.idle_minutes) == (None, 15)


async def test_a_full_disk_is_said_and_the_old_value_stays(
    harness: SettingsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    page = await harness.open()
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        page.appearance.theme.button("dark").click()
        await page.tasks.join()
    assert page.appearance.theme.selected() == "system"
    assert harness.now == Settings()
    assert page.banner.isVisible()
    page.appearance.theme.button("light").click()
    await page.tasks.join()
    assert not page.banner.isVisible()
    assert harness.now.theme == "light"


async def test_a_proxy_is_taken_cleaned_or_refused_in_words(tmp_path: Path) -> None:
    async def enter(page: SettingsPage, text: str) -> str:
        page.connection.proxy.setFocus()
        page.connection.proxy.setText(text)
        page.connection.proxy.textEdited.emit(text)
        QTest.keyClick(page.connection.proxy, Qt.Key.Key_Return)
        await page.tasks.join()
        return error_of(page.connection.field)

    async with at_window(SettingsHarness, tmp_path) as harness:
        page = await harness.open()
        assert await enter(page, " HTTP://Proxy.Example:3128/ ") == ""
        assert harness.now.proxy == page.connection.proxy.text() == "http://proxy.example:3128"
        assert "password" in await enter(page, "http://me:secret@proxy.example:3128")
        assert "HTTP proxies" in await enter(page, "socks5://127.0.0.1:1080")
        assert page.connection.proxy.text() == "socks5://127.0.0.1:1080"
        assert harness.now.proxy == "http://proxy.example:3128"
        assert await enter(page, "") == ""
        assert harness.now.proxy == ""


async def test_the_diagnostics_are_copied_as_they_are_shown(harness: SettingsHarness) -> None:
    page = await harness.open()
    (scroller,) = page.findChildren(QScrollArea)
    scroller.ensureWidgetVisible(page.diagnostics.preview)
    page.diagnostics.repaint()
    await page.tasks.join()
    page.diagnostics.button.click()
    copied = QGuiApplication.clipboard().text()  # noqa: TID251 (as another program sees it)
    assert "PySide6: " in copied
    assert "Keyring: none" in copied
    assert page.diagnostics.preview.toPlainText() == copied


async def test_another_language_offers_to_begin_anew(
    harness: SettingsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TOLLHOUSE_LANGUAGE", raising=False)
    page = await harness.open()
    language, restart = page.appearance.language, page.appearance.restart
    assert language is not None
    for key, is_offered in (("de", True), ("en", False), ("fr", True)):
        language.show_value(key)
        language.activated.emit(language.currentIndex())
        await page.tasks.join()
        assert restart.isVisible() == is_offered
    restart.click()
    assert harness.window.is_restarting
    assert harness.window.isHidden()
    assert harness.now.language == "fr"


async def test_deleting_everything_asks_first(harness: SettingsHarness) -> None:
    page = await harness.open()
    (button,) = [one for one in page.findChildren(QAbstractButton) if name_of(one) == "Delete everything"]
    button.click()
    (question,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, ConfirmDialog)]
    assert question.isVisible()
    question.reject()
    assert page.isVisible()


@pytest.mark.parametrize("keys", ["F1", "?"])
async def test_the_overview_lists_every_shortcut(harness: SettingsHarness, keys: str) -> None:
    key = Qt.Key.Key_F1 if keys == "F1" else Qt.Key.Key_Question
    harness.window.setFocus()
    QTest.keyClick(harness.window, key)
    (dialog,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, ShortcutsDialog)]
    shown = {name_of(cap) for cap in dialog.findChildren(KeyCap)}
    assert {"Ctrl+N", "F5", "Ctrl+F", "Ctrl+,", "Alt+1", "Alt+2", "F1", "?", "Esc"} <= shown
    listed = [one for group in shortcut_groups(()) for one in group.shortcuts]
    assert len(listed) == len({one.words for one in listed})
    # Of two shortcuts with the same keys, Qt would run none. Esc is none: two controls act on it.
    registered = [keys for one in listed if one.act is not None for keys in one.keys]
    assert len(registered) == len(set(registered))
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


async def test_a_question_mark_can_be_typed(harness: SettingsHarness) -> None:
    address = harness.navigation.welcome.form.address
    address.setFocus()
    QTest.keyClick(address, Qt.Key.Key_Question, Qt.KeyboardModifier.ShiftModifier)
    assert address.text() == "?"
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, ShortcutsDialog)]


@pytest.mark.parametrize(
    ("percent", "size"), [(100, (640, 480)), (100, (1180, 760)), (150, (640, 480)), (200, (800, 560))]
)
async def test_large_text_has_its_room(
    harness: SettingsHarness, qapp: QApplication, percent: int, size: tuple[int, int]
) -> None:
    theme.apply_theme(qapp, "light", text_scale=percent / 100)
    harness.window.resize(*size)
    page = await harness.open()
    harness.window.show_account("Demo account", "local sandbox", "flask-conical")
    harness.window.tabs.show()
    qapp.processEvents()
    assert (harness.window.width(), harness.window.height()) == size
    header = harness.window.header
    assert header.minimumSizeHint().width() <= size[0]
    assert header.height() >= header.sizeHint().height()
    assert harness.window.rect().contains(harness.window.status_bar.geometry())
    (scroller,) = page.findChildren(QScrollArea)
    assert scroller.horizontalScrollBar().maximum() == 0
    content = scroller.widget()
    assert content is not None
    assert content.height() - page.about.mapTo(content, page.about.rect().bottomLeft()).y() < 40


async def test_about_is_reached_from_the_palette_and_copied(harness: SettingsHarness) -> None:
    harness.window.about_requested.emit()
    page = harness.page
    await page.tasks.join("show about")
    page.about.repaint()
    await page.tasks.join()
    assert page.about.licenses.hasFocus()
    shown = {name.text(): value.text() for name, value in page.about.rows}
    assert shown["Version"] == f"Tollhouse {VERSION}"
    assert shown["Installation"].startswith("Source checkout in ")
    assert "Inter 4.001: OFL-1.1" in page.about.licenses.toPlainText()
    page.about.button.click()
    copied = QGuiApplication.clipboard().text()  # noqa: TID251 (as another program sees it)
    assert copied.startswith("Version: Tollhouse")
    assert "keyring" in copied

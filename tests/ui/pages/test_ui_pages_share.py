"""The share dialog: what it shows on request, for how long, and what it hands out."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.models.sub_users import SubUserDraft
from app.rules.proxy_formats.logins import credentials_of
from app.rules.proxy_formats.rendering import render
from support.accessible import name_of
from support.qr_camera import codes_on
from support.shown import callout_of
from support.sub_users_screen import SubUsersScreen
from support.subscriptions_screen import SubscriptionsScreen
from ui.clipboard import Clipboard
from ui.pages.hand_outs.share_dialog import ShareDialog
from ui.shell.privacy import IdleLock
from ui.theme.theme import apply_theme
from ui.widgets.second_ticks import SecondTicks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from support.page_screen import PageScreen

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.page(screen=SubUsersScreen),
]

HOSTILE = "p@s:s/w#r?d%41 +&…"
LABEL = "Zürich · 東京"


@pytest.fixture
def _light_again(qapp: QApplication) -> Iterator[None]:
    yield
    apply_theme(qapp, "light")


def share(screen: SubUsersScreen, label: str) -> ShareDialog:
    screen.page.do("share", screen.at(label).id)
    return opened(screen)


def opened(screen: PageScreen) -> ShareDialog:
    (dialog,) = screen.visible(ShareDialog)
    return dialog


async def show_code(screen: PageScreen, dialog: ShareDialog, key: str) -> None:
    dialog.format.setCurrentIndex(dialog.format.findData(key))
    screen.press("Show QR code", dialog)
    await dialog.tasks.join()


async def add_hostile(screen: SubUsersScreen) -> None:
    draft = SubUserDraft(LABEL, HOSTILE)
    await screen.service.client.sub_users.create(screen.page.current_id(), draft)
    await screen.load()


@pytest.mark.usefixtures("_light_again")
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_camera_reads_what_is_copied(screen: SubUsersScreen, qapp: QApplication, scheme: str) -> None:
    apply_theme(qapp, "dark" if scheme == "dark" else "light")
    await add_hostile(screen)
    dialog = share(screen, LABEL)
    sub_user = screen.at(LABEL)
    subscription = screen.service.account.subscription_store.get(screen.page.current_id())
    assert subscription is not None
    for key in ("http_url", "socks5_url", "json"):
        await show_code(screen, dialog, key)
        (text,) = codes_on(dialog)
        assert text == render(key, credentials_of(subscription, sub_user)).text
    assert json.loads(text)["password"] == HOSTILE
    assert json.loads(text)["label"] == LABEL


async def test_nothing_is_shown_before_it_is_asked_for(screen: SubUsersScreen) -> None:
    dialog = share(screen, "Berlin runner")
    assert "“Berlin runner”" in screen.words(dialog)
    assert screen.at("Berlin runner").password not in screen.words(dialog)
    assert codes_on(dialog) == []
    assert "Credentials QR code" not in screen.words(dialog)
    assert "Whoever has this can use the traffic of this sub-user." in callout_of(dialog.callout)


async def test_a_code_is_hidden_after_thirty_seconds_and_the_keyboard_stays(screen: SubUsersScreen) -> None:
    dialog = share(screen, "Berlin runner")
    dialog.qr.show_button.setFocus()
    QTest.keyClick(dialog.qr.show_button, Qt.Key.Key_Space)
    await dialog.tasks.join()
    assert len(codes_on(dialog)) == 1
    assert "Credentials QR code" in screen.words(dialog)
    assert dialog.qr._timer.interval() == 30_000
    assert dialog.focusWidget() is dialog.qr.hide_button
    size = dialog.size()
    dialog.qr._timer.timeout.emit()
    assert codes_on(dialog) == []
    assert "Credentials QR code" not in screen.words(dialog)
    assert dialog.focusWidget() is dialog.qr.show_button
    assert dialog.size() == size


async def test_the_time_left_is_painted_and_not_announced(screen: SubUsersScreen) -> None:
    dialog = share(screen, "Berlin runner")
    await show_code(screen, dialog, "http_url")
    (ticks,) = dialog.qr.findChildren(SecondTicks)
    shown = ticks.parent()
    assert isinstance(shown, QWidget)
    assert name_of(shown) == "Hidden after 30 s"
    assert ticks._timer.isActive()
    dialog.qr._timer.start(23_500)
    assert shown.text() == "Hidden in 24 s"  # type: ignore[attr-defined]
    ticks.ticked.emit(1)
    assert name_of(shown) == "Hidden after 30 s"
    screen.press("Hide now", dialog)
    assert codes_on(dialog) == []
    assert not ticks._timer.isActive()


async def test_an_idle_user_leaves_nothing_on_screen(screen: SubUsersScreen) -> None:
    dialog = share(screen, "Berlin runner")
    password = screen.at("Berlin runner").password
    await show_code(screen, dialog, "json")
    screen.press("Show text", dialog)
    await dialog.tasks.join()
    assert password in dialog.text.preview.toPlainText()
    IdleLock(Clipboard(screen.window), screen.window).hide_secrets()
    assert codes_on(dialog) == []
    assert password not in dialog.text.preview.toPlainText()


async def test_a_lock_ends_what_is_still_being_made(screen: SubUsersScreen) -> None:
    lock = IdleLock(Clipboard(screen.window), screen.window)
    dialog = share(screen, "Berlin runner")
    screen.press("Show QR code", dialog)
    screen.press("Show text", dialog)
    lock.hide_secrets()
    await dialog.tasks.join()
    assert (dialog.qr.is_masked(), dialog.text.is_masked()) == (True, True)
    assert codes_on(dialog) == []


async def test_the_text_is_shown_for_thirty_seconds(screen: SubUsersScreen) -> None:
    dialog = share(screen, "Berlin runner")
    password = screen.at("Berlin runner").password
    screen.press("Show text", dialog)
    await dialog.tasks.join()
    assert password in dialog.text.preview.toPlainText()
    assert dialog.text._timer.interval() == 30_000
    dialog.text._timer.timeout.emit()
    assert password not in dialog.text.preview.toPlainText()
    screen.press("Show text", dialog)
    await dialog.tasks.join()
    screen.press("Hide text", dialog)
    assert password not in dialog.text.preview.toPlainText()


async def test_another_format_hides_what_was_shown(screen: SubUsersScreen) -> None:
    dialog = share(screen, "Berlin runner")
    await show_code(screen, dialog, "http_url")
    dialog.format.setCurrentIndex(dialog.format.findData("socks5_url"))
    assert codes_on(dialog) == []
    dialog.close()
    assert dialog.qr.is_masked()


async def test_a_text_that_no_phone_could_read_says_so(screen: SubUsersScreen) -> None:
    dialog = share(screen, "Berlin runner")
    dialog.format.setCurrentIndex(dialog.format.findData("proxifier"))
    assert "This text is too long for a QR code." in screen.words(dialog)
    assert not dialog.qr.show_button.isVisible()
    assert dialog.copy.isEnabled()
    dialog.format.setCurrentIndex(dialog.format.findData("http_url"))
    assert dialog.qr.show_button.isVisible()


async def test_a_format_that_cannot_hold_the_password_has_nothing_to_show(screen: SubUsersScreen) -> None:
    await add_hostile(screen)
    dialog = share(screen, LABEL)
    dialog.format.setCurrentIndex(dialog.format.findData("host_port_user_pass"))
    assert "can't contain a password with ':'" in callout_of(dialog.callout)
    assert not dialog.qr.show_button.isVisible()
    assert not any(button.isEnabled() for button in (dialog.copy, dialog.save, dialog.text.eye))


async def test_the_share_dialog_copies_and_saves(screen: SubUsersScreen, tmp_path: Path) -> None:
    password = screen.at("Berlin runner").password
    dialog = share(screen, "Berlin runner")
    screen.press("Copy", dialog)
    await dialog.hand_outs.join("copy")
    assert password in screen.clipboard()
    assert screen.is_marked_secret()
    dialog.format.setCurrentIndex(dialog.format.findData("dotenv"))
    screen.press("Save to file", dialog)
    await dialog.hand_outs.join("copy")
    await screen.save_as(tmp_path / "proxy.env")
    await dialog.hand_outs.join("save file")
    dialog.close()
    assert password in (tmp_path / "proxy.env").read_text()
    assert stat.S_IMODE((tmp_path / "proxy.env").stat().st_mode) == 0o600


async def test_why_a_file_is_not_saved_is_said_in_the_dialog(screen: SubUsersScreen, tmp_path: Path) -> None:
    dialog = share(screen, "Berlin runner")
    warning = callout_of(dialog.callout)
    screen.press("Save to file", dialog)
    await dialog.hand_outs.join("copy")
    await screen.save_as(tmp_path / "gone" / "proxy.txt")
    await dialog.hand_outs.join("save file")
    text = "The file could not be written: its folder does not exist any more."
    assert callout_of(dialog.callout) == text
    assert screen.banner() == "", "nobody sees what is behind the dialog"
    screen.press("Save to file", dialog)
    await dialog.hand_outs.join("copy")
    await screen.save_as(tmp_path / "proxy.txt")
    await dialog.hand_outs.join("save file")
    assert callout_of(dialog.callout) == warning
    assert (tmp_path / "proxy.txt").read_text().startswith("http://")


@pytest.mark.usefixtures("_light_again")
@pytest.mark.page(size=(800, 600))
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
async def test_the_whole_code_is_in_sight_in_a_small_window(
    screen: SubUsersScreen, qapp: QApplication, scale: float
) -> None:
    apply_theme(qapp, "light", text_scale=scale)
    dialog = share(screen, "Berlin runner")
    button = screen.button("Show QR code", dialog)
    assert dialog.qr.rect().contains(button.rect().translated(button.mapTo(dialog.qr, QPoint())))
    assert button.width() == button.sizeHint().width()
    screen.click(button)
    await dialog.tasks.join()
    assert len(codes_on(dialog)) == 1
    assert dialog.size().boundedTo(screen.window.size()) == dialog.size()


@pytest.mark.page(screen=SubscriptionsScreen)
async def test_the_credentials_of_a_subscription_have_a_code(screen: SubscriptionsScreen) -> None:
    screen.press("Show QR code", screen.detail.credentials)
    dialog = opened(screen)
    assert "traffic of this subscription" in callout_of(dialog.callout)
    assert screen.current().password not in screen.words(dialog)
    await show_code(screen, dialog, "http_url")
    assert codes_on(dialog) == [render("http_url", credentials_of(screen.current())).text]
    screen.press("Copy", dialog)
    await screen.quiet()
    assert screen.clipboard() == render("http_url", credentials_of(screen.current())).text
    assert screen.is_marked_secret()
    dialog.close()

"""What is copied or saved, byte for byte, and where a password never is."""

from __future__ import annotations

import asyncio
import stat
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from app.models.sub_users import SubUserDraft
from app.rules.proxy_formats.logins import credentials_of
from app.rules.proxy_formats.rendering import FORMATS, TEMPLATE, render
from app.rules.subscriptions.sticky import Session, sticky_username
from support.page_scenarios import on_page
from support.shown import callout_of
from support.subscriptions_screen import SubscriptionsScreen
from ui.pages.formats_menu import FormatsMenu

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.page(screen=SubscriptionsScreen)

HOSTILE = "p@s:s/w#r?d%41 +&…"


async def test_menus_are_not_named_as_the_app(screen: SubscriptionsScreen) -> None:
    """Qt's name of a menu without one."""
    formats = screen.detail.sticky.formats_menu(screen.current())
    menus = screen.page.findChildren(QMenu)
    assert formats in menus
    assert [menu.title() for menu in menus if not menu.accessibleName()] == []
    assert {"Copy a port", "Export", "Last used sessions"} <= {menu.accessibleName() for menu in menus}


def _session(screen: SubscriptionsScreen) -> Session:
    return Session(
        screen.detail.sticky.session.session_id.text(), screen.detail.sticky.session.minutes.value()
    )


async def _copy(screen: SubscriptionsScreen) -> str:
    screen.press("Copy", screen.detail.sticky)
    await screen.quiet()
    return screen.clipboard()


async def _add_hostile(screen: SubscriptionsScreen) -> None:
    draft = SubUserDraft("Hostile", password=HOSTILE)
    await screen.service.client.sub_users.create(screen.current().id, draft)
    await screen.load()
    screen.detail.sticky.user.setCurrentIndex(screen.detail.sticky.user.count() - 1)


async def test_every_format_is_copied_byte_for_byte(screen: SubscriptionsScreen) -> None:
    for key in [row.key for row in FORMATS if row.key != TEMPLATE]:
        screen.choose_format(key)
        wanted = render(key, credentials_of(screen.current()), _session(screen))
        assert wanted.ok, key
        assert await _copy(screen) == wanted.text
        assert screen.is_marked_secret(), key
        # v2rayN's links have it in base64.
        assert screen.current().password in wanted.text or key == "v2rayn"
        assert screen.notes[-1] == "Copied · clears in 30 s"


@pytest.mark.qt_log_ignore("This plugin does not support")  # raising and grabbing, which menus do
async def test_ctrl_c_on_a_row_copies_its_credentials_in_the_chosen_format(
    screen: SubscriptionsScreen,
) -> None:
    view, control = screen.pane.view, Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(view, Qt.Key.Key_Down)
    await screen.quiet()
    screen.choose_format("username")
    QTest.keyClick(view, Qt.Key.Key_C, control)
    await screen.quiet()
    assert screen.clipboard() == render("http_url", credentials_of(screen.current())).text
    assert screen.is_marked_secret()
    assert screen.notes[-1] == "Credentials copied · clears in 30 s"
    QTest.keyClick(view, Qt.Key.Key_C, control | Qt.KeyboardModifier.ShiftModifier)
    (menu,) = screen.visible(FormatsMenu)
    next(action for action in menu.actions() if action.text() == "host:port:user:pass").trigger()
    menu.close()
    await screen.quiet()
    wanted = render("host_port_user_pass", credentials_of(screen.current())).text
    assert screen.clipboard() == wanted
    QTest.keyClick(view, Qt.Key.Key_C, control)
    await screen.quiet()
    assert screen.clipboard() == wanted


async def test_the_keyboard_stays_at_what_copies(screen: SubscriptionsScreen) -> None:
    screen.window.activateWindow()
    await screen.quiet()
    copy = screen.detail.sticky.copy
    copy.setFocus()
    QTest.keyClick(copy, Qt.Key.Key_Space)
    await screen.quiet()
    assert screen.clipboard()
    assert copy.hasFocus()


async def test_a_username_alone_is_no_secret(screen: SubscriptionsScreen) -> None:
    screen.choose_format("username")
    assert await _copy(screen) == sticky_username("acme_r7f2", _session(screen))
    assert not screen.is_marked_secret()
    screen.press("Copy username")
    assert screen.clipboard() == "acme_r7f2"
    assert not screen.is_marked_secret()


async def test_a_thousand_lines_all_differ(screen: SubscriptionsScreen) -> None:
    screen.detail.sticky.session.how_many.setValue(1000)
    assert "And 999 more with new session IDs." in screen.words(screen.detail.sticky)
    lines = (await _copy(screen)).split("\n")
    assert len(set(lines)) == 1000
    assert _session(screen).id in lines[0]


async def test_without_a_session_id_the_plain_credentials_are_copied(screen: SubscriptionsScreen) -> None:
    screen.detail.sticky.session.session_id.clear()
    assert not screen.detail.sticky.session.how_many.isEnabled()
    assert await _copy(screen) == render("http_url", credentials_of(screen.current())).text


async def test_a_wrong_session_id_says_so_and_copies_nothing(screen: SubscriptionsScreen) -> None:
    for text, words in (("has-dash", "Only letters"), ("x" * 33, "At most 32")):
        screen.detail.sticky.session.session_id.setText(text)
        assert words in screen.words(screen.detail.sticky)
        assert not screen.button("Copy", screen.detail.sticky).isEnabled()
        assert not screen.button("Save to file").isEnabled()
        screen.press("New session ID")
        assert screen.button("Copy", screen.detail.sticky).isEnabled()


async def test_a_hostile_password_is_encoded_or_the_format_says_why_not(screen: SubscriptionsScreen) -> None:
    await _add_hostile(screen)
    assert "p%40s%3As%2Fw%23r%3Fd%2541%20%2B%26%E2%80%A6@" in await _copy(screen)
    screen.choose_format("host_port_user_pass")
    assert "can't contain a password with ':'" in callout_of(screen.detail.sticky.refusal)
    assert not screen.button("Copy", screen.detail.sticky).isEnabled()
    screen.choose_format("json")
    assert screen.detail.sticky.refusal.isHidden()
    assert screen.button("Copy", screen.detail.sticky).isEnabled()


@pytest.mark.qt_log_ignore("This plugin does not support")  # raising and grabbing, which popups do
async def test_the_opened_list_of_formats_says_which_are_not_possible(screen: SubscriptionsScreen) -> None:
    await _add_hostile(screen)
    formats = screen.detail.sticky.format
    formats.showPopup()
    reasons = {
        key: formats.itemData(formats.findData(key), Qt.ItemDataRole.ToolTipRole)
        for key in ("host_port_user_pass", "json")
    }
    formats.hidePopup()
    assert "can't contain a password with ':'" in reasons["host_port_user_pass"]
    assert not reasons["json"]


async def test_an_own_template_is_filled_in_or_shows_what_is_wrong(screen: SubscriptionsScreen) -> None:
    assert not screen.detail.sticky.templates.text.isVisible()
    screen.choose_format(TEMPLATE)
    screen.detail.sticky.templates.text.setText("{user}|{session}|{pass}")
    session = _session(screen)
    name = sticky_username("acme_r7f2", session)
    assert await _copy(screen) == f"{name}|{session.id}|{screen.current().password}"
    assert screen.is_marked_secret()
    screen.detail.sticky.templates.text.setText("{user")
    assert "brace" in callout_of(screen.detail.sticky.refusal)
    assert not screen.button("Copy", screen.detail.sticky).isEnabled()
    screen.detail.sticky.templates.text.setText("{user}")
    assert await _copy(screen) == name
    assert not screen.is_marked_secret()


async def test_a_file_is_for_its_owner_alone(screen: SubscriptionsScreen, tmp_path: Path) -> None:
    screen.detail.sticky.session.how_many.setValue(20)
    screen.press("Save to file")
    await screen.quiet()
    place = tmp_path / "proxies.txt"
    await screen.save_as(place)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert len(place.read_text().splitlines()) == 20
    assert screen.notes[-1].startswith("Saved")


async def test_the_last_twenty_sessions_can_be_taken_again(screen: SubscriptionsScreen) -> None:
    sticky = screen.detail.sticky
    used = []
    for minutes in range(1, 23):
        screen.press("New session ID")
        sticky.session.minutes.setValue(minutes)
        used.append(_session(screen))
        await _copy(screen)
    assert sticky.session.recent == tuple(reversed(used))[:20]
    assert screen.button("Last used sessions").isEnabled()
    sticky.session.menu.actions()[5].trigger()
    assert _session(screen) == used[-6]


async def test_sessions_and_template_are_there_at_the_next_start(tmp_path: Path) -> None:
    used: list[object] = []

    async with on_page(SubscriptionsScreen, tmp_path) as screen:
        screen.detail.sticky.templates.text.setText("{user}|{session}")
        used.append(_session(screen))
        await _copy(screen)
    async with on_page(SubscriptionsScreen, tmp_path) as screen:
        assert list(screen.detail.sticky.session.recent) == used
        assert screen.detail.sticky.templates.text.text() == "{user}|{session}"


async def test_a_second_refresh_during_the_first_load_loses_no_choices(tmp_path: Path) -> None:
    async with on_page(SubscriptionsScreen, tmp_path) as screen:
        await _copy(screen)
        used = screen.detail.sticky.session.recent
    async with on_page(SubscriptionsScreen, tmp_path, load=False) as screen:
        screen.page.load()
        while not hasattr(screen.detail, "details"):  # noqa: ASYNC110 (nothing signals it)
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        screen.page.load()
        await screen.quiet()
        assert screen.detail.sticky.session.recent == used != ()


async def test_no_widget_holds_a_password_until_it_is_to_be_seen(screen: SubscriptionsScreen) -> None:
    secret = screen.current().password
    for row in range(screen.detail.sticky.format.count()):
        screen.detail.sticky.format.setCurrentIndex(row)
        assert secret not in screen.words()
        assert secret not in screen.detail.sticky.preview.toPlainText()
    screen.press("Show password")
    assert secret in screen.words()
    screen.pane.view.setFocus()
    assert secret not in screen.words()
    screen.press("Copy password")
    assert screen.clipboard() == secret
    assert screen.is_marked_secret()
    screen.press("Show password")
    screen.show_row(1)
    await screen.quiet()
    assert secret not in screen.words()
    assert screen.current().password not in screen.words()


async def test_minutes_by_keyboard_stay_between_1_and_30(screen: SubscriptionsScreen) -> None:
    minutes = screen.detail.sticky.session.minutes
    minutes.setFocus()
    QTest.keyClick(minutes, Qt.Key.Key_Right)
    assert "-ttl-11:" in screen.detail.sticky.preview.toPlainText()
    QTest.keyClick(minutes, Qt.Key.Key_End)
    QTest.keyClick(minutes, Qt.Key.Key_Right)
    assert "-ttl-30:" in screen.detail.sticky.preview.toPlainText()
    QTest.keyClick(minutes, Qt.Key.Key_Home)
    assert "-ttl-1:" in screen.detail.sticky.preview.toPlainText()

"""Own templates by name: saved, renamed, deleted, and offered in every list and menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from app.rules.proxy_formats.rendering import TEMPLATE
from app.rules.proxy_formats.templates import DEFAULT_TEMPLATE, MAX_TEMPLATES, OwnTemplates
from app.rules.subscriptions.sticky import StickyChoices
from support.page_scenarios import on_page
from support.sub_users_screen import SubUsersScreen
from support.subscriptions_screen import SubscriptionsScreen
from ui.pages.formats_menu import FormatsMenu
from ui.pages.hand_outs.share_dialog import ShareDialog

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # raising and grabbing, which menus do
    pytest.mark.page(screen=SubscriptionsScreen),
]


async def save(screen: SubscriptionsScreen, name: str, text: str) -> None:
    sticky = screen.detail.sticky
    sticky.templates.text.setText(text)
    sticky.templates.name.setText(name)
    screen.press("Save template", sticky)
    await screen.quiet()


def submenu(menu: FormatsMenu) -> QMenu:
    (found,) = (one for one in menu.findChildren(QMenu) if one.title() == "Own templates")
    assert found.menuAction() in menu.actions()
    return found


def offered(screen: SubscriptionsScreen) -> list[str]:
    """Returns the last rows of 'Copy as', after CSV."""
    texts = [screen.detail.sticky.format.itemText(row) for row in range(screen.detail.sticky.format.count())]
    return texts[texts.index("CSV") + 1 :]


async def test_a_template_is_saved_under_a_name_and_copied(screen: SubscriptionsScreen) -> None:
    sticky = screen.detail.sticky
    screen.choose_format(TEMPLATE)
    await save(screen, "Crawler", "{host}|{user}")
    assert offered(screen) == ["Crawler", "Own template"]
    assert sticky.format.currentText() == "Crawler"
    assert screen.notes[-1] == "Template saved"
    screen.press("Copy", sticky)
    await screen.quiet()
    assert screen.clipboard().startswith("127.0.0.1|acme_r7f2-session-")
    screen.choose_format("csv")
    assert not sticky.templates.isVisible()


async def test_enter_saves_a_changed_text_and_another_name(screen: SubscriptionsScreen) -> None:
    sticky = screen.detail.sticky
    screen.choose_format(TEMPLATE)
    await save(screen, "Crawler", "{host}")
    sticky.templates.text.setText("{port}")
    sticky.templates.name.setText("  Spider ")
    QTest.keyClick(sticky.templates.name, Qt.Key.Key_Return)
    await screen.quiet()
    assert offered(screen) == ["Spider", "Own template"]
    assert (sticky.templates.text.text(), sticky.templates.name.text()) == ("{port}", "Spider")


async def test_a_deleted_template_leaves_its_text_to_be_saved_again(screen: SubscriptionsScreen) -> None:
    sticky = screen.detail.sticky
    screen.choose_format(TEMPLATE)
    assert not screen.button("Delete template", sticky).isEnabled()
    await save(screen, "Crawler", "{host}")
    screen.window.activateWindow()
    await screen.quiet()
    sticky.templates.delete.setFocus()
    QTest.keyClick(sticky.templates.delete, Qt.Key.Key_Space)
    await screen.quiet()
    assert sticky.templates.name.hasFocus()
    assert offered(screen) == ["Own template"]
    assert (sticky.templates.text.text(), sticky.templates.name.text()) == ("{host}", "")
    assert screen.notes[-1] == "Template deleted"
    assert not screen.button("Delete template", sticky).isEnabled()


async def test_a_name_that_is_not_accepted_is_shown_beside_its_field(screen: SubscriptionsScreen) -> None:
    screen.choose_format(TEMPLATE)
    await save(screen, "", "{host}")
    assert "Enter a name for the template." in screen.words()
    await save(screen, "Crawler", "{host}")
    screen.choose_format(TEMPLATE)
    await save(screen, "crawler", "{port}")
    assert "Another template has this name." in screen.words()
    assert screen.detail.sticky.templates.name.hasFocus()
    screen.detail.sticky.templates.name.setText("Spider")
    assert "Another template has this name." not in screen.words()
    await save(screen, "Spider", "{host")
    assert offered(screen) == ["Crawler", "Own template"]


async def test_an_unsaved_template_stays_apart_from_the_saved_ones(screen: SubscriptionsScreen) -> None:
    sticky = screen.detail.sticky
    screen.choose_format(TEMPLATE)
    await save(screen, "Crawler", "{host}")
    screen.choose_format(TEMPLATE)
    sticky.templates.text.setText("{label}")
    screen.choose_format("template:Crawler")
    assert sticky.templates.text.text() == "{host}"
    screen.choose_format(TEMPLATE)
    assert (sticky.templates.text.text(), sticky.templates.name.text()) == ("{label}", "")


async def test_the_menu_of_a_subscription_has_them(screen: SubscriptionsScreen) -> None:
    screen.choose_format(TEMPLATE)
    await save(screen, "Name & Co", "{port}:{user}:{pass}")
    menu = screen.detail.sticky.formats_menu(screen.current())
    assert isinstance(menu, FormatsMenu)
    own = submenu(menu)
    assert [action.text() for action in own.actions()] == ["Name && Co", "Own template"]
    own.actions()[0].trigger()
    menu.close()
    await screen.quiet()
    assert screen.clipboard() == f"8000:acme_r7f2:{screen.current().password}"


async def test_they_are_there_at_the_next_start_and_for_sub_users(tmp_path: Path) -> None:
    async with on_page(SubscriptionsScreen, tmp_path) as screen:
        screen.choose_format(TEMPLATE)
        await save(screen, "Crawler", "{label}={pass}")
    async with on_page(SubscriptionsScreen, tmp_path) as screen:
        assert offered(screen) == ["Crawler", "Own template"]
        assert screen.detail.sticky.templates.text.text() == DEFAULT_TEMPLATE
    async with on_page(SubUsersScreen, tmp_path) as other:
        sub_user = other.at("Berlin runner")
        other.mark("Berlin runner")
        other.press("Copy credentials")
        menu = other.page.credentials.menu
        submenu(menu).actions()[0].trigger()
        menu.close()
        await other.quiet()
        assert other.clipboard() == f"Berlin runner={sub_user.password}"
        other.page.do("share", sub_user.id)
        dialog = other.dialog()
        assert isinstance(dialog, ShareDialog)
        dialog.format.setCurrentIndex(dialog.format.findText("Crawler"))
        assert dialog.text.preview.toPlainText() == "Berlin runner=••••••"
        dialog.close()


@pytest.mark.page(screen=SubUsersScreen)
async def test_one_that_was_saved_meanwhile_is_offered_when_the_page_is_shown_again(
    screen: SubUsersScreen,
) -> None:
    account = screen.service.account
    screen.page.hide()
    await account.state.save(OwnTemplates().put("Crawler", "{host}"), account.account.id)
    screen.page.show()
    await screen.quiet()
    screen.mark("Berlin runner")
    screen.press("Copy credentials")
    menu = screen.page.credentials.menu
    assert [action.text() for action in submenu(menu).actions()] == ["Crawler", "Own template"]
    menu.close()


async def test_the_template_of_an_earlier_version_is_the_one_without_a_name(tmp_path: Path) -> None:
    async with on_page(SubscriptionsScreen, tmp_path, load=False) as screen:
        account = screen.service.account
        await account.state.save(StickyChoices((), "{host}!"), account.account.id)
        await screen.load()
        screen.choose_format(TEMPLATE)
        assert screen.detail.sticky.templates.text.text() == "{host}!"
        assert offered(screen) == ["Own template"]


async def test_the_twenty_first_is_refused(tmp_path: Path) -> None:
    saved = OwnTemplates()
    for number in range(MAX_TEMPLATES):
        saved = saved.put(f"number {number}", "{host}")
    async with on_page(SubscriptionsScreen, tmp_path, load=False) as screen:
        account = screen.service.account
        await account.state.save(saved, account.account.id)
        await screen.load()
        screen.choose_format(TEMPLATE)
        await save(screen, "one more", "{host}")
        assert "There are 20 templates already. Delete one first." in screen.words()
        assert len(offered(screen)) == MAX_TEMPLATES + 1

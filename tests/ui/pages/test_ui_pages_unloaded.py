"""A start without a connection: it is said that nothing is there yet, and it comes when the service does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from support.locations_screen import LocationsScreen
from support.sub_users_screen import ALL, SubUsersScreen
from support.subscriptions_screen import SubscriptionsScreen
from support.topups_screen import TopUpsScreen
from support.waiting import until
from ui.widgets.layout.empty_state import Skeleton

EVERYTHING = {"route": "* /v1/*", "every": True, "kind": "reset_before"}


@pytest.mark.page(screen=SubscriptionsScreen, load=False)
async def test_subscriptions_are_not_loaded_yet(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(EVERYTHING)
    await screen.load()
    assert "Not loaded" in screen.words()
    assert "No connection to the service." in screen.words(screen.page.unloaded)
    assert not screen.visible(Skeleton)
    assert "No subscription chosen" not in screen.words()
    await screen.service.faults()
    screen.press("Try again")
    await screen.quiet()
    assert "31.4 of 50 GB" in screen.rows()[0]
    assert "Not loaded" not in screen.words()


@pytest.mark.page(screen=SubUsersScreen, load=False)
async def test_sub_users_are_not_loaded_yet(screen: SubUsersScreen) -> None:
    toolbar = screen.page.toolbar
    buttons = (toolbar.add, toolbar.import_csv, toolbar.export)
    assert not any(button.isEnabled() for button in buttons), "nothing to add to, and nothing to export"
    await screen.service.faults(EVERYTHING)
    await screen.load()
    assert "Not loaded" in screen.words()
    assert not screen.visible(Skeleton)
    assert not any(button.isEnabled() for button in buttons)
    await screen.service.faults()
    screen.press("Try again")
    await screen.quiet()
    assert all(button.isEnabled() for button in buttons)
    assert len(screen.labels()) == 9
    assert "Not loaded" not in screen.words()


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(None, marks=pytest.mark.page(screen=kind, load=False), id=kind.__name__)
        for kind in (SubscriptionsScreen, SubUsersScreen, LocationsScreen)
    ],
    indirect=True,
)
async def test_the_keyboard_stays_on_try_again_while_there_is_no_connection(
    screen: SubscriptionsScreen | SubUsersScreen | LocationsScreen,
) -> None:
    await screen.service.faults(EVERYTHING)
    await screen.load()
    screen.button("Try again").setFocus()
    await screen.service.faults(
        {"route": "* /v1/*", "every": True, "kind": "delay", "seconds": 0.4}, EVERYTHING
    )
    QTest.keyClick(screen.button("Try again"), Qt.Key.Key_Space)
    await until(lambda: bool(screen.visible(Skeleton)) or isinstance(screen, SubscriptionsScreen))
    await screen.quiet()
    assert screen.button("Try again").hasFocus()


@pytest.mark.page(screen=SubUsersScreen)
async def test_the_sub_users_of_another_subscription_do_not_stand_for_those_that_could_not_be_loaded(
    screen: SubUsersScreen,
) -> None:
    await screen.service.faults({"route": f"GET {ALL}", "every": True, "kind": "status", "status": 404})
    toolbar = screen.page.toolbar
    toolbar.picker.setFocus(Qt.FocusReason.TabFocusReason)
    toolbar.picker.setCurrentIndex(1)
    await screen.quiet()
    assert "Not loaded" in screen.words()
    assert not screen.table.isVisible()
    assert screen.labels() == []
    assert not any(button.isEnabled() for button in (toolbar.add, toolbar.import_csv, toolbar.export))
    await screen.service.faults()
    screen.press("Try again")
    await screen.quiet()
    assert "Agency" in screen.labels()
    assert all(button.isEnabled() for button in (toolbar.add, toolbar.import_csv, toolbar.export))


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(None, marks=pytest.mark.page(screen=kind, scale="empty"), id=kind.__name__)
        for kind in (SubscriptionsScreen, SubUsersScreen, TopUpsScreen)
    ],
    indirect=True,
)
async def test_where_there_is_nothing_the_hidden_search_takes_no_keys(
    screen: SubscriptionsScreen | SubUsersScreen | TopUpsScreen,
) -> None:
    before = screen.window.focusWidget()
    screen.page.focus_search()
    assert screen.window.focusWidget() is before

"""The switches of what is told: named, showing what holds, and telling what a person chose."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtTest import QTest

from app.models.notifications import KINDS
from app.models.settings import NotificationChoices, Settings
from support.accessible import name_of
from ui.pages.settings.cards import NotificationsCard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication


@pytest.fixture
def card(qapp: QApplication) -> Iterator[NotificationsCard]:
    made = NotificationsCard()
    made.show_settings(Settings(notifications=NotificationChoices(traffic_80=False)))
    made.resize(500, 700)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def test_every_kind_and_the_desktop_have_a_switch_with_a_name_of_its_own(card: NotificationsCard) -> None:
    wanted = {*KINDS, "on_desktop"} if sys.platform.startswith("linux") else set(KINDS)
    assert set(card.switches) == wanted
    names = [name_of(switch) for switch in (*card.switches.values(), card.tray)]
    assert all(names)
    assert len(set(names)) == len(names)
    assert {name for name, switch in card.switches.items() if not switch.isChecked()} == {"traffic_80"}
    assert not card.tray.isChecked()


def test_a_switch_changes_its_own_kind_and_no_other(card: NotificationsCard) -> None:
    chosen: list[tuple[str, object]] = []
    card.chosen.connect(lambda field, value: chosen.append((field, value)))
    QTest.keyClick(card.switches["credited"], Qt.Key.Key_Space)
    QTest.keyClick(card.switches["traffic_80"], Qt.Key.Key_Space)
    QTest.keyClick(card.tray, Qt.Key.Key_Space)
    assert chosen == [
        ("notifications", NotificationChoices(credited=False, traffic_80=False)),
        ("notifications", NotificationChoices(credited=False)),
        ("has_tray", True),
    ]


def test_a_screen_reader_switches_like_the_keyboard(card: NotificationsCard) -> None:
    chosen: list[tuple[str, object]] = []
    card.chosen.connect(lambda field, value: chosen.append((field, value)))
    for switch in (card.switches["traffic_80"], card.tray):
        acts = QAccessible.queryAccessibleInterface(switch).actionInterface()
        assert acts is not None
        acts.doAction(QAccessibleActionInterface.toggleAction())
    assert chosen == [("notifications", NotificationChoices()), ("has_tray", True)]


def test_a_change_that_could_not_be_saved_is_taken_back(card: NotificationsCard) -> None:
    QTest.keyClick(card.switches["credited"], Qt.Key.Key_Space)
    card.show_settings(Settings())
    assert all(switch.isChecked() for switch in card.switches.values())

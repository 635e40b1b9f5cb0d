"""Many checks at once, through a real gateway: sticky sessions and sub-users, stopped, sorted, exported."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import socket
import stat
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from app.api.gateway_checks import GatewayChecks
from app.rules.proxy_formats.rendering import USERNAME_ONLY
from support.gateway_service import HOST, listener, serve_page
from support.linked_service import linked_service
from support.stepped_clock import SteppedClock
from support.sub_users_screen import SubUsersScreen
from support.subscriptions_screen import SubscriptionsScreen
from support.waiting import until
from tollhouse_sandbox.gateway.listeners import Gateway
from tollhouse_sandbox.settings import GatewayAddress
from ui.theme.theme import apply_theme

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from support.linked_service import LinkedService
    from ui.pages.check_many.page import CheckManyPage

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

Screen = TypeVar("Screen", SubscriptionsScreen, SubUsersScreen)
CHECK = "Check these sessions"
# As much as is left of the smallest window between header and status bar.
SMALL = (790, 475)


@asynccontextmanager
async def _at_gateway(
    make: Callable[[LinkedService, tuple[int, int]], Screen], folder: Path, *, is_open: bool = True
) -> AsyncIterator[Screen]:
    """A page whose subscriptions have a gateway, which is open or whose port is closed."""
    http, socks = listener(), listener()
    address = GatewayAddress(HOST, http.getsockname()[1], socks.getsockname()[1])
    with linked_service(folder, "demo", SteppedClock(), address) as service:
        gateway = Gateway(service.world, http, socks)
        pages = await asyncio.start_server(serve_page, HOST, 0)
        if is_open:
            await gateway.start()
        else:
            http.close()
            socks.close()
        port = pages.sockets[0].getsockname()[1]
        service.account.subscriptions._checks = GatewayChecks(f"http://{HOST}:{port}")
        screen = make(service, (1180, 760))
        try:
            await screen.load()
            yield screen
        finally:
            if screen.page.checks.page is not None:
                screen.page.checks.leave()
            pages.close()
            await gateway.stop()
            await screen.aclose()


def _checks(screen: SubscriptionsScreen | SubUsersScreen) -> CheckManyPage:
    found = screen.page.checks.page
    assert found is not None
    return found


async def _check_sessions(screen: SubscriptionsScreen, count: int) -> CheckManyPage:
    screen.detail.sticky.session.how_many.setValue(count)
    screen.detail.sticky.check.setFocus()
    screen.press(CHECK)
    return _checks(screen)


async def _end(screen: SubscriptionsScreen | SubUsersScreen, count: int) -> None:
    """Lets pauses pass until so many checks have ended."""
    checks, clock = _checks(screen), screen.service.clock
    assert isinstance(clock, SteppedClock)
    while sum(row.result is not None for row in checks.model.records()) < count:
        if clock.sleepers:
            await clock.move_to(clock.monotonic() + 1)
        await asyncio.sleep(0.002)
    if count == checks.model.count():
        await checks.tasks.join("run")


def _column(checks: CheckManyPage, key: str) -> list[str]:
    at = checks.table.column(key)
    return [str(checks.model.index(row, at).data()) for row in range(checks.model.rowCount())]


def _accessible_text(checks: CheckManyPage) -> str:
    role = Qt.ItemDataRole.AccessibleTextRole
    return "\n".join(str(checks.model.index(row, 0).data(role)) for row in range(checks.model.rowCount()))


async def test_sticky_sessions_are_checked_one_after_another(tmp_path: Path) -> None:
    async with _at_gateway(SubscriptionsScreen, tmp_path) as screen:
        first = screen.detail.sticky.session.session_id.text()
        checks = await _check_sessions(screen, 3)
        assert "Price watch EU · 3 sticky sessions of 10 min · HTTP" in screen.words(checks)
        assert _column(checks, "name")[0] == first
        assert _column(checks, "result") == ["Waiting"] * 3
        await _end(screen, 1)
        assert _column(checks, "result") == ["Works", "Checking…", "Waiting"]
        await _end(screen, 3)
        assert _column(checks, "result") == ["Works"] * 3
        assert all(latency.endswith(" ms") for latency in _column(checks, "latency"))
        words = screen.words()
        assert "3 of 3 checked" in words
        assert "3 work" in words
        assert "never the API key" in words
        assert screen.current().password not in words + _accessible_text(checks)
        assert f"{first}, Works" in _accessible_text(checks)


async def test_a_stopped_run_keeps_its_results_and_goes_on_with_the_rest(tmp_path: Path) -> None:
    async with _at_gateway(SubscriptionsScreen, tmp_path) as screen:
        checks = await _check_sessions(screen, 4)
        await _end(screen, 2)
        assert screen.page.unfinished() == ("2 of 4 checked",)
        checks.card.action.setFocus()
        screen.press("Stop")
        await until(lambda: checks.card.action.label_text() == "Continue")
        assert _column(checks, "result") == ["Works", "Works", "Waiting", "Waiting"]
        assert screen.window.focusWidget() is checks.card.action
        assert screen.page.unfinished() == ()
        assert "2 of 4 checked" in screen.words(checks)
        when = _column(checks, "when")[:2]
        screen.press("Continue")
        await _end(screen, 4)
        assert _column(checks, "when")[:2] == when
        assert checks.card.action.label_text() == "Check again"
        screen.press("Check again")
        # The first may have ended already; the last waits for its pause.
        await until(lambda: _column(checks, "result")[-1] == "Waiting")
        await _end(screen, 4)


async def test_many_are_asked_about_first_and_back_stops_them(tmp_path: Path) -> None:
    async with _at_gateway(SubscriptionsScreen, tmp_path) as screen:
        screen.detail.sticky.session.how_many.setValue(100)
        screen.detail.sticky.check.setFocus()
        screen.press(CHECK)
        dialog = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible())
        text = "This makes 100 checks and takes about 2 min. Each uses a little paid traffic."
        assert text in screen.words(dialog)
        assert screen.page.checks.page is None
        screen.press("Check", dialog)
        checks = _checks(screen)
        await _end(screen, 1)
        QTest.keyClick(checks.table, Qt.Key.Key_Escape)
        assert screen.page.checks.page is None
        assert screen.notes[-1] == "Checks stopped: 1 of 100 checked, 1 works"
        assert screen.detail.isVisible()
        assert screen.window.focusWidget() is screen.detail.sticky.check


async def test_the_sessions_that_were_copied_are_checked(tmp_path: Path) -> None:
    async with _at_gateway(SubscriptionsScreen, tmp_path) as screen:
        sticky = screen.detail.sticky
        sticky.session.how_many.setValue(3)
        sticky.format.setCurrentIndex(sticky.format.findData(USERNAME_ONLY.key))
        screen.press("Copy", sticky)
        await screen.quiet()
        copied = screen.clipboard().splitlines()
        checks = await _check_sessions(screen, 3)
        await _end(screen, 3)
        assert len(copied) == 3
        for line, session_id in zip(copied, _column(checks, "name"), strict=True):
            assert f"-session-{session_id}-ttl-" in line


async def test_another_subscription_ends_the_checks_of_the_first(tmp_path: Path) -> None:
    async with _at_gateway(SubscriptionsScreen, tmp_path) as screen:
        await _check_sessions(screen, 2)
        screen.show_row(1)
        await screen.quiet()
        assert screen.page.checks.page is None
        assert screen.notes[-1] == "Checks stopped: 0 of 2 checked"
        assert screen.detail.header.title.shown_text() == "Ad checks"


async def test_a_run_that_ends_unseen_says_so(tmp_path: Path) -> None:
    async with _at_gateway(SubscriptionsScreen, tmp_path) as screen:
        await _check_sessions(screen, 2)
        screen.page.hide()
        await _end(screen, 2)
        assert screen.notes[-1] == "Checks ended: 2 of 2 checked, 2 work"
        screen.page.show()


async def test_without_a_session_there_is_nothing_to_check_many_of(tmp_path: Path) -> None:
    async with _at_gateway(SubscriptionsScreen, tmp_path) as screen:
        sticky = screen.detail.sticky
        for text, can in (("", False), ("no spaces", False), ("abc", True)):
            sticky.session.session_id.setText(text)
            assert sticky.check.isEnabled() is can


async def test_a_closed_gateway_is_unreachable(tmp_path: Path) -> None:
    async with _at_gateway(SubscriptionsScreen, tmp_path, is_open=False) as screen:
        checks = await _check_sessions(screen, 2)
        await _end(screen, 2)
        assert _column(checks, "result") == ["Unreachable no connection"] * 2
        assert _column(checks, "latency") == ["–", "–"]
        assert "2 unreachable" in screen.words(checks)


async def test_a_computer_that_is_offline_is_named_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def find_nothing(*_arguments: object, **_options: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    async with _at_gateway(SubscriptionsScreen, tmp_path) as screen:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", find_nothing)
        gateway = screen.current().endpoint.model_copy(update={"host": "gateway.example.net"})
        lost = screen.current().model_copy(update={"endpoint": gateway})
        screen.service.account.subscription_store.put(lost, screen.service.clock.monotonic() + 1)
        await screen.quiet()
        checks = await _check_sessions(screen, 2)
        await _end(screen, 2)
        assert _column(checks, "result") == ["Unreachable no way to the gateway"] * 2
        assert "No way to the gateway from this computer." in screen.words(checks)


async def test_selected_sub_users_are_checked_and_sorted_by_keyboard(tmp_path: Path) -> None:
    async with _at_gateway(SubUsersScreen, tmp_path) as screen:
        screen.mark("Spare", "Berlin runner", "QA laptop")
        marked = screen.marked()
        screen.bar.check.setFocus()
        screen.press("Check", screen.bar)
        checks = _checks(screen)
        assert "Price watch EU · 3 sub-users · HTTP" in screen.words(checks)
        await _end(screen, 3)
        assert sorted(_column(checks, "name")) == ["Berlin runner", "QA laptop", "Spare (disabled)"]
        results = dict(zip(_column(checks, "name"), _column(checks, "result"), strict=True))
        assert results["Spare (disabled)"] == "Refused login not accepted (407)"
        assert results["Berlin runner"] == results["QA laptop"] == "Works"
        checks.table.selectRow(_column(checks, "name").index("QA laptop"))
        header = checks.table.horizontalHeader()
        header.setFocus()
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Space, Qt.Key.Key_Space):
            QTest.keyClick(header, key)
        assert _column(checks, "name") == ["Spare (disabled)", "QA laptop", "Berlin runner"]
        assert checks.table.current_key() == screen.at("QA laptop").username
        QTest.keyClick(header, Qt.Key.Key_Right)
        QTest.keyClick(header, Qt.Key.Key_Space)
        assert _column(checks, "result")[-1] == "Refused login not accepted (407)"
        screen.press("Back")
        assert screen.page.checks.page is None
        assert screen.marked() == marked
        assert screen.window.focusWidget() is screen.bar.check


async def test_the_search_behind_the_checks_takes_no_keys(tmp_path: Path) -> None:
    async with _at_gateway(SubUsersScreen, tmp_path) as screen:
        screen.mark("Berlin runner")
        screen.press("Check")
        checks = _checks(screen)
        assert checks.table.hasFocus()
        screen.page.focus_search()
        assert checks.table.hasFocus()
        QTest.keyClick(checks.table, Qt.Key.Key_Escape)
        assert screen.page.checks.page is None
        screen.page.focus_search()
        assert screen.page.toolbar.search.hasFocus()


async def test_results_are_exported_without_passwords(tmp_path: Path) -> None:
    async with _at_gateway(SubUsersScreen, tmp_path) as screen:
        screen.mark("Spare", "Berlin runner")
        passwords = [screen.at(label).password for label in screen.marked()]
        screen.press("Check", screen.bar)
        await _end(screen, 2)
        checks = _checks(screen)
        for name in ("checks.csv", "checks.json"):
            screen.press("Export", checks)
            await screen.save_as(tmp_path / name)
            await checks.tasks.join("export")
        table = list(csv.DictReader(io.StringIO((tmp_path / "checks.csv").read_text(), newline="")))
        records = json.loads((tmp_path / "checks.json").read_text())
        outcomes = {"Berlin runner": "works", "Spare": "refused"}
        assert {row["name"]: row["outcome"] for row in table} == outcomes
        assert {row["name"]: row["outcome"] for row in records} == outcomes
        assert stat.S_IMODE((tmp_path / "checks.csv").stat().st_mode) == 0o600
        written = (tmp_path / "checks.csv").read_text() + (tmp_path / "checks.json").read_text()
        assert not [password for password in passwords if password in written + screen.words(checks)]
        assert screen.notes[-1] == "Saved, readable by you alone"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
async def test_in_a_small_window_every_control_and_some_rows_are_in_sight(
    tmp_path: Path, qapp: QApplication, scale: float
) -> None:
    async with _at_gateway(SubscriptionsScreen, tmp_path) as screen:
        checks = await _check_sessions(screen, 12)
        await _end(screen, 2)
        screen.page.setMinimumSize(1, 1)
        screen.window.resize(*SMALL)
        apply_theme(qapp, "light", text_scale=scale)
        try:
            await screen.quiet()
            for control in (checks.back, checks.export, checks.card.action):
                rect = control.rect().translated(control.mapTo(screen.window, control.rect().topLeft()))
                assert screen.window.rect().contains(rect)
            assert screen.window.size().toTuple() == SMALL
            assert checks.table.viewport().height() >= 2 * checks.table.row_height()
        finally:
            apply_theme(qapp, "light")

"""Without a connection: what is known can be copied, nothing can be changed, and it is said why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import BadCertificateError, ConnectionFailedError
from support.accessible import description_of
from support.subscriptions_screen import SubscriptionsScreen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


pytestmark = pytest.mark.page(screen=SubscriptionsScreen)

EVERYTHING = {"route": "* /v1/*", "every": True, "kind": "reset_before"}


def _changing(screen: SubscriptionsScreen) -> list[QWidget]:
    header, credentials = screen.detail.header, screen.detail.credentials
    return [header.rename, header.switch, credentials.reset, credentials.check]


async def test_changes_are_locked_with_their_reason(screen: SubscriptionsScreen) -> None:
    own = [(control.toolTip(), description_of(control)) for control in _changing(screen)]
    await screen.service.faults(EVERYTHING)
    await screen.load()
    for control in _changing(screen):
        assert not control.isEnabled()
        assert "You are offline" in description_of(control)
        assert "You are offline" in control.toolTip().replace("\n", " ")
    screen.press("Copy username")
    assert screen.clipboard() == "acme_r7f2"
    screen.press("Copy", screen.detail.sticky)
    await screen.quiet()
    assert "acme_r7f2" in screen.clipboard()
    await screen.service.faults()
    screen.press("Try now")
    await screen.quiet()
    assert all(control.isEnabled() for control in _changing(screen))
    assert [(control.toolTip(), description_of(control)) for control in _changing(screen)] == own


async def test_who_tries_now_and_gets_another_failure_is_not_called_offline(
    screen: SubscriptionsScreen,
) -> None:
    await screen.service.faults(EVERYTHING)
    await screen.load()
    assert "trying again in" in screen.banner()
    await screen.service.faults({**EVERYTHING, "kind": "status", "status": 404})
    screen.press("Try now")
    await screen.quiet()
    assert screen.banner()
    assert "trying again in" not in screen.banner()
    assert all(control.isEnabled() for control in _changing(screen))


async def test_a_service_with_a_problem_is_not_called_offline(screen: SubscriptionsScreen) -> None:
    said: list[str] = []
    screen.page.connection_changed.connect(lambda _tone, text: said.append(text))
    await screen.service.faults({**EVERYTHING, "kind": "status", "status": 503})
    await screen.load()
    for control in _changing(screen):
        assert "The service has a problem: changes are possible again" in description_of(control)
    assert said[-1].startswith("Last attempt failed")
    await screen.service.faults(EVERYTHING)
    screen.press("Try now")
    await screen.quiet()
    assert "You are offline" in description_of(screen.detail.credentials.reset)
    assert said[-1].startswith("Offline")


async def test_a_change_that_finds_no_connection_locks_the_rest(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(EVERYTHING)
    screen.detail.header.switch.click()
    await screen.quiet()
    assert screen.detail.header.switch.isChecked(), "as the service knows it"
    assert not any(control.isEnabled() for control in _changing(screen))


async def test_a_call_elsewhere_that_finds_no_connection_locks_the_page(screen: SubscriptionsScreen) -> None:
    await screen.service.faults(EVERYTHING)
    with pytest.raises(ConnectionFailedError):
        await screen.service.client.topups.probe()
    screen.page._on_second_passed(1)
    assert not any(control.isEnabled() for control in _changing(screen))
    await screen.quiet()
    assert "No connection to the service. Showing what was known at" in screen.banner()
    await screen.service.faults()
    screen.press("Try now")
    await screen.quiet()
    screen.page._on_second_passed(2)
    assert all(control.isEnabled() for control in _changing(screen))
    assert screen.banner() == ""


async def test_a_certificate_that_is_invalid_for_a_while_is_tried_again(screen: SubscriptionsScreen) -> None:
    screen.service.client.connection_status.record_failure(BadCertificateError())
    screen.page._on_second_passed(1)
    await screen.quiet()
    assert screen.banner().startswith("The service could not prove its identity, so nothing was sent to it. ")
    assert "trying again in" in screen.banner()
    assert not any(control.isEnabled() for control in _changing(screen))
    screen.press("Try now")
    await screen.quiet()
    assert all(control.isEnabled() for control in _changing(screen))
    assert screen.banner() == ""

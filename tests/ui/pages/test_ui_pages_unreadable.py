"""Records that can't be read: counted in a line that stays, and never taken for an empty list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from support.locations_screen import LocationsScreen
from support.sub_users_screen import SubUsersScreen
from support.subscriptions_screen import SubscriptionsScreen
from support.topups_screen import TopUpsScreen

if TYPE_CHECKING:
    from support.linked_service import LinkedService

TOPUPS = "GET /v1/topups"
SUBSCRIPTIONS = "GET /v1/residential/subscriptions"
SUB_USERS = "GET /v1/residential/subscriptions/{id}/sub-users"
COUNTRIES = "GET /v1/catalog/countries"
EMPTY_WORDS = (
    "None here",
    "No top-ups yet",
    "No subscriptions yet",
    "No sub-users yet",
    "This country is not in the list",
)
NONE_READ = "None could be read"


async def mutate(service: LinkedService, route: str, path: str, value: object, **more: Any) -> None:
    await service.faults(
        {"route": route, "kind": "mutate", "path": path, "value": value, "every": True} | more
    )


def says_empty(words: str) -> bool:
    return any(empty in words for empty in EMPTY_WORDS)


@pytest.mark.page(screen=TopUpsScreen, scale="demo")
async def test_unread_topups_are_counted_until_they_can_be_read(screen: TopUpsScreen) -> None:
    await screen.new_topup("BTC on Bitcoin")
    await mutate(screen.service, TOPUPS, "data.0.createdAt", "0001-01-01T00:00:00Z")
    await screen.load()
    text = "1 top-up could not be read and is not shown."
    assert screen.unreadable() == text
    await screen.step(95)
    assert screen.unreadable() == text, "wiped by a poll"
    screen.press("Details", screen.page.unreadable)
    assert "createdAt" in screen.words(screen.page.unreadable)
    await screen.service.faults()
    await screen.load()
    assert screen.unreadable() == ""


@pytest.mark.page(screen=TopUpsScreen, scale="demo", load=False)
async def test_a_list_of_unread_topups_is_not_called_empty(screen: TopUpsScreen) -> None:
    await mutate(screen.service, TOPUPS, "data", [{"id": "tu_1"}] * 3)
    for chip in ("All 148", "Open", "Credited"):
        screen.press(chip.split()[0], screen.pane.chips)
        await screen.load()
        assert NONE_READ in screen.words(screen.pane), chip
        assert not says_empty(screen.words()), chip
        assert screen.unreadable()
    screen.press("Details", screen.page.unreadable)
    why = screen.words(screen.page.unreadable)
    assert " · " in why
    assert "␊" not in why


@pytest.mark.page(screen=TopUpsScreen, scale="demo")
async def test_the_pages_behind_an_unread_one_are_reached(screen: TopUpsScreen) -> None:
    await screen.service.faults(
        {"route": TOPUPS, "kind": "mutate", "path": "data", "value": [{}] * 50, "nth": 1}
    )
    screen.press("Credited", screen.pane.chips)
    await screen.quiet()
    assert screen.rows()
    assert screen.unreadable() == "50 top-ups could not be read and are not shown."


@pytest.mark.page(screen=SubscriptionsScreen)
async def test_unread_subscriptions(screen: SubscriptionsScreen) -> None:
    await mutate(screen.service, SUBSCRIPTIONS, "data.0.endpoint", None)
    await screen.load()
    assert len(screen.rows()) == 3
    assert screen.unreadable() == "1 subscription could not be read and is not shown."
    await mutate(screen.service, SUBSCRIPTIONS, "data", [{}, {}])
    await screen.load()
    assert screen.unreadable() == "2 subscriptions could not be read and are not shown."
    assert NONE_READ in screen.words()
    assert not says_empty(screen.words())
    await screen.service.faults()
    await screen.load()
    assert screen.unreadable() == ""
    assert len(screen.rows()) == 4


@pytest.mark.page(screen=SubUsersScreen)
async def test_unread_sub_users(screen: SubUsersScreen) -> None:
    await mutate(screen.service, SUB_USERS, "data.1.trafficLimitBytes", "5 GB")
    await screen.load()
    assert len(screen.labels()) == 8
    assert screen.unreadable() == "1 sub-user could not be read and is not shown."
    await mutate(screen.service, SUB_USERS, "data", [{}])
    await screen.load()
    assert NONE_READ in screen.words()
    assert not says_empty(screen.words())
    await mutate(screen.service, SUBSCRIPTIONS, "data", [{}])
    await screen.load()
    assert NONE_READ in screen.words()
    assert not says_empty(screen.words())


@pytest.mark.page(screen=LocationsScreen)
async def test_unread_countries(screen: LocationsScreen) -> None:
    await mutate(screen.service, COUNTRIES, "data.0", 5)
    await screen.load()
    assert screen.unreadable() == "1 country could not be read and is not shown."
    await mutate(screen.service, COUNTRIES, "data", [5])
    await screen.load()
    assert NONE_READ in screen.words(screen.pane)
    assert not says_empty(screen.words(screen.pane))
    await screen.service.faults()
    await screen.load()
    assert screen.unreadable() == ""


@pytest.mark.page(screen=LocationsScreen)
async def test_unread_cities(screen: LocationsScreen) -> None:
    await mutate(screen.service, f"{COUNTRIES}/{{code}}/cities", "data.0", 5)
    await screen.click_country("DE")
    assert "1 row could not be read" in screen.words(screen.detail.pane("cities"))
    await mutate(screen.service, f"{COUNTRIES}/{{code}}/cities", "data", [5, 6])
    await screen.load()
    assert NONE_READ in screen.words(screen.detail.pane("cities"))
    assert "2 rows could not be read" in screen.words(screen.detail.pane("cities"))
    assert not says_empty(screen.words(screen.detail.pane("cities")))

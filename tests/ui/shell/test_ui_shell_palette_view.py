"""Rows of the palette in words."""

import pytest

from app.models.locations import Country
from app.models.sub_users import SubUser
from app.models.subscriptions import Subscription
from app.models.topups import TopUp
from app.rules.locations.search import Hit
from app.rules.palette import (
    ActionOffer,
    PaletteItem,
    action_item,
    country_item,
    location_item,
    sub_user_item,
    subscription_item,
    topup_item,
)
from support.location_lists import cities, isps
from support.service_records import sub_user_record, subscription_record, topup_record
from support.virtual_clock import START
from ui.shell.palette_view import copy_text, coverage_text, present_entry

OWNER = Subscription.model_validate(subscription_record(label="Price watch EU"))
UNNAMED = Subscription.model_validate(subscription_record(label=None))
RUNNER = SubUser.model_validate(sub_user_record(label="Berlin runner"))
CITY = location_item(Hit(cities(("Berlin", "de-berlin")), 0))
TOWN = location_item(Hit(cities(("Brandenburg", "de-brb", "Brandenburg")), 0))
ISP = location_item(Hit(isps(("Berliner Netz", 20676)), 0))
COUNTRY = country_item(Country(code="DE", name="Germany"), ())
TOPUP = topup_item(TopUp.model_validate(topup_record()))


@pytest.mark.parametrize(
    ("item", "icon", "title", "detail", "verbs"),
    [
        (
            subscription_item(OWNER),
            "gauge",
            "Price watch EU",
            "subscription · Residential · Active · u-main",
            ("Copy credentials", "Open", "Top up for this plan"),
        ),
        (
            sub_user_item(OWNER, RUNNER),
            "user",
            "Berlin runner",
            "sub-user of Price watch EU · u-anna",
            ("Copy credentials", "Show usage", "Open"),
        ),
        (
            TOPUP,
            "wallet",
            "$50.00 · BTC",
            "top-up on Bitcoin · Awaiting payment · 18 Nov",
            ("Open", "Copy ID"),
        ),
        (
            topup_item(TopUp.model_validate(topup_record(status="credited", creditedUsd="48.10"))),
            "wallet",
            "$48.10 · BTC",
            "top-up on Bitcoin · Credited · 18 Nov",
            ("Open", "Copy ID"),
        ),
        (
            sub_user_item(UNNAMED, RUNNER),
            "user",
            "Berlin runner",
            "sub-user of u-main · u-anna",
            ("Copy credentials", "Show usage", "Open"),
        ),
        (TOWN, "map-pin", "Brandenburg", "city in Brandenburg, Germany · de-brb", ("Copy ID", "Open")),
        (COUNTRY, "globe", "Germany", "country · DE", ("Open", "Copy code")),
        (CITY, "map-pin", "Berlin", "city in Germany · de-berlin", ("Copy ID", "Open")),
        (ISP, "wifi", "Berliner Netz", "AS 20676 · Germany", ("Copy ASN", "Open")),
        (
            action_item(ActionOffer("new-topup", "New top-up", "Ctrl+N", "plus")),
            "plus",
            "New top-up",
            "Ctrl+N",
            ("Run",),
        ),
    ],
)
def test_each_kind_says_what_it_is_and_what_can_be_done(
    item: PaletteItem, icon: str, title: str, detail: str, verbs: tuple[str, ...]
) -> None:
    entry = present_entry(item, "", {"DE": "Germany"}, START)
    assert (entry.icon, entry.title, entry.detail) == (icon, title, detail)
    assert entry.actions == verbs


def test_a_top_up_that_the_service_does_not_confirm_says_so() -> None:
    details = [present_entry(TOPUP, "", {}, START, unconfirmed=ids).detail for ids in ({"tu_1"}, {"tu_2"})]
    assert details == [
        "top-up on Bitcoin · Not confirmed · 18 Nov",
        "top-up on Bitcoin · Awaiting payment · 18 Nov",
    ]


def test_the_match_is_marked_in_the_title() -> None:
    assert present_entry(CITY, "berl", {}, START).ranges == ((0, 4),)
    assert present_entry(CITY, "berl", {}, START).detail == "city in DE · de-berlin"


def test_a_country_shows_its_flag() -> None:
    assert present_entry(COUNTRY, "", {}, START).flag == "DE"
    assert present_entry(CITY, "", {}, START).flag == ""


def test_what_is_copied() -> None:
    assert [copy_text(item) for item in (CITY, ISP, COUNTRY, TOPUP)] == [
        "de-berlin",
        "AS20676",
        "DE",
        "tu_1",
    ]
    assert copy_text(subscription_item(OWNER)) == ""


def test_no_row_holds_a_password() -> None:
    owner = Subscription.model_validate(subscription_record(password="geheim-7"))
    runner = SubUser.model_validate(sub_user_record(password="geheim-8"))
    for item in (subscription_item(owner), sub_user_item(owner, runner)):
        assert "geheim" not in repr(present_entry(item, "", {}, START))


@pytest.mark.parametrize(
    ("found", "coverage", "note"),
    [
        (0, (249, 249), "Nothing found."),
        (0, (0, 249), "Nothing found. Cities and ISPs of 0 of 249 countries are loaded."),
        (4, (3, 249), "Cities and ISPs of 3 of 249 countries are loaded."),
        (5, (3, 249), ""),
        (4, (0, 0), ""),
    ],
)
def test_few_results_are_explained(found: int, coverage: tuple[int, int], note: str) -> None:
    assert coverage_text(found, coverage) == note

"""Makes palette items from subscriptions, sub-users, top-ups and locations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.models.palette import PaletteItem, SubUserOf
from app.models.untrusted_text import sanitize_text
from app.rules.locations.countries import as_told
from app.rules.locations.search import Hit
from app.rules.search.words import search_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from app.models.locations import Country
    from app.models.palette import ActionOffer
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.models.topups import TopUp
    from app.rules.locations.countries import CountryReading
    from app.rules.locations.lists import LocationList

_LIST_KINDS = {"city": "cities", "isp": "asns"}


def subscription_item(subscription: Subscription) -> PaletteItem:
    """Returns the item of a subscription; without a label it is called by its username."""
    more = f"{subscription.id} {subscription.username} {subscription.plan_id} {subscription.product_id}"
    return PaletteItem(
        "subscription",
        f"subscription/{subscription.id}",
        search_words(subscription.label or subscription.username),
        search_words(more),
        _codes(subscription.id, subscription.username),
        subscription,
    )


def sub_user_item(subscription: Subscription, sub_user: SubUser) -> PaletteItem:
    """Returns the item of a sub-user; it is also found by the name of its subscription."""
    return PaletteItem(
        "sub_user",
        f"sub_user/{subscription.id}/{sub_user.id}",
        search_words(sub_user.label or sub_user.username),
        search_words(f"{sub_user.id} {sub_user.username} {subscription.label}"),
        _codes(sub_user.id, sub_user.username),
        SubUserOf(subscription, sub_user),
    )


def topup_item(topup: TopUp) -> PaletteItem:
    """Returns the item of a top-up; its IDs are search words too."""
    purchase = topup.purchase
    plan = f"{purchase.plan_id} {purchase.plan_name or ''}" if purchase else ""
    more = (
        f"{topup.id} {topup.txid or ''} {topup.network} {topup.status} {topup.amount_crypto}"
        f" {topup.address} {plan}"
    )
    return PaletteItem(
        "topup",
        f"topup/{topup.id}",
        search_words(f"{topup.amount_usd} {topup.coin}"),
        search_words(more),
        _codes(topup.id, topup.txid or "", topup.address),
        topup,
    )


def country_item(country: Country, favorites: Collection[str], read: CountryReading = as_told) -> PaletteItem:
    """Returns the item of a country, named as shown; the service's name is a search word too."""
    texts = read(country)
    return PaletteItem(
        "country",
        f"country/{country.code}",
        search_words(texts.name),
        search_words(f"{country.code} {country.name} {country.region} {texts.region}"),
        _codes(country.code),
        country,
        favorite=country.code in favorites,
    )


def action_item(action: ActionOffer) -> PaletteItem:
    """Returns the item of an action."""
    return PaletteItem(
        "action",
        f"action/{action.key}",
        search_words(action.title),
        search_words(action.detail),
        value=action,
    )


def location_item(hit: Hit) -> PaletteItem:
    """Returns the item of a city or an ISP."""
    locations, row = hit.locations, hit.row
    kind, code = "city" if locations.kind == "cities" else "isp", locations.code(row)
    return PaletteItem(
        "city" if kind == "city" else "isp",
        f"{kind}/{locations.country}/{code}",
        locations.columns.words.cell(row).decode(),
        search_words(f"{code} {locations.state(row)}" if kind == "city" else f"as{code} as {code}"),
        _codes(code) if kind == "city" else frozenset((code, f"as{code}", f"as {code}")),
        hit,
    )


def location_of_key(key: str, lists: Sequence[LocationList]) -> PaletteItem | None:
    """Returns the item of a city or an ISP by its key, if it is among some lists."""
    kind, _first, rest = key.partition("/")
    country, _second, code = rest.partition("/")
    if kind not in _LIST_KINDS or not code:
        return None
    for locations in lists:
        if locations.kind == _LIST_KINDS[kind] and locations.country == country:
            position = locations.columns.codes.text.find(f"\n{sanitize_text(code)}\n".encode())
            if position >= 0:
                return location_item(Hit(locations, locations.columns.codes.row_at(position + 1)))
    return None


def _codes(*codes: str) -> frozenset[str]:
    return frozenset(filter(None, map(search_words, codes)))

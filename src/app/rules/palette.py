"""The command palette: its items, and their order for a query."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import nsmallest
from typing import TYPE_CHECKING, Final, Literal, get_args

from app.models.topups import amount_of
from app.models.value import sanitize_text
from app.rules.locations.countries import untranslated
from app.rules.locations.search import Hit, Search
from app.rules.words import INSIDE, name_words, search_words, word_rank

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from app.models.locations import Country
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.models.topups import TopUp
    from app.rules.locations.countries import CountryReading
    from app.rules.locations.lists import LocationList

Kind = Literal["subscription", "sub_user", "action", "country", "topup", "city", "isp"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""In the order of equally good matches."""

Verb = Literal["copy_credentials", "open", "top_up", "show_usage", "copy_id", "copy_code", "copy_asn", "run"]
VERBS: Final[Mapping[Kind, tuple[Verb, ...]]] = {
    "subscription": ("copy_credentials", "open", "top_up"),
    "sub_user": ("copy_credentials", "show_usage", "open"),
    "action": ("run",),
    "country": ("open", "copy_code"),
    "topup": ("open", "copy_id"),
    "city": ("copy_id", "open"),
    "isp": ("copy_asn", "open"),
}
"""What can be done with each kind, the main thing first."""


@dataclass(frozen=True, slots=True)
class ActionOffer:
    """Something the window can do; `detail` is its shortcut, or where it is."""

    key: str
    title: str
    detail: str = ""
    icon: str = "chevron-right"


@dataclass(frozen=True, slots=True)
class SubUserOf:
    subscription: Subscription
    sub_user: SubUser


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """One thing to find.

    Attributes:
        key: Identifies the item, and contains no secret: it is saved when the item is used.
        more: Additional search words: IDs and names that users paste.
        codes: The search words of its codes, ids and usernames: one that is typed in full is meant.
        value: The thing itself: a `Subscription`, `SubUserOf`, `TopUp`, `Country`, `Hit` or `ActionOffer`.
    """

    kind: Kind
    key: str
    words: str = field(repr=False)
    more: str = field(default="", repr=False)
    codes: frozenset[str] = field(default=frozenset(), repr=False)
    value: object = field(default=None, repr=False, compare=False)
    favorite: bool = False


_LIST_KINDS = {"city": "cities", "isp": "asns"}
LIMIT: Final = 100
"""The maximum number of items shown."""
_STEP: Final = 2_000
_EXACT: Final = -1
_MORE: Final = INSIDE + 1
_SCATTERED: Final = INSIDE + 2
_NEVER: Final = 1_000_000


def subscription_item(subscription: Subscription) -> PaletteItem:
    """Returns the item of a subscription; without a label it is called by its username."""
    more = f"{subscription.id} {subscription.username} {subscription.plan_id} {subscription.product_id}"
    return PaletteItem(
        "subscription",
        f"subscription/{subscription.id}",
        name_words(subscription.label or subscription.username),
        name_words(more),
        _codes(subscription.id, subscription.username),
        subscription,
    )


def sub_user_item(subscription: Subscription, sub_user: SubUser) -> PaletteItem:
    """Returns the item of a sub-user; it is also found by the name of its subscription."""
    return PaletteItem(
        "sub_user",
        f"sub_user/{subscription.id}/{sub_user.id}",
        name_words(sub_user.label or sub_user.username),
        name_words(f"{sub_user.id} {sub_user.username} {subscription.label}"),
        _codes(sub_user.id, sub_user.username),
        SubUserOf(subscription, sub_user),
    )


def topup_item(topup: TopUp) -> PaletteItem:
    purchase = topup.purchase
    plan = f"{purchase.plan_id} {purchase.plan_name or ''}" if purchase else ""
    more = (
        f"{topup.id} {topup.txid or ''} {topup.network} {topup.status} {topup.amount_crypto}"
        f" {topup.address} {plan} {topup.amount_usd}"
    )
    return PaletteItem(
        "topup",
        f"topup/{topup.id}",
        name_words(f"{amount_of(topup)} {topup.coin}"),
        name_words(more),
        _codes(topup.id, topup.txid or "", topup.address),
        topup,
    )


def country_item(
    country: Country, favorites: Collection[str], read: CountryReading = untranslated
) -> PaletteItem:
    """Returns the item of a country, named as shown; the service's name is a search word too."""
    texts = read(country)
    return PaletteItem(
        "country",
        f"country/{country.code}",
        name_words(texts.name),
        name_words(f"{country.code} {country.name} {country.region} {texts.region}"),
        _codes(country.code),
        country,
        favorite=country.code in favorites,
    )


def action_item(action: ActionOffer) -> PaletteItem:
    return PaletteItem(
        "action",
        f"action/{action.key}",
        name_words(action.title),
        name_words(action.detail),
        value=action,
    )


def location_item(hit: Hit) -> PaletteItem:
    locations, row = hit.locations, hit.row
    kind, code = "city" if locations.kind == "cities" else "isp", locations.code(row)
    return PaletteItem(
        "city" if kind == "city" else "isp",
        f"{kind}/{locations.country}/{code}",
        locations.columns.words.cell(row).decode(),
        name_words(f"{code} {locations.state(row)}" if kind == "city" else f"as{code} as {code}"),
        _codes(code) if kind == "city" else frozenset((code, f"as{code}", f"as {code}")),
        hit,
    )


def location_of_key(key: str, lists: Sequence[LocationList]) -> PaletteItem | None:
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


@dataclass(frozen=True, slots=True)
class PaletteScope:
    """What is searched; `items` has only recent cities and ISPs, `recents` are keys, newest first."""

    items: Sequence[PaletteItem]
    lists: Sequence[LocationList]
    recents: Sequence[str] = ()


class PaletteSearch:
    """A search in everything, continued in slices; discard it for the next text.

    Attributes:
        items: The best that were found so far, in their order.
    """

    def __init__(self, scope: PaletteScope, text: str) -> None:
        self.text = text
        self.items: tuple[PaletteItem, ...] = ()
        self._wanted = search_words(text)
        self._recency = {key: age for age, key in reversed(tuple(enumerate(scope.recents)))}
        self._searched = scope.items if self._wanted else tuple(filter(self._is_offered, scope.items))
        self._ranked = 0
        self._locations = Search(scope.lists, text)
        self._seen = 0
        self._found: dict[str, tuple[int, PaletteItem]] = {}

    @property
    def done(self) -> bool:
        if self._ranked < len(self._searched):
            return False
        return not self._wanted or self._locations.done or self._seen >= LIMIT

    def first_page(self) -> None:
        """Searches the first 2,000 items, and the locations for 1.5 ms at most."""
        self._search_items()
        if self._wanted:
            self._locations.first_page()
            self._add_hits()

    def step(self) -> bool:
        """Continues in 2,000 items, or in the locations for 2 ms; returns whether there is more to do."""
        if self._ranked < len(self._searched):
            self._search_items()
        elif not self.done:
            self._locations.step()
            self._add_hits()
        return not self.done

    def _is_offered(self, item: PaletteItem) -> bool:
        """Returns whether an item is shown without a text."""
        return item.favorite or item.kind in {"action", "subscription"} or item.key in self._recency

    def _search_items(self) -> None:
        fresh = self._searched[self._ranked : self._ranked + _STEP]
        self._add(fresh)
        self._ranked += len(fresh)

    def _add_hits(self) -> None:
        """Adds new hits up to the limit; the better ones come first."""
        fresh = range(self._seen, min(len(self._locations), LIMIT))
        self._add([location_item(self._locations[number]) for number in fresh])
        self._seen += len(fresh)

    def _add(self, items: Sequence[PaletteItem]) -> None:
        """Ranks items, and keeps the best."""
        ranked = ((rank_of(item, self._wanted), item) for item in items if item.key not in self._found)
        fresh = {item.key: (rank, item) for rank, item in ranked if rank is not None}
        if fresh:
            found = nsmallest(LIMIT, (*self._found.values(), *fresh.values()), key=self._order)
            self._found = {item.key: (rank, item) for rank, item in found}
            self.items = tuple(item for _rank, item in found)

    def _order(self, one: tuple[int, PaletteItem]) -> tuple[int, int, bool, int, int]:
        rank, item = one
        # The start of any word is as good as another for what was used lately; a whole code comes before all.
        bucket = _EXACT if rank == _EXACT else max(0, rank - 1)
        age = self._recency.get(item.key, _NEVER)
        return bucket, age, not item.favorite, rank, KINDS.index(item.kind)


def rank_of(item: PaletteItem, wanted: str) -> int | None:
    """Returns how well an item matches search words: -1 for a whole code, else from 0; None if not at all."""
    if wanted and wanted in item.codes:
        return _EXACT
    rank = word_rank(item.words, wanted)
    if rank is not None:
        return rank
    if wanted in item.more:
        return _MORE
    words = wanted.split()
    if len(words) > 1 and all(word in item.words or word in item.more for word in words):
        return _SCATTERED
    return None


def recents_of(used: Sequence[str], countries: Sequence[str]) -> tuple[str, ...]:
    """Joins what was used in the palette with the countries opened last."""
    return tuple(dict.fromkeys((*used, *(f"country/{code}" for code in countries))))

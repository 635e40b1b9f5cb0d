"""The command palette's search over one account or one service."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from app.errors import AppError, NotFoundError, TimedOutError
from app.models.subscriptions import Subscription
from app.rules.locations.countries import untranslated
from app.rules.palette import (
    PaletteScope,
    PaletteSearch,
    SubUserOf,
    action_item,
    country_item,
    location_of_key,
    recents_of,
    sub_user_item,
    subscription_item,
    topup_item,
)
from app.rules.proxy_formats.logins import credentials_of
from app.services.sub_users.sub_users import find_sub_user

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence

    from app.clock import Clock
    from app.models.locations import Country
    from app.models.sub_users import SubUser
    from app.rules.locations.countries import CountryReading
    from app.rules.locations.lists import LocationList
    from app.rules.palette import ActionOffer, PaletteItem
    from app.rules.proxy_formats.logins import Credentials
    from app.services.accounts.session import AccountSession
    from app.services.locations.locations import Locations
    from app.services.palette_recents import PaletteRecents

_FRESH_SECONDS: Final = 300.0
_LISTS_SECONDS: Final = 30.0
_AT_ONCE: Final = 2
_CREDENTIALS_SECONDS: Final = 2.0
_MIN_ID_LENGTH: Final = 8
_STEP: Final = 100


class Palette:
    """What can be found in one account; without an account, the locations of a service.

    Attributes:
        account_id: Empty for the locations of a service.
        load_error: Why something could not be loaded the last time; None if everything was.
    """

    def __init__(
        self,
        *,
        account: AccountSession | None,
        locations: Locations,
        recents: PaletteRecents,
        clock: Clock,
        read: CountryReading = untranslated,
    ) -> None:
        self.load_error: AppError | None = None
        self.country_names: Mapping[str, str] = {}
        self._account = account
        self.account_id = account.account.id if account else ""
        self._locations = locations
        self._recents = recents
        self._clock = clock
        self._read = read
        # Of a subscription's sub-users also when they were loaded, by the monotonic clock.
        self._sub_users: dict[str, tuple[tuple[SubUser, ...], float]] = {}
        self._has_changed = False
        self._countries: tuple[Country, ...] = ()
        self._topups_at = float("-inf")
        self._are_lists_read = False
        self._made: dict[tuple[int, ...], PaletteItem] = {}
        self._items: tuple[PaletteItem, ...] = ()
        # Of two at a time, the one that ends last could be the one that began with less.
        self._gather_lock = asyncio.Lock()
        self._looked_up: tuple[Sequence[str], Sequence[LocationList], tuple[PaletteItem, ...]] = ((), (), ())
        if account is not None:
            account.sub_users.on_change.append(self._on_sub_users_changed)

    async def load(self) -> AsyncIterator[None]:
        """Loads what is not known or no longer fresh; yields whenever there is more to find.

        Sub-users are loaded for two subscriptions at a time, and cached for five minutes, or until they are
        changed here.
        """
        self.load_error = None
        await self._recents.load(self.account_id)
        async for _more in self._load_countries():
            await self._gather()
            yield
        if self._account is not None:
            await self._load_lists(self._account)
            await self._gather()
            yield
            async for _more in self._load_sub_users(self._account):
                await self._gather()
                yield
        if not self._are_lists_read:
            await self._locations.open_cached()
            self._are_lists_read = True
            yield

    def find(self, text: str, actions: Sequence[ActionOffer] = ()) -> PaletteSearch:
        """Returns a search for a text among all that is loaded; it is not started."""
        used, lists = self._recents.of(self.account_id), self._locations.lists()
        items = (*self._items, *self._recent_locations(used, lists), *map(action_item, actions))
        recents = recents_of(used, self._locations.choices.now.recents)
        return PaletteSearch(PaletteScope(items, lists, recents), text)

    async def find_topup(self, text: str) -> bool:
        """Asks the service for a top-up that is not loaded, by its exact ID; returns whether there is one.

        It is asked only for what may be an ID: one word of 8 characters or more, one of them a digit.
        """
        may_be_id = len(text) >= _MIN_ID_LENGTH and len(text.split()) == 1 and any(map(str.isdigit, text))
        if self._account is None or not may_be_id:
            return False
        try:
            await self._account.topups.get(text)
        except NotFoundError:
            return False
        except AppError as error:
            self.load_error = error
            return False
        await self._gather()
        return True

    def unconfirmed(self) -> frozenset[str]:
        return self._account.topup_store.unconfirmed() if self._account is not None else frozenset()

    def coverage(self) -> tuple[int, int]:
        """Returns of how many countries cities or ISPs are found, and how many countries there are.

        Both are 0 until the cache has been loaded.
        """
        if not self._are_lists_read:
            return 0, 0
        return len({cities.country for cities in self._locations.lists()}), len(self._countries)

    async def use(self, item: PaletteItem) -> None:
        await self._recents.add(self.account_id, item.key)

    async def credentials(self, item: PaletteItem) -> Credentials:
        """Returns the credentials of a subscription or a sub-user.

        They are requested again, since passwords change; after 2 seconds or without a
        connection those known last are returned, and `load_error` is why.

        Raises:
            NotFoundError: The service no longer has them.
            ValueError: The item has none.
        """
        match item.value:
            case Subscription() as subscription:
                return await self._fresh(subscription, None)
            case SubUserOf(subscription, sub_user):
                return await self._fresh(subscription, sub_user)
        raise ValueError(f"a {item.kind} has no credentials")

    def _recent_locations(
        self, used: Sequence[str], lists: Sequence[LocationList]
    ) -> tuple[PaletteItem, ...]:
        """Returns the cities and ISPs among the recents, looked up again only after a change."""
        if self._looked_up[0] is not used or self._looked_up[1] is not lists:
            found = (location_of_key(key, lists) for key in used)
            self._looked_up = used, lists, tuple(item for item in found if item is not None)
        return self._looked_up[2]

    async def _fresh(self, subscription: Subscription, sub_user: SubUser | None) -> Credentials:
        if self._account is None:
            return credentials_of(subscription, sub_user)
        self.load_error = None
        try:
            async with asyncio.timeout(_CREDENTIALS_SECONDS):
                subscription = await self._account.subscriptions.get(subscription.id)
                if sub_user is not None:
                    loaded = await self._account.sub_users.list(subscription.id)
                    sub_user = find_sub_user(loaded, sub_user.id)
        except NotFoundError:
            raise
        except AppError as error:
            self.load_error = error
        except TimeoutError:
            self.load_error = TimedOutError()
        return credentials_of(subscription, sub_user)

    async def _load_countries(self) -> AsyncIterator[None]:
        try:
            await self._locations.choices.load()
        except AppError as error:
            self.load_error = error
        try:
            async for known in self._locations.countries():
                self._countries = known.countries
                self.country_names = {one.code: self._read(one).name for one in known.countries}
                yield
        except AppError as error:
            self.load_error = error

    async def _load_lists(self, account: AccountSession) -> None:
        """Loads the subscriptions and the newest top-ups, at most twice a minute.

        The subscriptions also when sub-users were changed here: they have their counts.
        """
        has_changed, self._has_changed = self._has_changed, False
        max_age_s = 0.0 if has_changed else _LISTS_SECONDS
        try:
            await asyncio.gather(account.subscriptions.refresh(max_age_s), self._load_newest_topups(account))
        except AppError as error:
            self.load_error = error
            self._has_changed |= has_changed

    async def _load_newest_topups(self, account: AccountSession) -> None:
        now = self._clock.monotonic()
        if now - self._topups_at >= _LISTS_SECONDS:
            await account.topups.page(1)
            self._topups_at = now

    async def _load_sub_users(self, account: AccountSession) -> AsyncIterator[None]:
        now = self._clock.monotonic()
        stale = [
            subscription.id
            for subscription in account.subscription_store.list()
            if subscription.sub_user_count != 0 and now - self._loaded(subscription.id)[1] >= _FRESH_SECONDS
        ]
        for start in range(0, len(stale), _AT_ONCE):
            ids = stale[start : start + _AT_ONCE]
            try:
                lists = await asyncio.gather(*map(account.sub_users.list, ids))
            except AppError as error:
                # The next ones would fail too: they are loaded when the palette opens again.
                self.load_error = error
                return
            for subscription_id, loaded in zip(ids, lists, strict=True):
                self._sub_users[subscription_id] = loaded.items, self._clock.monotonic()
            yield

    def _on_sub_users_changed(self, subscription_id: str, _changed: SubUser | None) -> None:
        self._sub_users[subscription_id] = self._loaded(subscription_id)[0], float("-inf")
        self._has_changed = True

    def _loaded(self, subscription_id: str) -> tuple[tuple[SubUser, ...], float]:
        return self._sub_users.get(subscription_id, ((), float("-inf")))

    async def _gather(self) -> None:
        """Makes an item of each thing that is loaded, letting others run; what is the same keeps its item."""
        async with self._gather_lock:
            favorites = self._locations.choices.now.favorites
            made: dict[tuple[int, ...], PaletteItem] = {}
            # A key is of identities, which last: the item of a thing holds it.
            for number, (key, make) in enumerate(self._list_of_account(), start=1):
                made[key] = self._made.get(key) or make()
                if number % _STEP == 0:
                    await asyncio.sleep(0)
            self._made = made
            countries = (country_item(country, favorites, self._read) for country in self._countries)
            self._items = (*made.values(), *countries)

    def _list_of_account(self) -> Iterator[tuple[tuple[int, ...], Callable[[], PaletteItem]]]:
        """Yields a key of each subscription, sub-user and top-up, and what makes its item."""
        if self._account is None:
            return
        subscriptions = self._account.subscription_store.list()
        for subscription in subscriptions:
            yield (id(subscription),), partial(subscription_item, subscription)
        for subscription in subscriptions:
            if subscription.sub_user_count != 0:
                for sub_user in self._loaded(subscription.id)[0]:
                    yield (id(subscription), id(sub_user)), partial(sub_user_item, subscription, sub_user)
        for topup in self._account.topup_store.list():
            yield (id(topup),), partial(topup_item, topup)

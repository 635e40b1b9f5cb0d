"""Account sessions: an open account with its client and services."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from app.api.client import ServiceClient
from app.api.sandbox_controls import SandboxControls
from app.services.topups.coins import Coins
from app.services.topups.poller import TopUpPoller
from app.services.topups.saved_topups import SavedTopUps, TopUpChoices
from app.services.topups.store import TopUpStore
from app.services.topups.topups import TopUps

if TYPE_CHECKING:
    from app.api.connections import HttpClient
    from app.clock import Clock
    from app.services.accounts.keys import AccountKeys
    from app.services.accounts.known import Account
    from app.services.locations.catalogs import LocationCatalogs
    from app.services.locations.locations import Locations
    from app.services.sub_users.sub_users import SubUsers
    from app.services.subscriptions.store import SubscriptionStore
    from app.services.subscriptions.subscriptions import Subscriptions
    from app.storage.outbox import Outbox
    from app.storage.state import State


class AccountSession:
    """An open account: everything in it calls its own service and no other.

    What the top-ups do not need is imported and built when it is used first.
    The caller who opens it starts `poller.run()`, once. Only the demo account has a `wallet`.

    Attributes:
        service: Identifies its service in the state.
    """

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        account: Account,
        client: ServiceClient,
        *,
        outbox: Outbox,
        state: State,
        catalogs: LocationCatalogs,
        clock: Clock,
    ) -> None:
        self.account = account
        self.service = service = account.service_id
        self.client = client
        self.connection_status = client.connection_status
        self.clock = clock
        self.service_clock = client.service_clock
        self.state = state
        self.catalogs = catalogs
        catalogs.use(service, client)
        self.coins = Coins(client, state=state, service=service, clock=clock)
        self.choices = TopUpChoices(state=state, account=account.id, service=service)
        saved = SavedTopUps(state=state, account=account.id, service=service, clock=clock)
        self.topups = TopUps(
            api=client.topups,
            outbox=outbox,
            store=TopUpStore(saved, clock, client.service_clock),
            coins=self.coins,
            account=account.id,
            service=service,
            clock=clock,
        )
        self.poller = TopUpPoller(self.topups, clock=clock, service_clock=client.service_clock)
        self.wallet = SandboxControls(client) if account.is_demo else None

    @cached_property
    def subscriptions(self) -> Subscriptions:
        from app.api.gateway_checks import GatewayChecks  # noqa: PLC0415 (after the first top-ups)
        from app.services.subscriptions.store import SavedSubscriptions  # noqa: PLC0415 (likewise)
        from app.services.subscriptions.subscriptions import Subscriptions  # noqa: PLC0415 (likewise)

        return Subscriptions(
            self.client.subscriptions,
            GatewayChecks(self.client.base_url),
            SavedSubscriptions(state=self.state, account=self.account.id, service=self.service),
            self.clock,
            self.service_clock,
        )

    @cached_property
    def sub_users(self) -> SubUsers:
        from app.services.sub_users.sub_users import SubUsers  # noqa: PLC0415 (likewise)

        return SubUsers(self.client.sub_users, self.clock)

    @cached_property
    def locations(self) -> Locations:
        return self.catalogs.of(self.service)

    @property
    def topup_store(self) -> TopUpStore:
        return self.topups.store

    @property
    def subscription_store(self) -> SubscriptionStore:
        return self.subscriptions.store


class PublicService(NamedTuple):
    """The public catalogs of a service, without a key (spec 5.2)."""

    base_url: str
    coins: Coins
    locations: Locations


class AccountSessions:
    """Opens accounts; at most one client for each, whose key can be replaced while it is in use."""

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self,
        *,
        keys: AccountKeys,
        outbox: Outbox,
        state: State,
        catalogs: LocationCatalogs,
        clock: Clock,
        http: HttpClient,
    ) -> None:
        self._keys = keys
        self._outbox = outbox
        self._state = state
        self._catalogs = catalogs
        self._clock = clock
        self._http = http
        self._open: dict[str, AccountSession] = {}

    def get(self, account_id: str) -> AccountSession | None:
        return self._open.get(account_id)

    def accounts(self) -> tuple[Account, ...]:
        """Returns the accounts that are open, as they were when they were opened."""
        return tuple(session.account for session in self._open.values())

    def bind(self, account: Account, base_url: str) -> AccountSession:
        """Opens an account, with its key if that is in memory."""
        client = ServiceClient(base_url, self._keys.key(account.id), http=self._http, clock=self._clock)
        client.on_key_checked = lambda accepted: self._keys.record_check(account.id, accepted=accepted)
        session = AccountSession(
            account,
            client,
            outbox=self._outbox,
            state=self._state,
            catalogs=self._catalogs,
            clock=self._clock,
        )
        self._open[account.id] = session
        return session

    def browse(self, base_url_text: str, service: str = "") -> PublicService:
        """Returns the public catalogs of a service; by default, its address identifies it in the state.

        Raises:
            InvalidInputError: On `serviceAddress`.
        """
        client = ServiceClient(base_url_text, None, http=self._http, clock=self._clock)
        service = service or client.base_url
        self._catalogs.use(service, client)
        coins = Coins(client, state=self._state, service=service, clock=self._clock)
        return PublicService(client.base_url, coins, self._catalogs.of(service))

    def use_key(self, account_id: str, api_key: str) -> None:
        """Uses another key for an open account, and polls at once what was put off for a refused one."""
        if account_id in self._open:
            self._open[account_id].client.use_key(api_key)
            self._open[account_id].poller.end_pause()

    def drop(self, account_id: str) -> None:
        """Closes an account: its session has no key afterwards."""
        found = self._open.pop(account_id, None)
        if found is not None:
            found.client.use_key(None)

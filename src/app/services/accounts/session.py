"""Account sessions: an open account with its client and services."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.api.client import ServiceClient
from app.api.gateway_checks import GatewayChecks
from app.services.accounts.known import DEMO, Account
from app.services.demo import DemoWallet
from app.services.sub_users.sub_users import SubUsers
from app.services.subscriptions.subscriptions import Subscriptions
from app.services.topups.choices import TopUpChoices
from app.services.topups.coins import Coins
from app.services.topups.poller import TopUpPoller
from app.services.topups.saved_topups import SavedTopUps
from app.services.topups.store import TopUpStore
from app.services.topups.topups import TopUps

if TYPE_CHECKING:
    from app.api.connection_status import ConnectionStatus
    from app.api.connections import HttpClient
    from app.clock import Clock, ServiceClock
    from app.services.accounts.keys import AccountKeys
    from app.services.locations.locations import LocationCatalogs, Locations
    from app.services.subscriptions.store import SubscriptionStore
    from app.storage.outbox import Outbox
    from app.storage.state import State


@dataclass(frozen=True, slots=True)
class AccountSession:
    """An account in use: everything in it speaks to its own service and no other.

    The caller who opens it starts `poller.run()`, once.
    """

    account: Account
    topups: TopUps
    coins: Coins
    clock: Clock
    service_clock: ServiceClock
    wallet: DemoWallet | None
    poller: TopUpPoller
    choices: TopUpChoices
    subscriptions: Subscriptions
    sub_users: SubUsers
    locations: Locations
    state: State
    connection_status: ConnectionStatus

    @property
    def topup_store(self) -> TopUpStore:
        """What the service has reported of the account's top-ups."""
        return self.topups.store

    @property
    def subscription_store(self) -> SubscriptionStore:
        """The account's subscriptions in memory."""
        return self.subscriptions.store


@dataclass(frozen=True, slots=True)
class PublicService:
    """What a service shows to anybody, without a key (spec 5.2)."""

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
        """Takes the collaborators.

        Args:
            keys: The accounts' keys; responses of the services are reported to them.
            http: The one connection pool of this process.
        """
        self._keys = keys
        self._outbox = outbox
        self._state = state
        self._catalogs = catalogs
        self._clock = clock
        self._http = http
        self._open: dict[str, tuple[AccountSession, ServiceClient]] = {}

    def get(self, account_id: str) -> AccountSession | None:
        """Returns an account if it is open."""
        found = self._open.get(account_id)
        return None if found is None else found[0]

    def bind(self, account: Account, base_url: str) -> AccountSession:
        """Opens an account at its service, with its key if that is at hand."""
        client = ServiceClient(base_url, self._keys.key(account.id), http=self._http, clock=self._clock)
        client.on_key_verdict(lambda taken: self._keys.record_verdict(account.id, taken=taken))
        # The sandbox has another port at every start, and yet is the same service.
        service = DEMO if account.is_demo else base_url
        coins = Coins(client.catalog, state=self._state, service=service, clock=self._clock)
        saved = SavedTopUps(
            state=self._state,
            account=account.id,
            service=service,
            clock=self._clock,
        )
        topups = TopUps(
            api=client.topups,
            coins=coins,
            outbox=self._outbox,
            store=TopUpStore(saved, self._clock, client.service_clock),
            account=account.id,
            service=service,
            clock=self._clock,
        )
        wallet = DemoWallet(client.sandbox_controls()) if account.is_demo else None
        poller = TopUpPoller(topups, clock=self._clock, service_clock=client.service_clock)
        choices = TopUpChoices(state=self._state, account=account.id, service=service)
        subscriptions = Subscriptions(
            api=client.subscriptions,
            checks=GatewayChecks(base_url),
            clock=self._clock,
        )
        opened = AccountSession(
            account,
            topups,
            coins,
            self._clock,
            client.service_clock,
            wallet,
            poller,
            choices,
            subscriptions,
            SubUsers(api=client.sub_users, clock=self._clock),
            self._catalogs.of(service, client.catalog),
            self._state,
            client.connection_status,
        )
        self._open[account.id] = (opened, client)
        return opened

    def browse(self, base_url_text: str, service: str = "") -> PublicService:
        """Returns what a service shows without a key.

        Args:
            base_url_text: The service address.
            service: What stands for it where its port changes from start to start.

        Raises:
            InvalidInputError: On `serviceAddress`.
        """
        client = ServiceClient(base_url_text, None, http=self._http, clock=self._clock)
        service = service or client.base_url
        locations = self._catalogs.of(service, client.catalog)
        coins = Coins(client.catalog, state=self._state, service=service, clock=self._clock)
        return PublicService(client.base_url, coins, locations)

    def use_key(self, account_id: str, api_key: str) -> None:
        """Lets an account, if it is open, go on with another key."""
        if account_id in self._open:
            self._open[account_id][1].use_key(api_key)

    def drop(self, account_id: str) -> None:
        """Closes an account: its session has no key any more."""
        found = self._open.pop(account_id, None)
        if found is not None:
            found[1].use_key(None)

"""The accounts of this app: which there are, and opening one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.api.addresses import clean_api_key, clean_base_url
from app.api.client import ServiceClient
from app.services.coins import Coins
from app.services.demo_wallet import DemoWallet
from app.services.topups import TopUps
from app.texts import _

if TYPE_CHECKING:
    from app.api.connections import HttpClient
    from app.clock import Clock, ServiceClock
    from app.services.demo import DemoServer
    from app.storage.outbox import Outbox

DEMO = "demo"


@dataclass(frozen=True, slots=True)
class Account:
    """An account that can be opened.

    Attributes:
        id: Its id in this app; the outbox is bound to it.
        name: What people call it.
        place: Where its service is, in words: a host, or 'local sandbox'.
        is_demo: Whether it is the demo account, whose money is not real.
    """

    id: str
    name: str
    place: str
    is_demo: bool


@dataclass(frozen=True, slots=True)
class SessionKey:
    """An account that scripts and containers give by the environment; kept in memory only."""

    base_url: str
    api_key: str

    def __repr__(self) -> str:
        """Leaves the key out."""
        return f"SessionKey({self.base_url!r})"

    @property
    def account_id(self) -> str:
        """An id that is the same at every start and tells nothing of the key."""
        seed = f"tollhouse session account\0{self.base_url}\0{self.api_key}"
        return "session-" + hashlib.sha256(seed.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class OpenAccount:
    """An account in use: everything in it speaks to its own service and no other."""

    account: Account
    topups: TopUps
    coins: Coins
    clock: Clock
    service_clock: ServiceClock
    wallet: DemoWallet | None


class Accounts:
    """Lists and opens accounts; at most one client for each."""

    def __init__(
        self,
        *,
        demo: DemoServer,
        outbox: Outbox,
        clock: Clock,
        http: HttpClient,
        session: SessionKey | None,
    ) -> None:
        """Takes the collaborators.

        Args:
            demo: The demo account's own service, started when it is opened first.
            outbox: The intents of all accounts.
            clock: Tells the time and waits.
            http: The one connection pool of this process.
            session: The account given by the environment, if there is one.
        """
        self._demo = demo
        self._outbox = outbox
        self._clock = clock
        self._http = http
        self._session = session
        self._open: dict[str, OpenAccount] = {}

    def known(self) -> tuple[Account, ...]:
        """Returns the accounts, the demo account last."""
        demo = Account(DEMO, _("Demo account"), _("local sandbox"), is_demo=True)
        if self._session is None:
            return (demo,)
        host = self._session.base_url.partition("://")[2]
        return (Account(self._session.account_id, _("Session account"), host, is_demo=False), demo)

    async def open(self, account_id: str) -> OpenAccount:
        """Opens an account, or returns it if it is open already.

        Raises:
            KeyError: There is no such account.
            SandboxError: The demo's service could not be started.
        """
        if account_id not in self._open:
            account = {account.id: account for account in self.known()}[account_id]
            if account.is_demo:
                address = await self._demo.start()
                self._open[account_id] = self._connect(account, address.base_url, address.api_key)
            elif self._session is not None:
                self._open[account_id] = self._connect(account, self._session.base_url, self._session.api_key)
        return self._open[account_id]

    async def close(self) -> None:
        """Ends the demo's service and the connections."""
        self._open.clear()
        await self._demo.stop()
        await self._http.aclose()

    def _connect(self, account: Account, base_url: str, api_key: str) -> OpenAccount:
        client = ServiceClient(base_url, api_key, http=self._http, clock=self._clock)
        coins = Coins(client.catalog)
        topups = TopUps(
            api=client.topups,
            coins=coins,
            outbox=self._outbox,
            account=account.id,
            # The sandbox has another port at every start, and yet is the same service.
            service=DEMO if account.is_demo else base_url,
            clock=self._clock,
        )
        wallet = DemoWallet(client.sandbox_controls()) if account.is_demo else None
        return OpenAccount(account, topups, coins, self._clock, client.service_clock, wallet)


def session_key(base_url: str, api_key: str) -> SessionKey:
    """Returns the account of the environment, its address and key checked.

    Raises:
        InvalidInputError: One of them can't be right.
    """
    return SessionKey(clean_base_url(base_url), clean_api_key(api_key))

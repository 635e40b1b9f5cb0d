"""The client of one service address and one account: one object per path family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.api.catalog import CatalogApi
from app.api.connections import build_http
from app.api.sandbox_controls import SandboxControls
from app.api.sub_users import SubUsersApi
from app.api.subscriptions import SubscriptionsApi
from app.api.topups import TopUpsApi
from app.api.transport import Pace, Transport

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from app.clock import Clock


class ServiceClient:
    """The service as one account sees it; without a key, the public catalogs alone.

    Attributes:
        topups: The calls about top-ups.
        subscriptions: The calls about subscriptions and usage.
        sub_users: The calls about sub-users.
        catalog: The public calls.
        service_clock: The service's clock, set by its responses.
        connection_status: How the calls went lately.

    Raises:
        InvalidInputError: On `serviceAddress` or `apiKey`.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None,
        *,
        http: httpx.AsyncClient | None = None,
        clock: Clock,
        pace: Pace | None = None,
    ) -> None:
        self._http = http or build_http()
        self._owns_http = http is None
        self._transport = Transport(base_url, api_key, http=self._http, clock=clock, pace=pace)
        self.service_clock = self._transport.service_clock
        self.connection_status = self._transport.connection_status
        self.topups = TopUpsApi(self._transport)
        self.subscriptions = SubscriptionsApi(self._transport)
        self.sub_users = SubUsersApi(self._transport)
        self.catalog = CatalogApi(self._transport)

    @property
    def base_url(self) -> str:
        """The service address, clean (see `app.api.addresses.clean_base_url`)."""
        return self._transport.base_url

    def use_key(self, api_key: str | None) -> None:
        """Speaks with another key from the next call on; without one, public calls alone are made.

        Raises:
            InvalidInputError: On `apiKey`.
        """
        self._transport.use_key(api_key)

    def on_key_verdict(self, listener: Callable[[bool], None]) -> None:
        """Registers the one listener for responses about the key: accepted (True) or 401 (False)."""
        self._transport.on_key_verdict = listener

    async def probe(self) -> None:
        """Finds out whether address and key are good, by the cheapest private call."""
        await self.topups.probe()

    def sandbox_controls(self) -> SandboxControls:
        """Returns the demo's control calls.

        Raises:
            InvalidInputError: The service is not on this computer.
        """
        return SandboxControls(self._transport)

    async def aclose(self) -> None:
        """Closes the HTTP client if it is this one's own."""
        if self._owns_http:
            await self._http.aclose()

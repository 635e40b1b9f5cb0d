"""The client of one service address and one account: one object per path family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.api.catalog import CatalogApi
from app.api.sandbox_controls import SandboxControls
from app.api.sub_users import SubUsersApi
from app.api.subscriptions import SubscriptionsApi
from app.api.topups import TopUpsApi
from app.api.transport import Pace, Transport

if TYPE_CHECKING:
    import httpx

    from app.clock import Clock


class ServiceClient(Transport):
    """The service as one account sees it; without a key, the public catalogs alone.

    Attributes:
        topups: The calls about top-ups.
        subscriptions: The calls about subscriptions and usage.
        sub_users: The calls about sub-users.
        catalog: The public calls.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None,
        *,
        http: httpx.AsyncClient,
        clock: Clock,
        pace: Pace | None = None,
    ) -> None:
        super().__init__(base_url, api_key, http=http, clock=clock, pace=pace)
        self.topups = TopUpsApi(self)
        self.subscriptions = SubscriptionsApi(self)
        self.sub_users = SubUsersApi(self)
        self.catalog = CatalogApi(self)

    async def probe(self) -> None:
        """Finds out whether address and key are good, by the cheapest private call."""
        await self.topups.probe()

    def sandbox_controls(self) -> SandboxControls:
        """Returns the demo's control calls.

        Raises:
            InvalidInputError: The service is not on this computer.
        """
        return SandboxControls(self)

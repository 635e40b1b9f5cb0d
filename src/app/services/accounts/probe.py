"""Tests a service address and an API key before they are saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.api.client import ServiceClient
from app.errors import InvalidInputError, NotThisServiceError, ServiceError, UnexpectedAnswerError

if TYPE_CHECKING:
    from app.api.connections import HttpClient
    from app.clock import Clock
    from app.services.accounts.keys import AccountKeys
    from app.services.accounts.saved import SavedAccounts
    from app.services.demo.isolation import DemoIsolation

# The response of a web server that does not know this interface's routes or methods.
_STRANGERS = {404, 405, 410}


class Probes:
    """Validates the input against the existing accounts, and then at the service."""

    def __init__(
        self, *, saved: SavedAccounts, keys: AccountKeys, demo: DemoIsolation, http: HttpClient, clock: Clock
    ) -> None:
        """Takes the collaborators.

        Args:
            keys: Their keys, as far as they are at hand.
            http: The one connection pool of this process.
        """
        self._saved = saved
        self._keys = keys
        self._demo = demo
        self._http = http
        self._clock = clock

    async def test(self, base_url: str, api_key: str, *, besides: str = "") -> None:
        """Tests an address and a key.

        Args:
            base_url: The clean service address.
            api_key: The clean key.
            besides: The id of the account that may have this key already: its own.

        Raises:
            InvalidInputError: On `serviceAddress` (`is_demo`) or `apiKey` (`already_connected`).
            ConnectionFailedError: No response, not in time, or not with a valid certificate.
            UnauthorizedError: The key is refused.
            NotThisServiceError: What responds is not the service of this interface.
            ServiceError: The service can't decide now.
        """
        self._demo.refuse(base_url)
        self._refuse_twice(base_url, api_key, besides)
        await _ask(base_url, api_key, http=self._http, clock=self._clock)
        # Meanwhile another account may have come with this key.
        self._refuse_twice(base_url, api_key, besides)

    def _refuse_twice(self, base_url: str, api_key: str, besides: str) -> None:
        for account in self._saved.all:
            if (
                account.base_url == base_url
                and account.id != besides
                and self._keys.key(account.id) == api_key
            ):
                raise InvalidInputError("apiKey", "already_connected")


async def _ask(base_url: str, api_key: str, *, http: HttpClient, clock: Clock) -> None:
    """Tests an address and a key by the cheapest private call (spec 4.5)."""
    client = ServiceClient(base_url, api_key, http=http, clock=clock)
    try:
        await client.probe()
    except UnexpectedAnswerError as error:
        raise NotThisServiceError(error.detail) from error
    except ServiceError as error:
        if error.status in _STRANGERS:
            raise NotThisServiceError(error.detail or f"HTTP {error.status}") from error
        raise

"""Tests an address and an API key, as entered and by a call to the service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.api.addresses import clean_api_key, clean_base_url
from app.api.client import ServiceClient
from app.errors import InvalidInputError, NotThisServiceError, ServiceError, UnexpectedResponseError

if TYPE_CHECKING:
    from app.api.connections import HttpClient
    from app.clock import Clock

# The response of a web server that does not know this interface's routes or methods.
_UNKNOWN_ROUTE = {404, 405, 410}


def entry_problems(base_url_text: str, api_key_text: str) -> tuple[InvalidInputError, ...]:
    """Returns the errors in an address and a key as entered, at most one for each; nothing is sent."""
    problems = []
    for clean, text in ((clean_base_url, base_url_text), (clean_api_key, api_key_text)):
        try:
            clean(text)
        except InvalidInputError as error:
            problems.append(error)
    return tuple(problems)


async def probe_service(base_url: str, api_key: str, *, http: HttpClient, clock: Clock) -> None:
    """Tests an address and a key by the cheapest private call (spec 4.5).

    Raises:
        ConnectionFailedError: No response, not in time, or not with a valid certificate.
        UnauthorizedError: The key is refused.
        NotThisServiceError: Another service responds.
        ServiceError: The service can't decide now.
    """
    client = ServiceClient(base_url, api_key, http=http, clock=clock)
    try:
        await client.topups.probe()
    except UnexpectedResponseError as error:
        raise NotThisServiceError(error.detail) from error
    except ServiceError as error:
        if error.status in _UNKNOWN_ROUTE:
            raise NotThisServiceError(error.detail or f"HTTP {error.status}") from error
        raise

"""Finds out whether an address is the service's, and a key good for it, before either is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.api.client import ServiceClient
from app.errors import NotThisServiceError, ServiceError, UnexpectedAnswerError

if TYPE_CHECKING:
    from app.api.connections import HttpClient
    from app.clock import Clock

# What a web server says that does not know this interface's routes or methods.
_STRANGERS = {404, 405, 410}


async def probe(base_url: str, api_key: str, *, http: HttpClient, clock: Clock) -> None:
    """Tests an address and a key by the cheapest private call (spec 4.5).

    Raises:
        ConnectionFailedError: Nobody answers, not in time, or not with a good certificate.
        UnauthorizedError: The key is refused.
        NotThisServiceError: What answers is not the service of this interface.
        ServiceError: The service can't tell now.
    """
    client = ServiceClient(base_url, api_key, http=http, clock=clock)
    try:
        await client.probe()
    except UnexpectedAnswerError as error:
        raise NotThisServiceError(error.detail) from error
    except ServiceError as error:
        if error.status in _STRANGERS:
            raise NotThisServiceError(error.detail or f"HTTP {error.status}") from error
        raise

"""A call to the service and its response, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

MAX_BODY_BYTES: Final = 2 * 1024 * 1024
"""The largest body that is read, decoded."""

MAX_LOCATIONS_BYTES: Final = 32 * 1024 * 1024
"""The same for lists of cities and ISPs, of which a country can have very many."""

Method = Literal["GET", "POST", "PATCH", "DELETE"]


@dataclass(frozen=True, slots=True)
class Call:
    """What to ask.

    Attributes:
        method: The HTTP method.
        path: Begins with `/`; made of checked parts alone (see `app.api.paths`).
        query: Names and values, not yet encoded.
        body: The exact bytes to send, JSON; None sends none.
        idempotency_key: Lets a POST be sent again without acting twice (spec 4.2).
        public: Whether the route needs no key; then none is sent (spec 5.2).
        max_body_bytes: The maximum size of a response body, decoded.
    """

    method: Method
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: bytes | None = field(default=None, repr=False)
    idempotency_key: str | None = None
    public: bool = False
    max_body_bytes: int = MAX_BODY_BYTES

    @property
    def repeatable(self) -> bool:
        """Whether sending it again can't act twice."""
        return self.method == "GET" or self.idempotency_key is not None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call got back, with a status from 200 to 299.

    Attributes:
        status: The HTTP status.
        body: Decoded, at most as long as the call allowed; may hold credentials.
    """

    status: int
    body: bytes = field(repr=False)

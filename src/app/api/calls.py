"""A call to the service, its path and its response, as values."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple
from urllib.parse import quote

from app.errors import InvalidInputError
from app.rules.identifiers import is_usable_id

MAX_BODY_BYTES: Final = 2 * 1024 * 1024
"""The largest body that is read, decoded."""

MAX_LOCATIONS_BYTES: Final = 32 * 1024 * 1024
"""The same for lists of cities and ISPs, of which a country can have very many."""

Method = Literal["GET", "POST", "PATCH", "DELETE"]

_COUNTRY_CODE = re.compile(r"[A-Z]{2}")


def safe_id(text: str, field: str) -> str:
    """Returns an id of the service, percent-encoded for a path (RFC 3986, 3.3).

    Raises:
        InvalidInputError: On `field`: `malformed`, for one that would change the path.
    """
    if not is_usable_id(text):
        raise InvalidInputError(field, "malformed")
    return quote(text, safe="", errors="replace")


def safe_country_code(text: str) -> str:
    """Returns an ISO 3166-1 alpha-2 code for a path (spec 4.16).

    Raises:
        InvalidInputError: On `countryCode`: `malformed`.
    """
    if not _COUNTRY_CODE.fullmatch(text):
        raise InvalidInputError("countryCode", "malformed")
    return text


class Call(NamedTuple):
    """A request to the service.

    Attributes:
        path: Begins with `/`; made of checked parts alone (see `safe_id`).
        query: Names and values, not yet encoded.
        body: The exact bytes to send, JSON; None sends none.
        idempotency_key: Lets a POST be sent again without acting twice (spec 4.2).
        public: Whether the route needs no key; then none is sent (spec 5.2).
    """

    method: Method
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    idempotency_key: str | None = None
    public: bool = False
    max_body_bytes: int = MAX_BODY_BYTES

    def __repr__(self) -> str:
        # Not its query, key and body, which may contain what nobody else may read.
        return f"Call({self.method!r}, {self.path!r})"

    @property
    def repeatable(self) -> bool:
        """Whether sending it again can't act twice."""
        return self.method == "GET" or self.idempotency_key is not None


class Response(NamedTuple):
    """A response with a status from 200 to 299; the body is decoded, and may contain credentials."""

    status: int
    body: bytes

    def __repr__(self) -> str:
        return f"Response({self.status})"

"""Percent-encodes identifiers for use in paths, and refuses those that would climb."""

from __future__ import annotations

import re
from urllib.parse import quote

from app.errors import InvalidInputError
from app.rules.ids import can_be_asked

_COUNTRY_CODE = re.compile(r"[A-Z]{2}")


def safe_id(text: str, field: str) -> str:
    """Returns an id of the service, percent-encoded to stand in a path (RFC 3986, 3.3).

    Raises:
        InvalidInputError: On `field`: `malformed`.
    """
    if not can_be_asked(text):
        raise InvalidInputError(field, "malformed")
    return quote(text, safe="", errors="replace")


def safe_country_code(text: str) -> str:
    """Returns an ISO 3166-1 alpha-2 code that may stand in a path (spec 4.16).

    Raises:
        InvalidInputError: On `countryCode`: `malformed`.
    """
    if not _COUNTRY_CODE.fullmatch(text):
        raise InvalidInputError("countryCode", "malformed")
    return text

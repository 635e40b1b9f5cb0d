"""The parts of paths that come from outside, let in only if they can't climb elsewhere."""

from __future__ import annotations

import re

from app.errors import InvalidInputError

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_COUNTRY_CODE = re.compile(r"[A-Z]{2}")


def safe_id(text: str, field: str) -> str:
    """Returns an id of the service that may stand in a path or a query.

    A quoted `..` still climbs: deleting the sub-user `..` would reach the subscription.

    Raises:
        InvalidInputError: On `field`: `malformed`.
    """
    if not _ID.fullmatch(text):
        raise InvalidInputError(field, "malformed")
    return text


def safe_country_code(text: str) -> str:
    """Returns an ISO 3166-1 alpha-2 code that may stand in a path (spec 4.16).

    Raises:
        InvalidInputError: On `countryCode`: `malformed`.
    """
    if not _COUNTRY_CODE.fullmatch(text):
        raise InvalidInputError("countryCode", "malformed")
    return text

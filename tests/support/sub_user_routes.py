"""The routes of sub-users, for fault scripts, and what the ledger tells of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.linked_service import LinkedService

ALL = "/v1/residential/subscriptions/{subscriptionId}/sub-users"
READ, MAKE = f"GET {ALL}", f"POST {ALL}"
CHANGE, DELETE = f"PATCH {ALL}/{{id}}", f"DELETE {ALL}/{{id}}"


async def committed(service: LinkedService, what: str) -> Counter[str]:
    """Counts, for each sub-user, how often the service did something to it."""
    return Counter(entry["sub_user"] for entry in await service.ledger() if entry.get("commit") == what)


async def sent(service: LinkedService, method: str) -> int:
    """Counts the calls of a method, control calls left out."""
    return sum(
        entry.get("method") == method and entry["path"].startswith("/v1/") for entry in await service.ledger()
    )

"""The result of searching the service's list for one request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError as MalformedError

from app.models.topups import TopUpDraft

if TYPE_CHECKING:
    from app.models.topups import TopUp
    from app.storage.outbox_rows import TopUpRequest


@dataclass(frozen=True, slots=True)
class Look:
    """The result of searching the service's list for one request.

    Attributes:
        found: The one top-up that it created, if that is certain.
        candidates: How many it could be.
        was_whole: Whether nothing of the list was left out or unreadable.
    """

    found: TopUp | None
    candidates: int
    was_whole: bool


def draft_of(intent: TopUpRequest) -> TopUpDraft | None:
    """Returns what a wish asks for; None if its bytes can't be read any more, or relied on."""
    if intent.is_damaged:
        return None
    try:
        return TopUpDraft.model_validate_json(intent.body)
    except MalformedError:
        return None

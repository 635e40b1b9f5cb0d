"""Stores of top-ups on a folder's files, as after a start of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.services.topups.saved_topups import SavedTopUps
from app.services.topups.store import TopUpStore
from app.storage.state import State

if TYPE_CHECKING:
    from pathlib import Path

    from app.api.client import ServiceClient
    from app.clock import Clock


def topup_store(
    folder: Path, client: ServiceClient, clock: Clock, account: str = "demo", service: str = "demo"
) -> TopUpStore:
    state = State(folder / "state.sqlite")
    saved = SavedTopUps(state=state, account=account, service=service, clock=clock)
    return TopUpStore(saved, clock, client.service_clock)

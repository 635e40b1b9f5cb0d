"""An account's top-ups on a folder's files, as after a start of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.services.accounts.known import Account
from app.services.accounts.session import AccountSession
from app.services.locations.catalogs import LocationCatalogs
from app.storage.outbox import Outbox
from app.storage.state import State

if TYPE_CHECKING:
    from pathlib import Path

    from app.api.client import ServiceClient
    from app.clock import Clock
    from app.services.topups.topups import TopUps
    from support.linked_service import LinkedService


def session_on(
    outbox: Path, client: ServiceClient, clock: Clock, account: str = "demo", service: str = "demo"
) -> AccountSession:
    """An account of a service, on an outbox and the state beside it."""
    state = State(outbox.with_name("state.sqlite"))
    return AccountSession(
        Account(account, "", "", is_demo=False, base_url=service),
        client,
        outbox=Outbox(outbox),
        state=state,
        catalogs=LocationCatalogs(state, clock),
        clock=clock,
    )


def restarted(service: LinkedService, account: str = "demo", at: str = "demo") -> TopUps:
    """The top-ups on the same files after another start of the app, or in another process."""
    return session_on(service.outbox._database.path, service.client, service.clock, account, at).topups

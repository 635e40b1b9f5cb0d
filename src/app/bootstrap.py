"""The one composition root: builds the services and what they stand on."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.api.connections import build_http
from app.clock import SystemClock
from app.services.accounts import Accounts, session_key
from app.services.demo import DemoServer
from app.storage.outbox import Outbox
from app.versions import app_version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.clock import Clock
    from app.storage.places import Places


@dataclass(frozen=True, slots=True)
class Services:
    """What the windows work with.

    Attributes:
        accounts: The accounts, and opening one.
        clock: The source of time.
        version: The version of this app.
    """

    accounts: Accounts
    clock: Clock
    version: str


def build(
    places: Places,
    *,
    clock: Clock | None = None,
    environment: Mapping[str, str] = os.environ,
    demo_options: tuple[str, ...] = (),
) -> Services:
    """Builds the services.

    Args:
        places: Where the app's files lie.
        clock: The source of time; this computer's unless a test gives another.
        environment: `TOLLHOUSE_BASE_URL` with `TOLLHOUSE_API_KEY` name a session account.
        demo_options: More options for the demo's service, such as `--speed 20`.

    Raises:
        InvalidInputError: The environment names an account that can't be right.
    """
    clock = clock or SystemClock()
    base_url, api_key = environment.get("TOLLHOUSE_BASE_URL", ""), environment.get("TOLLHOUSE_API_KEY", "")
    accounts = Accounts(
        demo=DemoServer(places.demo, demo_options),
        outbox=Outbox(places.outbox),
        clock=clock,
        http=build_http(),
        session=session_key(base_url, api_key) if base_url or api_key else None,
    )
    return Services(accounts, clock, app_version())

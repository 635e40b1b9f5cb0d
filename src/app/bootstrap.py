"""The composition root: builds storage, API clients and services."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, NamedTuple

from app.api.connections import build_http
from app.clock import SystemClock
from app.errors import InvalidInputError, SessionAccountError
from app.services.accounts.accounts import Accounts
from app.services.accounts.keys import AccountKeys
from app.services.accounts.known import SavedAccounts, session_key
from app.services.accounts.session import AccountSessions
from app.services.demo import DemoServer
from app.services.diagnostics import Diagnostics
from app.services.locations.catalogs import LocationCatalogs
from app.services.notifications import Notifications
from app.services.settings import SettingsStore
from app.storage.keys import KeyStore
from app.storage.outbox import Outbox
from app.storage.settings import SettingsFile
from app.storage.state import State
from app.versions import VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.clock import Clock
    from app.services.accounts.known import SessionKey
    from app.storage.paths import AppPaths


class Services(NamedTuple):
    """The services of the app, for its windows."""

    accounts: Accounts
    clock: Clock
    paths: AppPaths
    settings: SettingsStore
    diagnostics: Diagnostics
    notifications: Notifications
    state: State
    outbox: Outbox


def build(
    paths: AppPaths,
    *,
    environment: Mapping[str, str] = os.environ,
    key_store: KeyStore | None = None,
    demo: DemoServer | None = None,
) -> Services:
    """Builds the services.

    Args:
        environment: `TOLLHOUSE_BASE_URL` with `TOLLHOUSE_API_KEY` name a session account.
        key_store: Stores keys; by default in the system's keyring.
        demo: The demo's service, which may have begun to start.

    Raises:
        SessionAccountError: The environment names an account with an invalid address or key.
        StorageError: The settings can't be read.
    """
    clock = SystemClock()
    session = _session_key(environment)
    settings_file = SettingsFile(paths.settings)
    saved, set_aside = settings_file.load(clock.now())
    http = build_http()
    settings = SettingsStore(settings_file, saved, http.use_proxy)
    keys = key_store or KeyStore()
    account_keys = AccountKeys(keys, clock)
    state = State(paths.state)
    outbox = Outbox(paths.outbox)
    opener = AccountSessions(
        keys=account_keys,
        outbox=outbox,
        state=state,
        catalogs=LocationCatalogs(state, clock),
        clock=clock,
        http=http,
    )
    accounts = Accounts(
        saved=SavedAccounts(settings),
        keys=account_keys,
        set_aside=set_aside,
        demo=demo or DemoServer(paths.demo),
        opener=opener,
        clock=clock,
        http=http,
        session=session,
        state=state,
    )
    diagnostics = Diagnostics(accounts, keys, paths, VERSION)
    notifications = Notifications(state, lambda kind: bool(getattr(settings.now.notifications, kind)))
    return Services(accounts, clock, paths, settings, diagnostics, notifications, state, outbox)


def _session_key(environment: Mapping[str, str]) -> SessionKey | None:
    """Returns the account of the environment, if it names one; raises what `build` raises for it."""
    base_url, api_key = (environment.get(name, "") for name in _VARIABLES.values())
    if not base_url and not api_key:
        return None
    try:
        return session_key(base_url, api_key)
    except InvalidInputError as error:
        raise SessionAccountError(_VARIABLES[error.field], error) from error


_VARIABLES: Final = {"serviceAddress": "TOLLHOUSE_BASE_URL", "apiKey": "TOLLHOUSE_API_KEY"}

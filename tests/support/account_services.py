"""The app's accounts, built as the app builds them, in a folder of a test's own."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from app.bootstrap import Services, build
from app.services.demo import DemoServer
from app.storage.keyring_process import KeyringProcess
from app.storage.keyrings import respond
from app.storage.keys import KeyringTimeouts, KeyStore
from app.storage.paths import AppPaths, make_private_folder

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from pathlib import Path

    from app.models.keys import KeyRequest, KeyResponse
    from app.storage.keyrings import Keyring


class MemoryKeyring:
    """A keyring for tests that are not about the system's: works, until told otherwise.

    Attributes:
        kept: What is in it, by account.
        error: Raised by every call, while it is set.
    """

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.error: Exception | None = None

    def get_password(self, _service: str, username: str) -> str | None:
        self._fail()
        return self.kept.get(username)

    def set_password(self, _service: str, username: str, password: str) -> None:
        self._fail()
        self.kept[username] = password

    def delete_password(self, _service: str, username: str) -> None:
        self._fail()
        del self.kept[username]

    def _fail(self) -> None:
        if self.error is not None:
            raise self.error


class InProcessKeyring(KeyringProcess):
    """Does in this process, and with a keyring of a test, what the keyring process does."""

    def __init__(self, choose: Callable[[], Keyring | None], request: KeyRequest) -> None:
        super().__init__(request)
        self._choose = choose

    def respond(self) -> KeyResponse:
        return respond(self._choose, self.request)


def key_store(choose: Callable[[], Keyring | None], timeouts: KeyringTimeouts | None = None) -> KeyStore:
    """Returns a store of keys on a keyring of a test."""
    return KeyStore(timeouts=timeouts, make_process=lambda request: InProcessKeyring(choose, request))


def places_in(folder: Path) -> AppPaths:
    places = AppPaths(folder / "data", folder / "logs")
    for made in (places.data, places.logs):
        make_private_folder(made)
    return places


@contextlib.asynccontextmanager
async def running(
    folder: Path,
    choose: Callable[[], Keyring | None],
    environment: Mapping[str, str] | None = None,
    waits: KeyringTimeouts | None = None,
    demo_options: tuple[str, ...] = ("--scale", "empty"),
) -> AsyncIterator[Services]:
    """The services from one start of the app to its end."""
    paths = places_in(folder)
    services = build(
        paths,
        environment=environment or {},
        key_store=key_store(choose, waits or KeyringTimeouts(5.0, 0.3)),
        demo=DemoServer(paths.demo, demo_options),
    )
    try:
        yield services
    finally:
        await services.accounts.close()

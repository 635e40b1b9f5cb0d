"""What services are tested with: an account on a sandbox in process, a sandbox of its own, and a keyring."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from support.account_services import MemoryKeyring
from support.kept_locations import KeptLocations
from support.linked_service import LinkedClock, LinkedService
from tollhouse_sandbox.process import SandboxProcess, start_sandbox
from tollhouse_sandbox.settings import Scale


@pytest.fixture
def scale() -> Scale:
    """Which data the sandbox of `service` has; a module may have a fixture of its own."""
    return "empty"


@pytest.fixture
def clock() -> LinkedClock:
    """The time of `service`; a module may have a fixture of its own."""
    return LinkedClock()


@pytest.fixture
async def service(tmp_path: Path, scale: Scale, clock: LinkedClock) -> AsyncIterator[LinkedService]:
    made = LinkedService(tmp_path, scale, clock)
    yield made
    await made.aclose()
    made.close()


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[KeptLocations]:
    made = KeptLocations(tmp_path)
    yield made
    await made.service.aclose()
    made.service.close()


@pytest.fixture(scope="module")
def one() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as made:
        yield made


@pytest.fixture
def keyring() -> MemoryKeyring:
    return MemoryKeyring()

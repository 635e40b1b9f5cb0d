"""What services are tested with: an account on a sandbox in process, a sandbox of its own, and a keyring."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from support.account_services import MemoryKeyring
from support.kept_locations import KeptLocations
from support.linked_service import LinkedService
from support.sandbox_process import SandboxProcess, start_sandbox


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[LinkedService]:
    made = LinkedService(tmp_path)
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

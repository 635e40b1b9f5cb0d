"""One account on a sandbox in process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from support.linked_service import LinkedService


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[LinkedService]:
    made = LinkedService(tmp_path)
    yield made
    await made.aclose()
    made.close()

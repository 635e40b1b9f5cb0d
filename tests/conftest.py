"""What every test gets: one asyncio backend, and folders of its own."""

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"

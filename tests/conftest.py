"""What every test gets: one asyncio backend, and folders of its own."""

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The words of the tests are English, whatever the desktop speaks.
os.environ["TOLLHOUSE_LANGUAGE"] = "en"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The walk through all screens waits more than it works: begun last, it would keep a core idle.
    items.sort(key=lambda item: item.path.name != "test_ui_access.py")

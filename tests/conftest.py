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
    # What waits for processes begins first: begun last, it would keep a core idle at the end.
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    if item.path.name == "test_ui_access.py":
        return 0
    return 1 if item.path.parent.name in {"shell", "services", "sub_users", "sandbox"} else 2

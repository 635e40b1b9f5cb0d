"""What every test gets: one asyncio backend, and folders of its own; and in which order tests begin."""

import gc
import os
import sys
from importlib.util import find_spec

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The words of the tests are English, whatever the desktop speaks.
os.environ["TOLLHOUSE_LANGUAGE"] = "en"
# The workers, and the hundreds of programs they start, keep the bytecode of what they import.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# The in-process transport of httpx asks for it at every request; a missing module would be searched anew.
if find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]

# Folders whose tests wait for processes, then those that paint; all others come last.
TURNS = ({"shell", "services", "sandbox"}, {"storage", "sub_users", "pages"})


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # What takes long begins first: begun last, it would keep a core idle at the end.
    items.sort(key=_turn)


def pytest_collection_finish() -> None:
    # What is there now stays to the end: no collection of garbage need look through it again.
    gc.collect()
    gc.freeze()


def _turn(item: pytest.Item) -> int:
    if item.path.name == "test_ui_access.py":
        return 0
    folder = item.path.parent.name
    return next((turn for turn, folders in enumerate(TURNS, 1) if folder in folders), len(TURNS) + 1)

"""What every test gets: an asyncio backend, and a check that nothing stays behind; the order of the tests."""

import gc
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from support.leaks import Leaks

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# The words of the tests are English, whatever the desktop speaks.
os.environ["TOLLHOUSE_LANGUAGE"] = "en"
# The workers, and the hundreds of programs they start, keep the bytecode of what they import.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# They write as they do for people: what is left in a buffer is lost, or fails at their end.
os.environ.pop("PYTHONUNBUFFERED", None)
sys.dont_write_bytecode = False
# The in-process transport of httpx asks for it at every request; a missing module would be searched anew.
if find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]

# Folders whose tests wait for processes, then those that paint; all others come last.
TURNS = ({"shell", "services", "sandbox", "cli"}, {"storage", "sub_users", "pages"})

# Folders whose tests leave nothing behind; those of the others use no Qt.
WITHOUT_LEAKS = {"pages", "sandbox", "services", "shell", "ui", "widgets"}


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails a test that leaves a thread, or a timer, thread or window of Qt behind."""
    if request.path.parent.name not in WITHOUT_LEAKS:
        yield
        return
    leaks = Leaks()
    yield
    left = leaks.found()
    assert not left, f"left behind: {', '.join(left)}"


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

"""G9: stalls of the window's event loop, under hardships."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bench.processes import running
from prove.campaign import Campaign, Figures
from support.account_process import Oracle
from support.private_desktop import MISSING, WHY_NOT, PrivateDesktop
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from bench.processes import Run

_ROUNDS = 5
_SLOW = ({"route": "* /v1/*", "every": True, "kind": "drip", "chunk": 500, "seconds": 0.05},)


@contextmanager
def _slow(home: Path) -> Iterator[Run]:
    with start_sandbox() as sandbox, closing(Oracle(sandbox)) as oracle:
        oracle.set_faults(*_SLOW)
        account = {"TOLLHOUSE_BASE_URL": sandbox.base_url, "TOLLHOUSE_API_KEY": sandbox.api_key}
        with running("stalls", "slow", home=home, environment=account) as run:
            yield run


@contextmanager
def _large(home: Path) -> Iterator[Run]:
    with start_sandbox("--scale", "large") as sandbox:
        account = {"TOLLHOUSE_BASE_URL": sandbox.base_url, "TOLLHOUSE_API_KEY": sandbox.api_key}
        with running("stalls", "large", home=home, environment=account) as run:
            yield run


@contextmanager
def _keyring(home: Path) -> Iterator[Run]:
    """An account whose key is in a keyring that hangs from the start of the app."""
    if MISSING:
        raise RuntimeError(WHY_NOT)
    with start_sandbox() as sandbox, PrivateDesktop(home / "desktop") as desktop:
        desktop.start_keyring()
        bus = {"DBUS_SESSION_BUS_ADDRESS": desktop.env["DBUS_SESSION_BUS_ADDRESS"]}
        with running("connect", sandbox.base_url, sandbox.api_key, home=home / "app", environment=bus):
            pass
        desktop.stop_keyring()
        with running("stalls", "keyring", home=home / "app", environment=bus) as run:
            yield run


_HARDSHIPS: dict[str, Callable[[Path], AbstractContextManager[Run]]] = {
    "slow bodies": _slow,
    "large lists": _large,
    "a hanging keyring": _keyring,
}


def _stalls(number: int, _seed: int, _is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 - as campaigns are run
    # As bench does: what is imported is compiled already.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if sys.platform != "linux":
        raise RuntimeError("who waits for a processor is read from /proc")
    name, hardship = list(_HARDSHIPS.items())[number % len(_HARDSHIPS)]
    with TemporaryDirectory() as folder, hardship(Path(folder)) as run:
        found = run.report
    counts = Counter({"runs": 1, "turns": found["beats"], "stalls over 100 ms": len(found["stalls"])})
    highest = Counter(
        {"ms the longest": round(found["stall_ms"]), "ms of CPU the longest": round(found["turn_ms"])}
    )
    yield Figures(+counts, [f"{name}, {one}" for one in found["stalls"]], highest)


CAMPAIGNS = (
    Campaign(
        "G9",
        "stalls",
        f"the window from its start, with {', '.join(_HARDSHIPS)}: the time between two turns of its event"
        " loop less what its threads waited for a processor, and the CPU time of the GUI thread's turn; what"
        " comes late while the loop has nothing to do is the machine's",
        ("runs", "turns"),
        ("stalls over 100 ms",),
        _ROUNDS * len(_HARDSHIPS),
        _stalls,
        in_sample=False,
    ),
)

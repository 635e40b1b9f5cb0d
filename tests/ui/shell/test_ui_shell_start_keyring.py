"""A start with a saved account: its key is read by a process that begins early, and ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from support.families import has_ended
from support.private_desktop import MISSING, WHY_NOT, PrivateDesktop
from support.waiting import wait_until
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(bool(MISSING) or sys.platform != "linux", reason=WHY_NOT)

# The whole app; a task of its own reports what is seen from inside, and closes the window.
PROGRAM = """
import asyncio, json, os, sys
from support.families import family
from ui import __main__
from ui.start import application, first_paint

def children():
    return family(os.getpid())[1:]

report = {}
wait, conduct = first_paint.wait_for_first_paint, application.conduct

def wait_and_look(window):
    wait(window)
    report["at first paint"] = len(children())

async def conduct_and_look(window, services, **options):
    report["begun"] = children()
    async def watch():
        UNTIL
        libraries = {"keyring", "secretstorage", "jeepney", "cryptography"}
        report["libraries"] = sorted(libraries & set(sys.modules))
        report["left"] = children()
        print(json.dumps(report), flush=True)
        window.close()
    watching = asyncio.get_running_loop().create_task(watch())
    return await conduct(window, services, **options)

first_paint.wait_for_first_paint, application.conduct = wait_and_look, conduct_and_look
sys.exit(__main__.main(OPTIONS))
"""
# The start up to the end of its preparation.
PREPARED = """
import json, os, sys
from support.families import family
from ui import __main__
from ui.start import preparation

build = preparation.Preparation.build

def build_and_look(prepared):
    build(prepared)
    report = {"result": type(prepared.result).__name__, "left": family(os.getpid())[1:]}
    print(json.dumps(report), flush=True)
    os._exit(0)

preparation.Preparation.build = build_and_look
sys.exit(__main__.main([]))
"""
LOADED = """
        def is_loaded():
            # The window is built in `conduct`.
            page = window.shown_page() if hasattr(window, "tabs") else None
            return hasattr(page, "model") and page.model.loaded()
        while not is_loaded():
            await asyncio.sleep(0.01)
"""
WAITING = """
        while not services.accounts.is_waiting_for_keyring:
            await asyncio.sleep(0.01)
"""


class Desktop(PrivateDesktop):
    """A desktop with a saved account that was opened before."""

    def start(self, until: str, *options: str) -> dict[str, Any]:
        """Runs the app until something is so; returns its report."""
        return self._report(PROGRAM.replace("UNTIL", until.strip()).replace("OPTIONS", str(list(options))))

    def prepare(self) -> dict[str, Any]:
        """Runs the app until its services are built; returns what there is then."""
        return self._report(PREPARED)

    def _report(self, code: str) -> dict[str, Any]:
        process = self.run([sys.executable, "-c", code], self._environment())
        out, _errors = process.communicate(timeout=60)
        assert process.returncode == 0
        report: dict[str, Any] = json.loads(out)
        return report

    def add_account(self, base_url: str, api_key: str) -> None:
        command = [sys.executable, "-m", "ui", "accounts", "add", base_url, "--name", "Work"]
        subprocess.run(command, input=f"{api_key}\n", env=self._environment(), text=True, check=True)

    @property
    def files(self) -> Path:
        """The folder of the app's files."""
        return self.home / "app"

    def _environment(self) -> dict[str, str]:
        own = {"TOLLHOUSE_HOME": str(self.files), "PYTHONPATH": str(Path(__file__).parents[2])}
        return self.env | own | {"QT_QPA_PLATFORM": "offscreen", "TOLLHOUSE_LANGUAGE": "en"}


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    with Desktop(tmp_path / "desktop") as desktop, start_sandbox() as sandbox:
        desktop.start_keyring()
        desktop.add_account(sandbox.base_url, sandbox.api_key)
        desktop.start(LOADED)
        yield desktop


def test_it_begins_after_the_first_paint_and_ends_with_its_work(desktop: Desktop) -> None:
    report = desktop.start(LOADED)
    assert report["at first paint"] == 0
    assert len(report["begun"]) == 1
    assert report["left"] == []
    assert report["libraries"] == []


def test_it_ends_with_the_app_while_the_keyring_hangs(desktop: Desktop) -> None:
    desktop.stop_keyring()
    report = desktop.start(WAITING)
    assert report["left"] == report["begun"]
    (pid,) = report["left"]
    wait_until(lambda: has_ended(pid))


def test_it_is_left_to_a_start_that_goes_on(desktop: Desktop) -> None:
    desktop.stop_keyring()
    report = desktop.prepare()
    assert report["result"] == "Services"
    assert len(report["left"]) == 1


def test_it_ends_where_the_app_can_t_start(desktop: Desktop) -> None:
    desktop.stop_keyring()
    log = desktop.files / "logs" / "tollhouse.log"
    log.unlink(missing_ok=True)
    log.mkdir()
    assert desktop.prepare() == {"result": "StorageError", "left": []}


def test_it_ends_where_the_account_was_removed(desktop: Desktop) -> None:
    desktop.stop_keyring()
    path = desktop.files / "data" / "settings.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(settings | {"lastAccount": "acc_removed"}), encoding="utf-8")
    assert desktop.prepare() == {"result": "Services", "left": []}


def test_for_the_demo_none_is_begun(desktop: Desktop) -> None:
    report = desktop.start(LOADED, "--demo")
    # There is the demo's service alone.
    assert len(report["begun"]) == 1
    assert report["left"] == report["begun"]

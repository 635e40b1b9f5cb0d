"""A start of the app: what it does before the first paint, and with its files."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING

import pytest

from support.whole_app import LOADED, WATCHED, given, unanswered
from support.window_process import python
from tollhouse_sandbox.process import SandboxProcess, start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAVY = [
    "anyio",
    "app.errors",
    "app.i18n.texts",
    "asyncio",
    "fastapi",
    "h11",
    "httpcore",
    "httpx",
    "keyring",
    "logging.handlers",
    "PIL",
    "platformdirs",
    "pydantic",
    "qasync",
    "qrcode",
    "tollhouse_sandbox",
    "socket",
    "sqlite3",
    "starlette",
    "subprocess",
    "truststore",
    "ui.theme.theme",
    "ui.widgets",
    "uvicorn",
    "zxingcpp",
]

# What the first rows don't need: imported when it is opened, or once they are there.
LATER = [
    "app.models.subscriptions",
    "app.present.topups",
    "app.rules.csv_files",
    "app.rules.locations.lists",
    "app.rules.proxy_formats.logins",
    "app.rules.proxy_formats.rendering",
    "app.rules.topups.deposit_check",
    "app.services.accounts.overviews",
    "app.services.locations.locations",
    "app.services.palette",
    "ui.pages.accounts.connect",
    "ui.pages.hand_outs",
    "ui.pages.locations.page",
    "ui.pages.settings.page",
    "ui.pages.sub_users.page",
    "ui.pages.subscriptions.page",
    "ui.pages.topups.dialogs",
    "ui.pages.topups.new_dialog",
    "ui.pages.topups.records",
    "ui.shell.accounts",
    "ui.shell.bell_panel",
    "ui.shell.notification_center",
    "ui.shell.palette",
    "ui.shell.shortcuts",
    "ui.shell.toasts",
]

# Counts what each module costs beyond being read: the classes and patterns that are made.
COUNTS = """
from ui.start.process import import_qt
import_qt()
import dataclasses, enum, linecache, re, typing
counts = dict.fromkeys(("dataclasses", "enums", "patterns", "references"), 0)
def count(owner, name, kind):
    real = getattr(owner, name)
    def counted(*arguments, **options):
        counts[kind] += 1
        return real(*arguments, **options)
    setattr(owner, name, counted)
count(dataclasses, "_process_class", "dataclasses")
count(enum.EnumType, "__new__", "enums")
count(re._compiler, "compile", "patterns")
# The type of a field, declared as a text: it is compiled.
count(typing.ForwardRef, "__init__", "references")
"""

# The whole app up to the first paint; then the modules are counted and the end comes.
FIRST_PAINT = f"""
{COUNTS}
import json, os, sys
from ui import __main__
from ui.start import first_paint
wait = first_paint.wait_for_first_paint
def wait_and_report(window):
    wait(window)
    found = [name for name in {HEAVY!r} if name in sys.modules]
    frame = window.first_frame
    print(json.dumps({{"heavy": found, "frame": frame is not None and frame.fits(), **counts}}), flush=True)
    os._exit(0)
first_paint.wait_for_first_paint = wait_and_report
__main__.main(OPTIONS)
"""

# Prints which modules of the window another thread than the first imports.
IN_THREADS = """
import sys, threading
class Watch:
    def find_spec(self, name, path=None, target=None):
        is_first = threading.current_thread() is threading.main_thread()
        if name.partition(".")[0] in {"ui", "qasync"} and not is_first:
            print(name)
sys.meta_path.insert(0, Watch())
"""
# The whole app; in place of the imports after the first rows, the counts are reported and the end comes.
FIRST_ROWS = f"""
{COUNTS}
import asyncio, json, sys
from ui import __main__
from ui.start import application as start
async def report(navigation, has_several_accounts):
    await navigation.tasks.join("open")
    while not navigation.page.history.is_reported():
        await asyncio.sleep(0)
    later = [name for name in {LATER!r} if name in sys.modules]
    print(json.dumps({{"later": later, "rows": navigation.page.model.loaded(), **counts,
        "sources": len(linecache.cache), "several": has_several_accounts}}))
    navigation.page.window().close()
start.prepare_others = report
start._INPUT_WITHIN_S = 60
sys.exit(__main__.main([]))
"""
# Raise a limit only knowingly: a dataclass takes 0.6 ms (a named tuple 0.1), to read the source of a module
# 0.3, a type that is declared as a text 0.03, the enums of one Qt class up to 117 million instructions (`Qt`;
# `QStyle` 46). PySide and the libraries make most of them.
MAX_ENUMS_BEFORE_PAINT = 50
MAX_BEFORE_ROWS = {"dataclasses": 90, "enums": 250, "patterns": 130, "references": 400, "sources": 2}
IMPORTED = "while 'ui.shell.bell_panel' not in sys.modules: await asyncio.sleep(0.01)"
TAKES_INPUT = "while 'ui.shell.shortcuts' not in sys.modules: await asyncio.sleep(0.01)"


@pytest.mark.parametrize("demo", [False, True])
def test_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path, demo: bool) -> None:  # noqa: FBT001
    home = {"HOME" if demo else "TOLLHOUSE_HOME": str(tmp_path)}
    script = FIRST_PAINT.replace("OPTIONS", str(["--demo"] if demo else []))
    # `make coverage` would import modules of its own.
    without = ("TOLLHOUSE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "COVERAGE_PROCESS_CONFIG")
    done = python("-c", script, environment=home, without=without)
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert (counted["heavy"], counted["frame"]) == ([], False)
    assert counted["dataclasses"] == 0
    assert counted["enums"] <= MAX_ENUMS_BEFORE_PAINT


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[SandboxProcess]:
    with start_sandbox("--data", str(tmp_path / "service")) as process:
        yield process


def test_what_uses_qt_is_imported_by_the_first_thread(sandbox: SandboxProcess, tmp_path: Path) -> None:
    """Before Python 3.12, PySide6 makes classes in a table that the first thread reads without any lock."""
    script = IN_THREADS + WATCHED.replace("WAIT", IMPORTED)
    done = python("-c", script, environment=given(sandbox, tmp_path / "home"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:-1] == []


def test_the_environments_account_opens_and_its_key_is_in_no_file(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    done = python("-c", WATCHED.replace("WAIT", LOADED), environment=given(sandbox, home))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"rows": 50, "account": "Session account"}
    assert "Traceback" not in done.stderr
    files = [path for path in home.rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert sandbox.api_key.encode() not in path.read_bytes(), path
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    for path in home.rglob("*"):
        if path.is_dir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o700, path


def test_the_last_known_rows_are_in_the_first_frame(sandbox: SandboxProcess, tmp_path: Path) -> None:
    environment = given(sandbox, tmp_path)
    done = python("-c", WATCHED.replace("WAIT", LOADED), environment=environment)
    assert done.returncode == 0, done.stderr
    script = FIRST_PAINT.replace("OPTIONS", "[]")
    done = python("-c", script, environment=environment, without=("COVERAGE_PROCESS_CONFIG",))
    counted = json.loads(done.stdout)
    assert (counted["frame"], counted["heavy"]) == (True, [])
    assert counted["enums"] <= MAX_ENUMS_BEFORE_PAINT
    # Those of another account are not shown.
    environment["TOLLHOUSE_API_KEY"] = "k" * 20
    done = python("-c", script, environment=environment, without=("COVERAGE_PROCESS_CONFIG",))
    assert json.loads(done.stdout)["frame"] is False


def test_the_first_rows_wait_for_nothing_that_they_dont_need(sandbox: SandboxProcess, tmp_path: Path) -> None:
    environment = given(sandbox, tmp_path)
    done = python("-c", FIRST_ROWS, environment=environment, without=("COVERAGE_PROCESS_CONFIG",))
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert (counted["rows"], counted["later"]) == (50, [])
    assert not counted["several"], "beside the demo there is one account"
    assert {kind: counted[kind] for kind, limit in MAX_BEFORE_ROWS.items() if counted[kind] > limit} == {}


def test_all_files_stay_in_the_named_folder(sandbox: SandboxProcess, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folders = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(elsewhere))
    done = python(
        "-c", WATCHED.replace("WAIT", LOADED), environment=given(sandbox, tmp_path / "home") | folders
    )
    assert done.returncode == 0, done.stderr
    assert [path for path in elsewhere.rglob("*") if "tollhouse" in path.name.lower()] == []


def test_input_is_taken_before_a_slow_service_responds(tmp_path: Path) -> None:
    with unanswered(tmp_path) as (_server, account):
        done = python("-c", WATCHED.replace("WAIT", TAKES_INPUT), environment=account)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"] == 0

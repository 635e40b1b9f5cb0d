"""The end of the app: of a window that is closed at any moment, and with what it has under way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.whole_app import LOADED, WATCHED, given, unanswered
from support.window_process import python
from tollhouse_sandbox.process import SandboxProcess, start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

# Lets the app wait for its first rows longer than any test.
PATIENT = """
from ui.start import application
from ui.shell import navigation
application._INPUT_WITHIN_S = navigation.MAX_LOAD_SECONDS = 600
"""
# Ends only when it is told to, after its window is closed.
ENDING = """
import asyncio, sys
from app.services.accounts.accounts import Accounts
close = Accounts.close
async def close_when_told(accounts):
    print("ending", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await close(accounts)
Accounts.close = close_when_told
"""
# Reports that another process is the first.
WAITING = """
from app.storage.instance import Instance
claim = Instance.claim
def report_claim(instance):
    is_first = claim(instance)
    if not is_first and Instance.claim is report_claim:
        print("waiting", flush=True)
        Instance.claim = claim
    return is_first
Instance.claim = report_claim
"""
# The whole app; its window is closed before its first page is there.
CLOSED = """
import asyncio, sys
from ui import __main__
from ui.start import application as start
real = start.conduct
async def conduct(window, services, **options):
    CLOSE
    code = await real(window, services, **options)
    print("built" if hasattr(window, "header") else "not built", len(services.accounts.known()))
    return code
start.conduct = conduct
sys.exit(__main__.main([]))
"""
PRINTED = "await asyncio.to_thread(sys.stdin.readline)"


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[SandboxProcess]:
    with start_sandbox("--data", str(tmp_path / "service")) as process:
        yield process


def test_a_quit_with_requests_in_flight_leaves_nothing_behind(tmp_path: Path) -> None:
    with unanswered(tmp_path) as (server, account):
        environment = os.environ | account | {"PYTHONASYNCIODEBUG": "1"}
        app = subprocess.Popen(
            [sys.executable, "-W", "error::ResourceWarning", "-c", WATCHED.replace("WAIT", PRINTED)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _request in range(2):
            assert server.arrived.acquire(timeout=30)
        shown, errors = app.communicate("close\n", timeout=30)
    assert app.returncode == 0, errors
    assert json.loads(shown)["rows"] == 0
    for words in ("Traceback", "never awaited", "was destroyed", "Exception ignored", "Unclosed"):
        assert words not in errors, errors


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_app_and_saves_its_window(
    sandbox: SandboxProcess, tmp_path: Path, name: str
) -> None:
    waiting = f"{LOADED}\n        print('loaded', flush=True)\n        await asyncio.Event().wait()"
    # Who runs the tests in the background, or by nohup, may ignore it; and so would the app.
    heeding = f"import signal; signal.signal(signal.{name}, signal.SIG_DFL)\n"
    with subprocess.Popen(
        [sys.executable, "-c", heeding + WATCHED.replace("WAIT", waiting)],
        env=os.environ | given(sandbox, tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as app:
        assert app.stdout is not None
        assert app.stdout.readline() == "loaded\n"
        app.send_signal(getattr(signal, name))
        _shown, errors = app.communicate(timeout=30)
    assert app.returncode == 0, errors
    assert "Traceback" not in errors
    saved = json.loads((tmp_path / "data" / "settings.json").read_text())
    assert saved["window"]["tab"] == "topups"


def test_a_window_that_is_closed_waits_for_no_input(tmp_path: Path) -> None:
    with unanswered(tmp_path) as (_server, account):
        done = python("-c", PATIENT + WATCHED.replace("WAIT", "pass"), environment=account)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"] == 0


def test_a_start_while_the_former_one_ends_opens_a_window(sandbox: SandboxProcess, tmp_path: Path) -> None:
    environment = os.environ | given(sandbox, tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", ENDING + WATCHED.replace("WAIT", LOADED)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as ending:
        assert ending.stdout is not None
        assert ending.stdin is not None
        assert json.loads(ending.stdout.readline())["rows"] == 50
        assert ending.stdout.readline() == "ending\n"
        with subprocess.Popen(
            [sys.executable, "-c", WAITING + WATCHED.replace("WAIT", LOADED)],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        ) as second:
            assert second.stdout is not None
            assert second.stdout.readline() == "waiting\n"
            ending.communicate("end\n", timeout=30)
            assert json.loads(second.communicate(timeout=30)[0])["rows"] == 50


def test_the_demo_and_its_service_end_together(tmp_path: Path) -> None:
    script = WATCHED.replace("WAIT", LOADED).replace("main([])", "main(['--demo'])")
    done = python("-c", script, environment={"TOLLHOUSE_HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["account"] == "Demo account"
    running = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # others come and go meanwhile
            running.append(path.read_bytes())
    assert [line for line in running if b"sandbox" in line and str(tmp_path).encode() in line] == []


@pytest.mark.parametrize("close", ["window.close()", "asyncio.get_running_loop().call_soon(window.close)"])
def test_a_window_that_is_closed_before_its_first_page_is_there_is_not_built(
    sandbox: SandboxProcess, tmp_path: Path, close: str
) -> None:
    done = python("-c", CLOSED.replace("CLOSE", close), environment=given(sandbox, tmp_path))
    assert (done.returncode, done.stdout) == (0, "not built 2\n"), done.stderr
    assert done.stderr == ""

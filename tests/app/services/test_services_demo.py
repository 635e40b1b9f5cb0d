"""The demo's own service: a real child process that starts, tells why not, and ends with the app."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from app.errors import SandboxError, SandboxInUseError, StorageError
from app.programs import command_of
from app.services import demo
from app.services.demo import DemoAddress, DemoServer
from support.kill_script import why_not_here

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

WHY_NOT = why_not_here()
EMPTY = ("--scale", "empty")
BODY = {"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"}


@asynccontextmanager
async def started(folder: Path, *options: str) -> AsyncIterator[DemoAddress]:
    server = DemoServer(folder, options or EMPTY)
    try:
        yield await server.start()
    finally:
        await server.stop()


async def call(address: DemoAddress, method: str, path: str, body: object = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {address.api_key}"}
    async with httpx.AsyncClient(base_url=address.base_url, headers=headers, trust_env=False) as http:
        return await http.request(method, path, json=body)


async def topups(address: DemoAddress) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await call(address, "GET", "/v1/topups")).json()["data"]
    return found


async def is_gone(address: DemoAddress) -> bool:
    try:
        await call(address, "GET", "/v1/catalog/coins")
    except httpx.ConnectError:
        return True
    return False


async def test_it_takes_requests_once_started_and_none_once_stopped(tmp_path: Path) -> None:
    async with started(tmp_path / "demo") as address:
        assert address.base_url.startswith("http://127.0.0.1:")
        assert (await call(address, "GET", "/v1/topups")).status_code == 200
    assert await is_gone(address)


async def test_the_demo_account_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with started(tmp_path, "--scale", "demo") as first:
        made = (await call(first, "POST", "/v1/topups", BODY)).json()["id"]
        before = [topup["id"] for topup in await topups(first)]
    async with started(tmp_path, "--scale", "demo") as second:
        assert [topup["id"] for topup in await topups(second)] == before
        assert made in before
        assert second.api_key == first.api_key


async def test_its_folder_is_for_this_user_only(tmp_path: Path) -> None:
    async with started(tmp_path / "demo"):
        assert (tmp_path / "demo").stat().st_mode & 0o777 == 0o700


async def test_starting_it_twice_gives_the_one_that_runs(tmp_path: Path) -> None:
    server = DemoServer(tmp_path, EMPTY)
    first, second = await asyncio.gather(server.start(), server.start())
    assert first == second == await server.start()
    await server.stop()
    assert await is_gone(first)


async def test_one_that_was_begun_is_the_one_that_is_waited_for(tmp_path: Path) -> None:
    server = DemoServer(tmp_path, EMPTY)
    server.begin()
    begun = server._process
    address = await server.start()
    assert server._process is begun
    assert (await call(address, "GET", "/v1/topups")).status_code == 200
    await server.stop()


async def test_what_could_not_be_begun_fails_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    server = DemoServer(tmp_path / "file" / "demo")
    server.begin()
    with pytest.raises(StorageError):
        await server.start()


async def test_a_start_given_up_halfway_does_not_spoil_the_next(tmp_path: Path) -> None:
    server = DemoServer(tmp_path, EMPTY)
    given_up = asyncio.gather(server.start())
    await asyncio.sleep(0)
    given_up.cancel()
    address = await server.start()
    assert (await call(address, "GET", "/v1/topups")).status_code == 200
    await server.stop()


async def test_it_can_be_started_again_after_it_was_killed(tmp_path: Path) -> None:
    server = DemoServer(tmp_path, EMPTY)
    first = await server.start()
    assert server._process is not None
    server._process.kill()
    server._process.wait()
    second = await server.start()
    assert (await call(second, "GET", "/v1/topups")).status_code == 200
    assert await is_gone(first)
    await server.stop()


async def test_stopping_what_does_not_run_is_nothing(tmp_path: Path) -> None:
    await DemoServer(tmp_path).stop()


async def test_one_that_is_being_started_ends_with_the_app(tmp_path: Path) -> None:
    server = DemoServer(tmp_path, EMPTY)
    starting = asyncio.get_running_loop().create_task(server.start())
    await asyncio.sleep(0)
    await server.close()
    with suppress(SandboxError):  # or it was ready just before
        assert await is_gone(await starting)
    with pytest.raises(SandboxError):
        await server.start()


async def test_a_folder_in_use_is_reported_with_what_the_service_printed(tmp_path: Path) -> None:
    async with started(tmp_path) as first:
        with pytest.raises(SandboxInUseError) as caught:
            await DemoServer(tmp_path, EMPTY).start()
        assert f"another sandbox uses the data folder {tmp_path}" in caught.value.detail
        assert (await call(first, "GET", "/v1/topups")).status_code == 200


async def test_data_of_a_newer_version_are_reported_with_what_the_service_printed(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "sandbox.sqlite3")) as database:
        database.execute("PRAGMA user_version = 9")
    with pytest.raises(SandboxError) as caught:
        await DemoServer(tmp_path, EMPTY).start()
    assert "version 9" in caught.value.detail
    assert "Traceback" not in caught.value.detail


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "faults are possible here")
@pytest.mark.parametrize("calls", ["pwrite64", "write"])
async def test_a_full_disk_is_a_storage_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: str
) -> None:
    """Its data are written by `pwrite64`, its key by `write`."""
    fault = f"inject={calls}:error=ENOSPC:when=1"
    tracing = ("strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e", fault)
    monkeypatch.setattr(demo, "command_of", lambda program: [*tracing, *command_of(program)])
    with pytest.raises(StorageError) as caught:
        async with started(tmp_path / "demo"):
            pass
    assert caught.value.reason == "full"


async def test_damaged_data_begin_anew(tmp_path: Path) -> None:
    (tmp_path / "sandbox.sqlite3").write_bytes(b"no database" * 500)
    async with started(tmp_path) as address:
        assert await topups(address) == []
    assert len(list(tmp_path.glob("sandbox.corrupt-*.sqlite3"))) == 1  # noqa: ASYNC240 (a folder of a test)


async def test_a_folder_that_can_not_be_made_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageError):
        await DemoServer(tmp_path / "file" / "demo").start()


async def test_a_folder_named_as_the_sandbox_where_the_app_is_started_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tollhouse_sandbox").mkdir()
    stranger = "raise SystemExit('a stranger ran')"
    (tmp_path / "tollhouse_sandbox" / "__main__.py").write_text(stranger, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    async with started(tmp_path / "demo") as address:
        assert await topups(address) == []


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
async def test_a_real_account_s_key_does_not_reach_the_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOLLHOUSE_API_KEY", "canary-of-a-live-key")
    server = DemoServer(tmp_path, EMPTY)
    await server.start()
    assert server._process is not None
    seen = environment_of(server._process.pid)
    await server.stop()
    assert b"PATH=" in seen
    assert b"canary" not in seen


async def test_the_key_is_not_in_what_a_log_would_show(tmp_path: Path) -> None:
    async with started(tmp_path) as address:
        assert address.api_key not in repr(address)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
async def test_a_killed_app_takes_it_along(tmp_path: Path) -> None:
    code = (
        "import asyncio, json, pathlib, sys, time\n"
        "from app.services.demo import DemoServer\n"
        "server = DemoServer(pathlib.Path(sys.argv[1]), ('--scale', 'empty'))\n"
        "address = asyncio.run(server.start())\n"
        "print(json.dumps([address.base_url, address.api_key]), server._process.pid, sep='\\n', flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen(  # noqa: ASYNC220 (the test waits for nothing else)
        [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as app:
        assert app.stdout is not None
        address = DemoAddress(*json.loads(app.stdout.readline()))
        sandbox = int(app.stdout.readline())
        assert not await is_gone(address)
        app.send_signal(signal.SIGKILL)
    wait_for_the_end(sandbox)
    assert await is_gone(address)


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are POSIX")
def test_an_interrupt_at_the_terminal_is_for_the_app_to_decide(tmp_path: Path) -> None:
    """It may ask first. The terminal sends it to the whole group, here before it could be handled."""
    code = """
import asyncio, os, signal, sys
from pathlib import Path
from app.services.demo import DemoServer
signal.signal(signal.SIGINT, lambda *_: None)
server = DemoServer(Path(sys.argv[1]), ("--scale", "empty"))
process = server._launch()
os.killpg(0, signal.SIGINT)
asyncio.run(server.start())
print(server._process is process)
asyncio.run(server.stop())
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        process_group=0,
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def environment_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


def wait_for_the_end(pid: int) -> None:
    """Waits ten seconds at most for a process that is no child of this one."""
    limit = time.monotonic() + 10
    while is_running(pid):
        assert time.monotonic() < limit, "it lives on"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Whether a process lives; one that ended and was not yet fetched by its new parent does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"

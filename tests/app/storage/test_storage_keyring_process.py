"""The keyring process: it does what it is asked, and it ends, however the wait for it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.models.keys import KeyRequest, KeyResponse, KeyState
from app.programs import KEYRING, command_of
from app.storage import keyring_process
from app.storage.keyring_process import KeyringProcess
from app.storage.keyring_program import UNUSED
from app.storage.keys import KeyringTimeouts, KeyStore
from support.families import has_ended
from support.keyring_stand_in import StandIn
from support.waiting import until, wait_until

if TYPE_CHECKING:
    from collections.abc import Coroutine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

KEY = "a-live-key"
READ = KeyRequest("read", "acc_1")
PATIENT = KeyringTimeouts(60.0, 60.0)


_OPENED = """
import sys
from app.late_modules import import_late
from app.storage import keyring_program, keyrings
import_late(*keyring_program.UNUSED)
keyrings.choose_keyring()
print("keyring.backend" in sys.modules)
print(*(name for name in keyring_program.UNUSED if sys.modules[name].__spec__ is not None))
"""


def test_the_keyring_is_opened_without_what_its_library_imports_for_other_uses() -> None:
    reported = subprocess.run([sys.executable, "-c", _OPENED], capture_output=True, text=True, check=True)
    was_opened, *imported = reported.stdout.split()
    assert was_opened == "True"
    # Python's own libraries use them.
    used = {
        name for name, since in (("tempfile", (3, 12)), ("inspect", (3, 14))) if sys.version_info >= since
    }
    assert set(imported) <= used


@pytest.mark.parametrize("name", UNUSED)
def test_no_module_that_waits_is_missing(name: str) -> None:
    assert find_spec(name) is not None


async def test_each_operation_has_a_process_that_ends_with_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ring = StandIn(tmp_path)
    store = KeyStore(make_process=ring.make_process)
    assert (await store.read("acc_1")).state is KeyState.GONE
    assert await store.save("acc_1", KEY) is KeyState.STORED
    assert await store.read("acc_1") == KeyResponse(KeyState.STORED, KEY)
    assert await store.delete("acc_1") is KeyState.GONE
    assert (await store.name()).endswith("FileKeyring")
    assert not await store.is_absent()
    assert len(set(ring.pids)) == 6
    assert caplog.messages == []
    await until(ring.are_gone)


@pytest.mark.parametrize(
    "key", ["schlüssel-ключ-🔑", 'a "quoted"\\ key\n', "half of a pair \ud83d", "k" * 200_000]
)
async def test_a_key_arrives_as_it_is(tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}.items():
        monkeypatch.setenv(name, value)
    store = KeyStore(make_process=StandIn(tmp_path).make_process)
    assert await store.save("acc_1", key) is KeyState.STORED
    assert (await store.read("acc_1")).key == key


@pytest.fixture
async def hanging(tmp_path: Path) -> StandIn:
    """A keyring with one key, that hangs when it is asked again."""
    ring = StandIn(tmp_path)
    assert await KeyStore(make_process=ring.make_process).save("acc_1", KEY) is KeyState.STORED
    (tmp_path / "asked").unlink()
    ring.behavior = "hangs"
    return ring


def change(store: KeyStore, operation: str) -> Coroutine[Any, Any, KeyState]:
    return store.save("acc_1", "another-key") if operation == "save" else store.delete("acc_1")


@pytest.mark.parametrize("operation", ["save", "delete"])
@pytest.mark.parametrize("is_cancelled", [True, False], ids=["cancelled", "told to stop waiting"])
async def test_a_wait_that_is_given_up_ends_the_process_and_changes_nothing(
    hanging: StandIn, operation: str, *, is_cancelled: bool
) -> None:
    store = KeyStore(timeouts=PATIENT, make_process=hanging.make_process)
    assert not store.is_waiting
    store.stop_waiting()
    waiting = asyncio.gather(change(store, operation))
    await until(hanging.is_asked)
    assert store.is_waiting
    if is_cancelled:
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    else:
        store.stop_waiting()
        (state,) = await waiting
        assert state is KeyState.HANGING
    assert not store.is_waiting
    store.stop_waiting()
    await until(hanging.are_gone)
    hanging.let_answer()
    assert hanging.kept == {"acc_1": KEY}
    assert await change(store, operation) is (KeyState.STORED if operation == "save" else KeyState.GONE)


@pytest.mark.parametrize("operation", ["save", "delete"])
async def test_a_wait_that_takes_too_long_ends_the_process_and_changes_nothing(
    hanging: StandIn, operation: str
) -> None:
    store = KeyStore(timeouts=KeyringTimeouts(0.5, 0.5), make_process=hanging.make_process)
    assert await change(store, operation) is KeyState.HANGING
    await until(hanging.are_gone)
    hanging.let_answer()
    assert hanging.kept == {"acc_1": KEY}


async def test_a_keyring_is_waited_for_longer_where_its_password_may_be_entered(tmp_path: Path) -> None:
    ring = StandIn(tmp_path, "hangs")
    attended = KeyStore(timeouts=KeyringTimeouts(0.0, 60.0), make_process=ring.make_process)
    unattended = KeyStore(timeouts=KeyringTimeouts(60.0, 0.0), make_process=ring.make_process)
    async with asyncio.timeout(20):
        assert await attended.save("acc_1", KEY) is KeyState.HANGING
        assert (await attended.read("acc_1")).state is KeyState.HANGING
        assert await attended.delete("acc_1") is KeyState.HANGING
        assert (await unattended.read("acc_1", attended=False)).state is KeyState.HANGING
        assert await unattended.delete("acc_1", attended=False) is KeyState.HANGING
        assert await unattended.name() == ""
        assert not await unattended.is_absent()
    await until(ring.are_gone)


async def test_many_hanging_calls_hold_up_neither_the_loop_nor_its_threads(tmp_path: Path) -> None:
    ring = StandIn(tmp_path, "hangs")
    store = KeyStore(timeouts=KeyringTimeouts(0.3, 0.2), make_process=ring.make_process)
    loop = asyncio.get_running_loop()
    longest, last = 0.0, loop.time()
    reads = [store.read(f"acc_{count}", attended=count % 2 == 0) for count in range(20)]
    asking = asyncio.gather(*reads)
    while not asking.done():
        await asyncio.sleep(0.005)
        longest, last = max(longest, loop.time() - last), loop.time()
    assert {answer.state for answer in asking.result()} == {KeyState.HANGING}
    assert await asyncio.to_thread(lambda: "free") == "free"
    assert longest < 0.1
    assert len(ring.pids) <= 4, "processes for calls that were not even begun"
    await until(ring.are_gone)


async def test_who_only_asks_whether_there_is_a_keyring_waits_for_no_other_call(tmp_path: Path) -> None:
    ring = StandIn(tmp_path, "hangs")
    store = KeyStore(timeouts=PATIENT, make_process=ring.make_process)
    waiting = asyncio.gather(store.read("acc_1"))
    await until(ring.is_asked)
    assert not await store.is_absent()
    assert store.is_waiting
    ring.let_answer()
    (found,) = await waiting
    assert found.state is KeyState.GONE


async def test_a_crash_is_a_failure_and_dumps_no_core(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ring = StandIn(tmp_path, "crashes")
    store = KeyStore(make_process=ring.make_process)
    assert await store.save("acc_1", KEY) is KeyState.FAILED
    assert (await store.read("acc_1")).state is KeyState.FAILED
    assert await store.delete("acc_1") is KeyState.FAILED
    assert caplog.messages[-1] == f"keyring: delete failed: exit code {-signal.SIGABRT}"
    assert ring.is_asked()
    assert ring.core_limit <= 1
    await until(ring.are_gone)


def test_an_interrupt_at_the_terminal_is_for_the_app_to_decide(tmp_path: Path) -> None:
    """The terminal sends it to the whole group of the app, here before the new process could ignore it."""
    program = f"""
import os, signal
from app.models.keys import KeyRequest
from app.storage.keyring_process import KeyringProcess
signal.signal(signal.SIGINT, lambda *_: None)
process = KeyringProcess(KeyRequest("read", "acc_1"), {StandIn(tmp_path).command!r})
process.send()
os.killpg(0, signal.SIGINT)
print(process.respond().state)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
        process_group=0,
    )
    assert (done.stdout, done.stderr) == (f"{KeyState.GONE}\n", "")


@pytest.mark.parametrize(
    "output",
    [
        b"",
        b"no JSON\n",
        b"\xff\xfe\n",
        b"[]\n",
        b'"stored"\n',
        b'{"state": "stored"}\n',
        b'{"state": "unheard of", "key": null}\n',
        b"[" * 100_000,
    ],
    ids=lambda output: output[:20],
)
def test_what_is_no_response_is_a_failure(tmp_path: Path, output: bytes) -> None:
    (tmp_path / "output").write_bytes(output)
    process = KeyringProcess(READ, ["cat", str(tmp_path / "output")])
    assert process.respond().state is KeyState.FAILED
    process.end()


def test_one_that_is_given_up_while_it_starts_ends_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = StandIn(tmp_path, "hangs").make_process(READ)
    start = subprocess.Popen

    def start_and_give_up(*command: Any, **options: Any) -> subprocess.Popen[bytes]:
        started = start(*command, **options)
        process.kill()
        return started

    monkeypatch.setattr(subprocess, "Popen", start_and_give_up)
    response = process.respond()
    assert response == KeyResponse(KeyState.FAILED, reason=f"exit code {-signal.SIGKILL}")
    process.end()


def test_one_that_has_ended_before_its_response_is_needed_is_a_failure() -> None:
    process = KeyringProcess(READ, ["false"])
    process.send()
    assert process._process is not None
    process._process.wait()
    assert process.respond() == KeyResponse(KeyState.FAILED, reason="exit code 1")
    process.end()


def test_one_that_was_given_up_before_it_is_asked_is_never_started(tmp_path: Path) -> None:
    ring = StandIn(tmp_path)
    for give_up in (KeyringProcess.kill, KeyringProcess.end):
        process = ring.make_process(READ)
        give_up(process)
        expected = KeyResponse(KeyState.FAILED, reason="not started")
        assert process.respond() == expected
    assert ring.pids == []


async def test_a_program_that_can_t_be_started_is_a_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = KeyStore(make_process=lambda request: KeyringProcess(request, [str(tmp_path / "nothing")]))
    store.begin_read("acc_1")
    assert await store.save("acc_1", KEY) is KeyState.FAILED
    assert (await store.read("acc_1")).state is KeyState.FAILED
    assert await store.delete("acc_1") is KeyState.FAILED
    assert caplog.messages[-1] == "keyring: delete failed: not started"
    assert await store.name() == ""
    assert not await store.is_absent()


async def test_a_read_that_was_begun_has_its_response_when_it_is_needed(tmp_path: Path) -> None:
    ring = StandIn(tmp_path)
    ring.keep({"acc_1": KEY})
    store = KeyStore(make_process=ring.make_process)
    store.begin_read("acc_1")
    await until(ring.is_asked)
    ring.keep({})
    assert (await store.read("acc_1")).key == KEY
    assert len(ring.pids) == 1
    assert (await store.read("acc_1")).state is KeyState.GONE
    assert len(ring.pids) == 2
    await until(ring.are_gone)


async def test_a_read_that_was_begun_is_of_no_use_after_another_operation(tmp_path: Path) -> None:
    ring = StandIn(tmp_path)
    ring.keep({"acc_1": "old", "acc_2": "other"})
    store = KeyStore(make_process=ring.make_process)
    store.begin_read("acc_1")
    await until(ring.is_asked)
    assert (await store.read("acc_2")).key == "other"
    ring.keep({"acc_1": KEY})
    assert (await store.read("acc_1")).key == KEY
    await until(ring.are_gone)


async def test_a_read_that_was_begun_ends_with_the_store(tmp_path: Path) -> None:
    ring = StandIn(tmp_path, "hangs")
    store = KeyStore(make_process=ring.make_process)
    store.begin_read("acc_1")
    await until(ring.is_asked)
    await store.close()
    assert ring.are_gone()


async def test_a_read_that_was_begun_long_ago_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring = StandIn(tmp_path)
    ring.keep({"acc_1": "old"})
    store = KeyStore(make_process=ring.make_process)
    store.begin_read("acc_1")
    await until(ring.is_asked)
    ring.keep({"acc_1": KEY})
    monkeypatch.setattr(keyring_process, "_FRESH_SECONDS", 0)
    assert (await store.read("acc_1")).key == KEY
    assert len(ring.pids) == 2
    await until(ring.are_gone)


async def test_a_read_that_can_t_be_begun_again_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexec cat\n", encoding="ascii")
    program.chmod(0o700)
    store = KeyStore(make_process=lambda request: KeyringProcess(request, [str(program)]))
    store.begin_read("acc_1")
    program.unlink()
    monkeypatch.setattr(keyring_process, "_FRESH_SECONDS", 0)
    async with asyncio.timeout(20):
        assert (await store.read("acc_1")).state is KeyState.FAILED
    assert caplog.messages == ["keyring: read failed: not started"]


PARENT = """
import sys
from app.models.keys import KeyRequest
from support.families import has_ended
from support.keyring_stand_in import StandIn
from pathlib import Path
process = StandIn(Path(sys.argv[1]), "hangs").make_process(KeyRequest("read", "acc_1"))
getattr(process, sys.argv[2])()
sys.stdin.read()
"""


@pytest.mark.parametrize("does", ["send", "respond"])
def test_it_ends_with_the_app_even_if_that_is_killed(tmp_path: Path, does: str) -> None:
    ring = StandIn(tmp_path)
    command = [sys.executable, "-c", PARENT, str(tmp_path), does]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as app:
        wait_until(ring.is_asked)
        app.kill()
    (pid,) = ring.pids
    wait_until(lambda: has_ended(pid))


async def test_a_key_is_only_in_the_pipes(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("TOLLHOUSE_API_KEY", KEY)
    ring = StandIn(tmp_path, "talks")
    store = KeyStore(make_process=ring.make_process)
    assert await store.save("acc_1", KEY) is KeyState.FAILED
    assert caplog.messages == ["keyring: save failed: RuntimeError"]
    assert KEY not in ring.environment
    assert capfd.readouterr() == ("", "")
    assert KEY not in repr((KeyRequest("save", "acc_1", KEY), KeyResponse(KeyState.STORED, KEY)))


def test_the_program_of_the_app_answers_and_ends(tmp_path: Path) -> None:
    # A folder of that name in the working directory is not taken for ours.
    (tmp_path / "app").mkdir()
    environment = os.environ | {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={tmp_path}/nothing"}
    with subprocess.Popen(
        command_of(KEYRING), cwd=tmp_path, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"operation": "read", "account_id": "acc_1", "key": ""}\n')
        process.stdin.flush()
        assert process.stdout.readline() == b'{"state": "absent", "key": null, "reason": ""}\n'
        assert process.wait(20) == 0

"""One app for each user: who is first, who calls it forward, and what a killed one leaves behind."""

from __future__ import annotations

import errno
import json
import logging
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from app.storage.instance import Instance

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIRST = """
import sys, time
from pathlib import Path
from app.storage.instance import Instance
instance = Instance(Path(sys.argv[1]))
assert instance.claim()
instance.listen(lambda: print("raised", flush=True))
print("first", flush=True)
time.sleep(60)
"""


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that is the first."""
    command = [sys.executable, "-c", FIRST, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "first\n"
        yield process
        process.kill()


def test_the_second_one_raises_the_first(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    assert not Instance(tmp_path).claim()
    assert other.stdout is not None
    for _time in range(3):
        assert Instance(tmp_path).claim_or_call()
        assert other.stdout.readline() == "raised\n"


def test_a_killed_one_is_first_no_longer(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    other.kill()
    other.wait()
    assert list(tmp_path.iterdir())
    called = threading.Event()
    instance = Instance(tmp_path)
    assert instance.claim()
    instance.listen(called.set)
    try:
        assert Instance(tmp_path).claim_or_call()
        assert called.wait(5)
    finally:
        instance.close()


def test_the_next_one_is_first_after_an_ordinary_end(tmp_path: Path) -> None:
    for _start in range(3):
        instance = Instance(tmp_path)
        assert instance.claim()
        instance.listen(lambda: None)
        instance.close()
    assert [file.name for file in tmp_path.iterdir()] == ["instance.lock"]
    instance = Instance(tmp_path)
    assert instance.claim_or_call(0.1) is None
    instance.close()


def test_a_first_one_that_does_not_answer_is_given_up(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    other.send_signal(signal.SIGSTOP)
    os.waitpid(other.pid, os.WUNTRACED)
    started = time.monotonic()
    assert Instance(tmp_path).claim_or_call(0.1) is False
    assert time.monotonic() - started < 10
    other.send_signal(signal.SIGCONT)


def test_the_second_one_is_first_once_an_ending_one_has_ended(tmp_path: Path) -> None:
    ending, second = Instance(tmp_path), Instance(tmp_path)
    assert ending.claim()
    ending.listen(lambda: None)
    ending.stop_listening()
    threading.Timer(0.2, ending.close).start()
    assert second.claim_or_call() is None
    second.close()


def test_only_this_user_can_call(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    del other
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert modes == {"instance.lock": 0o600, "instance.json": 0o600, "instance.socket": 0o600}


def test_a_caller_without_the_token_is_not_heard(tmp_path: Path) -> None:
    called = threading.Event()
    instance = Instance(tmp_path)
    assert instance.claim()
    instance.listen(called.set)
    try:
        address = json.loads((tmp_path / "instance.json").read_text())["address"]
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.connect(address)
            stranger.sendall(b"0" * 64)
            assert stranger.recv(16) == b""
        assert not called.is_set()
        assert Instance(tmp_path).claim_or_call()
        assert called.wait(5)
    finally:
        instance.close()


def test_a_listener_that_raises_is_logged_and_the_next_call_is_taken(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    calls = []

    def fail_once() -> None:
        calls.append(1)
        if len(calls) == 1:
            raise RuntimeError("Signal source has been deleted")

    instance = Instance(tmp_path)
    assert instance.claim()
    instance.listen(fail_once)
    try:
        with caplog.at_level(logging.ERROR, "tollhouse.instance"):
            assert Instance(tmp_path).claim_or_call()
        assert len(calls) == 2, "the first call was not answered, and made again"
        assert "Signal source has been deleted" in caplog.text
    finally:
        instance.close()


def test_a_failed_accept_does_not_end_the_listening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accept, failures = socket.socket.accept, [OSError(errno.EMFILE, "too many open files")]

    def fail_once(listening: socket.socket) -> tuple[socket.socket, object]:
        if failures:
            raise failures.pop()
        return accept(listening)

    monkeypatch.setattr(socket.socket, "accept", fail_once)
    instance = Instance(tmp_path)
    assert instance.claim()
    instance.listen(lambda: None)
    try:
        assert Instance(tmp_path).claim_or_call()
        assert not failures
    finally:
        instance.close()
    for thread in threading.enumerate():
        if thread.name == "instance":
            thread.join(5)
            assert not thread.is_alive(), "closing ends it"


def test_a_folder_with_a_path_too_long_for_a_socket(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    called = threading.Event()
    instance = Instance(folder)
    assert instance.claim()
    instance.listen(called.set)
    try:
        assert Instance(folder).claim_or_call()
        assert called.wait(5)
    finally:
        instance.close()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"address": 3, "token": "x"}', '{"token": "x"}'])
def test_a_damaged_card_is_no_answer(tmp_path: Path, content: str) -> None:
    (tmp_path / "instance.json").write_text(content)
    instance = Instance(tmp_path)
    assert instance.claim_or_call(0.1) is None
    instance.close()

"""The sandbox starts, says that it is ready, keeps its data, and ends when it should."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.sandbox_process import SandboxProcess, start_sandbox

BODY = {"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"}


def topups(sandbox: SandboxProcess) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = httpx.get(f"{sandbox.base_url}/v1/topups", headers=sandbox.headers).json()[
        "data"
    ]
    return data


def create(sandbox: SandboxProcess, key: str = "") -> str:
    headers = {**sandbox.headers, "Idempotency-Key": key}
    return str(httpx.post(f"{sandbox.base_url}/v1/topups", json=BODY, headers=headers).json()["id"])


def run_to_its_end(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tollhouse_sandbox", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)


def test_the_ready_line_gives_an_address_and_a_random_key() -> None:
    with start_sandbox() as first, start_sandbox() as second:
        assert set(first.ready) >= {"base_url", "api_key"}
        assert first.base_url.startswith("http://127.0.0.1:")
        assert first.base_url != second.base_url
        assert first.api_key != second.api_key
        assert len(first.api_key) >= 43
        assert len(topups(first)) == 20


def test_a_signal_ends_it_within_a_second_also_with_a_connection_open() -> None:
    with start_sandbox("--scale", "empty") as sandbox, httpx.Client(headers=sandbox.headers) as client:
        client.get(f"{sandbox.base_url}/v1/topups")
        started = time.monotonic()
        assert sandbox.stop() == 0
        assert time.monotonic() - started < 2


def test_the_end_of_stdin_ends_it() -> None:
    sandbox = start_sandbox("--scale", "empty")
    assert sandbox.process.stdin is not None
    sandbox.process.stdin.close()
    assert sandbox.process.wait(timeout=10) == 0
    sandbox.stop()


def test_a_killed_parent_takes_it_along() -> None:
    code = (
        "import subprocess, sys, time;"
        "child = subprocess.Popen([sys.executable, '-m', 'tollhouse_sandbox', '--watch-stdin',"
        " '--scale', 'empty'], stdin=subprocess.PIPE);"
        "time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    ready = json.loads(parent.stdout.readline())
    parent.kill()
    parent.wait()
    # The child holds the other end of the pipe: it has ended when the pipe has.
    assert parent.stdout.read() == ""
    parent.stdout.close()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{ready['base_url']}/v1/catalog/coins")


def test_data_and_key_survive_a_restart_and_a_crash(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    arguments = ("--data", str(folder), "--scale", "empty")
    with start_sandbox(*arguments) as sandbox:
        key, first = sandbox.api_key, create(sandbox, "k1")
    with start_sandbox(*arguments) as sandbox:
        assert sandbox.api_key == key
        assert create(sandbox, "k1") == first
        second = create(sandbox)
        assert sandbox.kill() != 0
    with start_sandbox(*arguments) as sandbox:
        assert [item["id"] for item in topups(sandbox)] == [second, first]


def test_the_clock_does_not_go_back_over_a_restart(tmp_path: Path) -> None:
    arguments = ("--data", str(tmp_path / "data"), "--scale", "empty")
    with start_sandbox(*arguments) as sandbox:
        topup_id = create(sandbox)
        clock = f"{sandbox.base_url}/_sandbox/clock"
        httpx.post(clock, json={"advance_seconds": 3600}, headers=sandbox.headers)
        sandbox.kill()
    with start_sandbox(*arguments) as sandbox:
        assert [(item["id"], item["status"]) for item in topups(sandbox)] == [(topup_id, "expired")]


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_only_the_owner_can_read_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    with start_sandbox("--data", str(folder), "--scale", "empty"):
        assert folder.stat().st_mode & 0o777 == 0o700
        for path in folder.iterdir():
            assert path.stat().st_mode & 0o777 == 0o600, path.name


def test_a_taken_port_is_refused_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = run_to_its_end("--port", str(taken.getsockname()[1]))
    assert_one_line(ended)


def test_a_folder_that_is_no_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    assert_one_line(run_to_its_end("--data", str(path)))


def test_a_broken_database_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "sandbox.sqlite3").write_bytes(b"nonsense" * 1000)
    assert_one_line(run_to_its_end("--data", str(tmp_path)))


def test_a_folder_in_use_is_refused_in_one_line(tmp_path: Path) -> None:
    with start_sandbox("--data", str(tmp_path), "--scale", "empty"):
        assert_one_line(run_to_its_end("--data", str(tmp_path)))


@pytest.mark.parametrize(
    "arguments",
    [("--port", "70000"), ("--speed", "-1"), ("--speed", "nan"), ("--scale", "huge"), ("--seed", "x")],
)
def test_wrong_arguments_are_refused(arguments: tuple[str, str]) -> None:
    ended = run_to_its_end(*arguments)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr


def assert_one_line(ended: subprocess.CompletedProcess[str]) -> None:
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert ended.stderr.startswith("tollhouse-sandbox: ")
    assert ended.stdout == ""

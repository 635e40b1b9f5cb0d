"""The sandbox starts, says that it is ready, keeps its data, and ends when it should."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import pytest

from tollhouse_sandbox.process import SandboxProcess, start_sandbox

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


def test_a_signal_ends_it_also_while_it_is_still_being_loaded(tmp_path: Path) -> None:
    arguments = ("--data", str(tmp_path), "--scale", "empty")
    assert start_sandbox(*arguments).stop() == 0
    with start_sandbox(*arguments) as sandbox:
        assert topups(sandbox) == []


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


def test_a_folder_that_is_no_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    assert_one_line(run_to_its_end("--data", str(path)))


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_damaged_database_is_set_aside_and_begun_anew(tmp_path: Path, is_cut: bool) -> None:  # noqa: FBT001 (a parameter)
    arguments = ("--data", str(tmp_path))
    with start_sandbox(*arguments) as sandbox:
        whole = topups(sandbox)
    path = tmp_path / "sandbox.sqlite3"
    damaged = path.read_bytes()[: 3 * 4096] if is_cut else b"damaged" * 2000
    path.write_bytes(damaged)
    with start_sandbox(*arguments) as sandbox:
        assert len(topups(sandbox)) == len(whole)
    (aside,) = tmp_path.glob("sandbox.corrupt-*.sqlite3")
    assert aside.read_bytes() == damaged


def test_data_whose_version_alone_is_damaged_are_used(tmp_path: Path) -> None:
    arguments = ("--data", str(tmp_path), "--scale", "empty")
    with start_sandbox(*arguments) as sandbox:
        made = create(sandbox)
    for damaged in (0, 513):
        with closing(sqlite3.connect(tmp_path / "sandbox.sqlite3")) as database:
            database.execute(f"PRAGMA user_version = {damaged}")
        with start_sandbox(*arguments) as sandbox:
            assert [one["id"] for one in topups(sandbox)] == [made]


def test_a_folder_in_use_is_refused_in_one_line(tmp_path: Path) -> None:
    with start_sandbox("--data", str(tmp_path), "--scale", "empty"):
        assert_one_line(run_to_its_end("--data", str(tmp_path)))


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def test_ports_and_key_can_be_given() -> None:
    port, http, socks = free_ports(3)
    key = "for-tests"
    with start_sandbox(
        "--port",
        str(port),
        "--gateway-http-port",
        str(http),
        "--gateway-socks-port",
        str(socks),
        "--api-key",
        key,
    ) as sandbox:
        assert sandbox.ready == {
            "base_url": f"http://127.0.0.1:{port}",
            "api_key": key,
            "gateway": {"host": "127.0.0.1", "http_port": http, "socks_port": socks},
        }
        subscriptions = httpx.get(f"{sandbox.base_url}/v1/residential/subscriptions", headers=sandbox.headers)
        assert subscriptions.json()["data"][0]["endpoint"] == {
            "host": "127.0.0.1",
            "httpPort": http,
            "socksPort": socks,
        }


def test_a_given_key_does_not_replace_the_saved_one(tmp_path: Path) -> None:
    arguments = ("--data", str(tmp_path / "data"), "--scale", "empty")
    with start_sandbox(*arguments) as sandbox:
        key = sandbox.api_key
    with start_sandbox(*arguments, "--api-key", "for-tests") as sandbox:
        assert topups(sandbox) == []
    with start_sandbox(*arguments) as sandbox:
        assert sandbox.api_key == key


@pytest.mark.parametrize(
    ("host", "shown"), [("0.0.0.0", "127.0.0.1"), ("::1", "[::1]"), ("127.0.0.2", "127.0.0.2")]
)
def test_it_listens_at_the_given_host(host: str, shown: str) -> None:
    with start_sandbox("--scale", "empty", "--host", host) as sandbox:
        assert sandbox.base_url.startswith(f"http://{shown}:")
        assert sandbox.ready["gateway"]["host"] == shown.strip("[]")
        assert topups(sandbox) == []


def test_a_warning_is_printed_where_other_computers_can_connect() -> None:
    taken_after_the_warning = str(free_ports(1)[0])
    command = [sys.executable, "-m", "tollhouse_sandbox", "--watch-stdin", "--port", taken_after_the_warning]
    for host, warns in (("0.0.0.0", True), ("127.0.0.1", False)):
        ended = subprocess.run(
            [*command, "--host", host], input="", capture_output=True, text=True, timeout=20, check=False
        )
        assert (ended.returncode, "other computers" in ended.stderr) == (0, warns)


def test_nothing_is_printed_about_its_own_bodies() -> None:
    command = [sys.executable, "-m", "tollhouse_sandbox", "--watch-stdin", "--scale", "empty"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        headers = {"Authorization": f"Bearer {ready['api_key']}"}
        assert httpx.post(f"{ready['base_url']}/v1/topups", json=BODY, headers=headers).is_success
        assert httpx.get(f"{ready['base_url']}/openapi.json").is_success
        _output, errors = process.communicate(timeout=20)
    assert errors == ""


def test_the_version_is_printed() -> None:
    ended = run_to_its_end("--version")
    assert (ended.returncode, ended.stdout) == (0, f"tollhouse-sandbox {version('tollhouse')}\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("option", ["--help", "--version", "--variants", "--scale=empty"])
def test_an_output_that_cannot_be_written_is_one_line(option: str) -> None:
    command = [sys.executable, "-m", "tollhouse_sandbox", option]
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr == "tollhouse-sandbox: No space left on device\n"


def test_it_serves_without_standard_output() -> None:
    (port,) = free_ports(1)
    command = f"exec {sys.executable} -m tollhouse_sandbox --watch-stdin --scale empty --port {port} >&-"
    with subprocess.Popen(["sh", "-c", command], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:
            answer = client.get(f"http://127.0.0.1:{port}/")
        _output, errors = process.communicate(timeout=20)
    assert (answer.status_code, process.returncode, errors) == (200, 0, b"")


@pytest.mark.parametrize("option", ["--port", "--gateway-http-port", "--gateway-socks-port"])
def test_a_taken_port_of_the_gateway_is_named(option: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = run_to_its_end(option, str(port))
    assert_one_line(ended)
    assert f"127.0.0.1:{port}" in ended.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--port", "70000"),
        ("--port", "x"),
        ("--host", "example.com"),
        ("--api-key", "a b"),
        ("--api-key", ""),
        ("--speed", "-1"),
        ("--speed", "nan"),
        ("--scale", "huge"),
        ("--seed", "x"),
    ],
)
def test_wrong_arguments_are_refused(arguments: tuple[str, str]) -> None:
    ended = run_to_its_end(*arguments)
    assert_one_line(ended)
    assert ended.stderr.endswith("See 'tollhouse-sandbox --help'.\n")
    assert "_port" not in ended.stderr


def assert_one_line(ended: subprocess.CompletedProcess[str]) -> None:
    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert ended.stderr.startswith("tollhouse-sandbox: ")
    assert ended.stdout == ""

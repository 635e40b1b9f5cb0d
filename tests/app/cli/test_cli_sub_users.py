"""Sub-users at the terminal: listed, added, changed and imported, nothing half done."""

from __future__ import annotations

import argparse
import asyncio
import gc
import io
import json
import os
import pty
import signal
import sys
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from app.cli.output import Terminal
from app.cli.run import main
from app.cli.session import Context, confirm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.account_process import Oracle
    from support.command_process import CommandLine
    from tollhouse_sandbox.process import SandboxProcess

NAME = "Ad checks"
ROUTE = "/v1/residential/subscriptions/{id}/sub-users"


@pytest.fixture
def truth(sandbox: SandboxProcess) -> Iterator[Callable[[], dict[str, dict[str, Any]]]]:
    """The sub-users as the service has them, by label."""
    with httpx.Client(base_url=sandbox.base_url, headers=sandbox.headers, trust_env=False) as http:
        subscriptions = http.get("/v1/residential/subscriptions").json()["data"]
        (one,) = [found["id"] for found in subscriptions if found["label"] == NAME]

        def ask() -> dict[str, dict[str, Any]]:
            found = http.get(f"/v1/residential/subscriptions/{one}/sub-users").json()["data"]
            return {each["label"]: each for each in found}

        yield ask


def test_they_are_listed_without_passwords(command: CommandLine, truth: Callable[[], Any]) -> None:
    listed = command.read("sub-users", "list", NAME)
    assert {one["label"] for one in listed} == set(truth())
    assert not any("password" in one for one in listed)
    table = command.run("sub-users", "list", "ad checks").stdout
    assert all(label in table for label in truth())
    assert f"{len(listed)} of 50" in table


def test_an_allowance_comes_on_top_of_what_was_used(command: CommandLine, truth: Callable[[], Any]) -> None:
    label, before = max(truth().items(), key=lambda found: found[1]["trafficUsedBytes"])
    assert before["trafficUsedBytes"] > 0
    done = command.call("sub-users", "cap", NAME, label, "--add", "5")
    assert (done.returncode, done.stderr) == (0, "")
    assert truth()[label]["trafficLimitBytes"] == before["trafficUsedBytes"] + 5_000_000_000
    for option in ("--set", "--add"):
        assert command.call("sub-users", "cap", NAME, label, option, "").returncode == 2
    assert truth()[label]["trafficLimitBytes"] is not None


def test_they_are_added_changed_and_deleted(command: CommandLine, truth: Callable[[], Any]) -> None:
    added = command.run("sub-users", "add", NAME, "Team A", "--cap", "5", "--password", typed="p@s:s w/rd\n")
    assert added.returncode == 0, added.stderr
    assert truth()["Team A"]["trafficLimitBytes"] == 5_000_000_000
    assert truth()["Team A"]["password"] == "p@s:s w/rd"
    assert "p@s:s" not in added.stdout + added.stderr
    assert command.call("sub-users", "add", NAME, "Team B").returncode == 0
    assert truth()["Team B"]["trafficLimitBytes"] is None
    for line in ("cap --set 0.5", "disable"):
        action, *options = line.split()
        done = command.call("sub-users", action, NAME, "team a", truth()["Team B"]["id"], *options)
        assert (done.returncode, done.stderr) == (0, ""), line
    for label in ("Team A", "Team B"):
        assert truth()[label]["trafficLimitBytes"] == 500_000_000
        assert truth()[label]["enabled"] is False
    assert command.call("sub-users", "enable", NAME, "Team A").returncode == 0
    assert command.call("sub-users", "cap", NAME, "Team A", "--none").returncode == 0
    assert truth()["Team A"]["trafficLimitBytes"] is None
    assert truth()["Team A"]["enabled"] is True
    asked = command.call("sub-users", "delete", NAME, "Team A", "Team B")
    assert asked.returncode == 2
    assert "Team A" in truth()
    wrong = command.call("sub-users", "delete", NAME, "Team A", "Team C", "--yes")
    assert wrong.returncode == 2
    assert "Team A" in truth(), "none is deleted where a name is wrong"
    done = command.call("sub-users", "delete", NAME, "Team A", "Team B", "--yes")
    assert (done.returncode, done.stdout) == (0, "2 sub-users deleted.\n")
    assert not {"Team A", "Team B"} & set(truth())


def test_deleting_asks_at_a_terminal(command: CommandLine, truth: Callable[[], Any]) -> None:
    assert command.call("sub-users", "add", NAME, "Asked").returncode == 0
    for answer, code in (("n\n", 1), ("y\n", 0)):
        with command.at_terminal("sub-users", "delete", NAME, "Asked") as terminal:
            terminal.wait_for("[y/N]")
            assert "Asked" in truth()
            terminal.type(answer)
            assert terminal.end() == code
    assert "Asked" not in truth()


def test_a_file_is_imported_whole_or_not_at_all(
    command: CommandLine, truth: Callable[[], Any], tmp_path: Path
) -> None:
    file = tmp_path / "team.csv"
    before = set(truth())
    file.write_text("label,password,cap\nOne,,1\n,secret-word,2\nThree,,much\n")
    refused = command.call("sub-users", "import", NAME, str(file))
    assert refused.returncode == 2
    assert "Line 3" in refused.stderr
    assert "Line 4" in refused.stderr
    assert "secret-word" not in refused.stderr
    assert set(truth()) == before
    file.write_text("label,password,cap\nOne,,1\nTwo,long-enough,\n")
    done = command.call("sub-users", "import", NAME, str(file))
    assert (done.returncode, done.stdout) == (0, "2 sub-users added.\n"), done.stderr
    assert set(truth()) == before | {"One", "Two"}
    assert command.call("sub-users", "import", NAME, str(tmp_path / "nothing.csv")).returncode == 2


def test_columns_that_are_not_imported_are_named(command: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "team.csv"
    file.write_text("Bezeichnung;Limit;Team\nNorth one;1;north\n")
    done = command.call("sub-users", "import", NAME, str(file))
    assert "Columns that are not imported: Limit, Team." in done.stderr
    assert (done.returncode, done.stdout) == (0, "1 sub-user added.\n"), done.stderr


def test_sub_users_that_cannot_be_read_take_room_too(
    command: CommandLine, truth: Callable[[], Any], oracle: Oracle, tmp_path: Path
) -> None:
    before = truth()
    every = {"route": f"GET {ROUTE}", "kind": "mutate", "every": True}
    oracle.set_faults(
        {"path": "data.0.createdAt", "value": "soon", **every},
        {"path": "limit", "value": len(before) + 1, **every},
    )
    listed = command.call("sub-users", "list", NAME)
    assert listed.stdout.endswith(f"{len(before)} of {len(before) + 1}\n")
    file = tmp_path / "team.csv"
    file.write_text("label\nOne more\nTwo more\n")
    done = command.call("sub-users", "import", NAME, str(file))
    assert done.returncode == 2, done.stdout
    assert "Line 3, Two more: There is no room left" in done.stderr
    assert set(truth()) == set(before)


def test_a_lost_response_is_read_back_or_unknown(
    command: CommandLine, truth: Callable[[], Any], oracle: Oracle
) -> None:
    oracle.set_faults({"kind": "reset_after", "route": f"POST {ROUTE}", "every": True})
    found = command.hurry("sub-users", "add", NAME, "Read back")
    assert found.returncode == 0, found.stderr
    oracle.set_faults(
        {"kind": "reset_after", "route": f"POST {ROUTE}", "every": True},
        {"kind": "reset_before", "route": f"GET {ROUTE}", "nth": 2, "every": True},
    )
    unknown = command.hurry("sub-users", "add", NAME, "Unknown")
    assert (unknown.returncode, unknown.stdout) == (3, "")
    oracle.set_faults()
    assert {"Read back", "Unknown"} <= set(truth())


def test_some_fail_and_others_do_not(command: CommandLine, truth: Callable[[], Any], oracle: Oracle) -> None:
    labels = list(truth())[:2]
    oracle.set_faults({"kind": "status", "status": 500, "route": f"PATCH {ROUTE}/{{id}}", "nth": 1})
    done = command.hurry("sub-users", "cap", NAME, *labels, "--set", "7.25")
    oracle.set_faults()
    assert done.returncode in {1, 3}
    assert "Cap set for 1 sub-user." in done.stdout
    assert "Row " in done.stderr
    caps = [truth()[label]["trafficLimitBytes"] for label in labels]
    assert caps.count(7_250_000_000) >= 1


def test_what_the_service_says_of_a_row_that_it_refuses_is_marked_as_details(
    command: CommandLine, truth: Callable[[], Any], oracle: Oracle
) -> None:
    labels = list(truth())[:2]
    body = json.dumps({"error": {"code": "frozen", "message": "FOREIGN\x1b[31m"}})
    oracle.set_faults(
        {"kind": "status", "status": 409, "route": f"PATCH {ROUTE}/{{id}}", "body": body, "every": True}
    )
    done = command.call("sub-users", "disable", NAME, *labels)
    assert done.returncode == 1
    _summary, *rows = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in rows] == ["tollhouse", "  Details"] * 2
    assert [label in line for label, line in zip(labels, rows[::2], strict=True)] == [True, True]
    assert not any("FOREIGN" in line for line in rows[::2])
    assert all("FOREIGN" in line for line in rows[1::2])
    assert "\x1b" not in done.stderr


def test_ctrl_c_at_the_question_deletes_nothing(command: CommandLine, truth: Callable[[], Any]) -> None:
    before = truth()
    label = next(iter(before))
    with command.at_terminal("sub-users", "delete", NAME, label) as terminal:
        terminal.wait_for("[y/N]")
        terminal.type("\x03")
        assert terminal.end() == 130
    assert terminal.text.rpartition("[y/N] ")[2] == "^C"
    assert truth() == before


def test_ctrl_c_at_the_moment_a_question_shows_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def flush(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)

    async def ask() -> None:
        terminal = Terminal(sys.stdout, is_live=False, has_color=False, columns=0)
        await confirm(Context(argparse.Namespace(yes=False), terminal, None), "Delete it?")  # type: ignore[arg-type] # (no service is asked)

    typing, at_terminal = pty.openpty()
    with os.fdopen(at_terminal) as stdin:
        os.write(typing, b"y\n")
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stderr", Screen())
        with pytest.raises(SystemExit, match="130"):
            asyncio.run(ask())
    os.close(typing)


def test_ctrl_c_before_a_question_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where the names of a command are looked up in thousands of sub-users."""

    async def delete(context: Context) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        await confirm(context, "Delete it?")
        return 0

    monkeypatch.setattr("app.cli.run._command", lambda _arguments: delete)
    monkeypatch.setattr("app.cli.run.turn_core_dumps_off", lambda: None)
    monkeypatch.setenv("TOLLHOUSE_HOME", str(tmp_path))
    typing, at_terminal = pty.openpty()
    with os.fdopen(at_terminal) as stdin:
        os.write(typing, b"y\n")
        monkeypatch.setattr(sys, "stdin", stdin)
        try:
            assert main(("sub-users", "delete", NAME, "Spare"), {}) == 130
        finally:
            gc.enable()
    os.close(typing)
    assert capsys.readouterr().err == ""


def test_a_signal_ends_a_run(command: CommandLine, oracle: Oracle, truth: Callable[[], Any]) -> None:
    oracle.set_faults({"kind": "delay", "seconds": 20.0, "route": f"PATCH {ROUTE}/{{id}}", "every": True})
    with command.at_terminal("sub-users", "disable", NAME, *list(truth())[:3]) as terminal:
        terminal.wait_for("Disabling")
        terminal.send(signal.SIGINT)
        code = terminal.end()
    oracle.set_faults()
    assert code in {3, 130}

"""Accounts at the terminal: the key is typed unseen, or comes by standard input; only the keyring has it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from support.command_process import CommandLine, Done
from support.private_desktop import MISSING, WHY_NOT, PrivateDesktop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tollhouse_sandbox.process import SandboxProcess

NO_BUS = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nothing"}


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[PrivateDesktop]:
    with PrivateDesktop(tmp_path / "desktop") as made:
        made.start_keyring()
        yield made


def errors(done: Done) -> str:
    """Returns what was printed beside the output, without the wait for a keyring on a busy machine."""
    return "".join(line for line in done.stderr.splitlines(keepends=True) if "another window" not in line)


def all_files(home: Path) -> str:
    return "".join(path.read_bytes().decode(errors="replace") for path in home.rglob("*") if path.is_file())


@pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)
def test_an_account_is_connected_used_and_removed(
    desktop: PrivateDesktop, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path / "home", variables=dict(desktop.env))
    added = command.run(
        "accounts", "add", sandbox.base_url, "--name", "Work", typed=f"{sandbox.api_key}\nignored\n"
    )
    assert (added.returncode, added.stdout, errors(added)) == (0, "Connected: Work\n", "")
    assert [one["id"] for one in command.read("subs", "--account", "work")]
    assert command.run("topups").returncode == 0, "the only account is the default"
    again = command.run("accounts", "add", sandbox.base_url, typed=sandbox.api_key)
    assert (again.returncode, errors(again)) == (2, "tollhouse: This account is already connected.\n")
    assert sandbox.api_key not in all_files(command.home)
    asked = command.run("accounts", "remove", "Work")
    assert asked.returncode == 2
    assert "--yes" in asked.stderr
    removed = command.run("accounts", "remove", "Work", "--yes")
    assert removed.returncode == 0, removed.stderr
    assert "Work" not in [one["name"] for one in json.loads(command.run("accounts", "list", "--json").stdout)]
    assert desktop.program().state("read", "acc_nothing") == "gone"


@pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)
def test_the_key_is_not_shown_while_it_is_typed(
    desktop: PrivateDesktop, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path / "home", variables=dict(desktop.env))
    with command.at_terminal("accounts", "add", sandbox.base_url) as terminal:
        terminal.wait_for("API key: ")
        terminal.type(f"{sandbox.api_key}\n")
        assert terminal.end() == 0
    assert sandbox.api_key not in terminal.text
    with command.at_terminal("accounts", "add", sandbox.base_url) as terminal:
        terminal.wait_for("API key: ")
        terminal.type("\x03")
        assert terminal.end() == 130


@pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)
def test_an_input_that_ends_at_a_question_is_an_empty_answer(
    desktop: PrivateDesktop, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path / "home", variables=dict(desktop.env))
    assert command.run("accounts", "add", sandbox.base_url, "--name", "Work", typed=sandbox.api_key).stdout
    for arguments, question, code, text in (
        (("add", "https://api.example.com"), "API key: ", 2, "Enter the API key."),
        (("remove", "Work"), "[y/N] ", 1, "Nothing was changed."),
    ):
        with command.at_terminal("accounts", *arguments) as terminal:
            terminal.wait_for(question)
            terminal.type("\x04")
            assert terminal.end() == code
        assert terminal.text.endswith(f"{question}\r\ntollhouse: {text}\r\n")


@pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)
def test_a_wait_for_the_keyring_is_explained(
    desktop: PrivateDesktop, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path / "home", variables=dict(desktop.env))
    assert command.run("accounts", "add", sandbox.base_url, typed=sandbox.api_key).returncode == 0
    desktop.stop_keyring()
    with command.at_terminal("subs") as terminal:
        terminal.wait_for("It may be asking for its password in another window.")
        terminal.type("\x03")
        assert terminal.end() == 130


@pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)
def test_who_ends_the_wait_for_the_keyring_connects_nothing(
    desktop: PrivateDesktop, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path / "home", variables=dict(desktop.env))
    desktop.stop_keyring()
    with command.at_terminal("accounts", "add", sandbox.base_url) as terminal:
        terminal.wait_for("API key: ")
        terminal.type(f"{sandbox.api_key}\n")
        terminal.wait_for("It may be asking for its password in another window.")
        terminal.type("\x03")
        assert terminal.end() == 130
    assert [one["name"] for one in command.read("accounts", "list")] == ["Demo account"]


@pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)
def test_a_locked_keyring_asks_once_for_its_password(
    desktop: PrivateDesktop, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path / "home", variables=dict(desktop.env))
    desktop.kill_keyring()
    desktop.start_keyring(locked=True)
    with desktop.prompter("no") as prompter:
        done = command.run("accounts", "add", sandbox.base_url, typed=sandbox.api_key)
    assert done.returncode == 1
    assert errors(done) == (
        "tollhouse: The account was not connected, because its key could not be saved."
        " The keyring is locked.\n"
    )
    assert prompter.stdout is not None
    assert prompter.stdout.read() == "asked\n"
    assert [one["name"] for one in command.read("accounts", "list")] == ["Demo account"]


def test_without_a_keyring_nothing_is_half_connected(sandbox: SandboxProcess, tmp_path: Path) -> None:
    command = CommandLine(tmp_path / "home", variables=NO_BUS)
    done = command.run("accounts", "add", sandbox.base_url, typed=sandbox.api_key)
    assert (done.returncode, done.stdout) == (1, "")
    # On a busy machine the wait for the keyring may be explained first.
    assert done.stderr.endswith(
        "tollhouse: The account was not connected, because its key could not be saved."
        " This computer has no keyring.\n"
    )
    assert [one["name"] for one in command.read("accounts", "list")] == ["Demo account"]


@pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)
def test_a_wrong_key_or_address_connects_nothing(
    desktop: PrivateDesktop, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path / "home", variables=dict(desktop.env))
    for address, key, code, text in (
        (sandbox.base_url, "wrong-key-0123456789", 1, "The service refuses this API key."),
        (sandbox.base_url, "", 2, "Enter the API key."),
    ):
        done = command.run("accounts", "add", address, typed=key)
        assert (done.returncode, done.stdout) == (code, ""), done.stderr
        assert text in done.stderr
        assert done.stderr.count("\n") == 1
    assert [one["name"] for one in command.read("accounts", "list")] == ["Demo account"]


def test_a_saved_account_without_its_key_says_so(sandbox: SandboxProcess, tmp_path: Path) -> None:
    command = CommandLine(tmp_path / "home", variables=NO_BUS)
    settings = command.home / "data" / "settings.json"
    settings.parent.mkdir(parents=True)
    account = {"id": "acc_1", "name": "Work", "address": sandbox.base_url, "colour": "blue"}
    settings.write_text(json.dumps({"version": 1, "accounts": [account], "lastAccount": "acc_1"}))
    done = command.run("topups")
    assert (done.returncode, done.stdout) == (1, "")
    # On a busy machine the wait for the keyring may be explained first.
    assert done.stderr.endswith("tollhouse: This account needs its API key. This computer has no keyring.\n")
    assert command.run("locations", "fin").returncode == 0, "it needs none"


def test_where_a_key_can_t_be_deleted_it_is_said_how_the_account_can_be(tmp_path: Path) -> None:
    command = CommandLine(tmp_path / "home", variables=NO_BUS)
    settings = command.home / "data" / "settings.json"
    settings.parent.mkdir(parents=True)
    account = {"id": "acc_1", "name": "Work", "address": "http://127.0.0.1:1", "colour": "blue"}
    settings.write_text(json.dumps({"version": 1, "accounts": [account]}))
    refused = command.run("accounts", "remove", "Work", "--yes")
    assert (refused.returncode, errors(refused)) == (
        1,
        (
            "tollhouse: The API key could not be removed from the keyring, so the account stays."
            " This computer has no keyring. With --leave-key it is removed all the same.\n"
        ),
    )
    assert command.run("accounts", "remove", "Work", "--yes", "--leave-key").returncode == 0


def test_accounts_of_one_name_are_found_by_their_ids(tmp_path: Path) -> None:
    command = CommandLine(tmp_path / "home", variables=NO_BUS)
    settings = command.home / "data" / "settings.json"
    settings.parent.mkdir(parents=True)
    accounts = [
        {"id": f"acc_{number}", "name": name, "address": f"http://127.0.0.1:{number}", "colour": "blue"}
        for number, name in enumerate(("Work", "Work", "work"), 1)
    ]
    settings.write_text(json.dumps({"version": 1, "accounts": accounts}))
    several = command.run("accounts", "remove", "Work", "--yes")
    assert (several.returncode, several.stderr) == (
        2,
        "tollhouse: Several have the name 'Work': use the ID.\n",
    )
    assert [one["id"] for one in command.read("accounts", "list")] == ["acc_1", "acc_2", "acc_3", "demo"]
    assert "acc_2" in command.run("accounts", "list").stdout
    assert command.run("accounts", "remove", "acc_2", "--yes", "--leave-key").returncode == 0
    exactly = command.run("accounts", "remove", "work", "--yes", "--leave-key")
    assert (exactly.returncode, exactly.stdout) == (0, "Removed: work\n")
    assert [one["id"] for one in command.read("accounts", "list")] == ["acc_1", "demo"]


def test_the_demo_can_be_used(tmp_path: Path) -> None:
    command = CommandLine(tmp_path / "home")
    done = command.run("topup", "50", "--coin", "BTC", "--account", "demo")
    assert done.returncode == 0, done.stderr
    assert "Demo account" in done.stdout

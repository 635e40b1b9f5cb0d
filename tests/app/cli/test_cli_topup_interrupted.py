"""A top-up at the terminal that something interrupts: never lost, never made twice."""

from __future__ import annotations

import json
import signal
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from support.command_process import CommandLine
from support.fault_script import CREATE, GET, LIST
from support.waiting import wait_until

if TYPE_CHECKING:
    from support.account_process import Oracle
    from tollhouse_sandbox.process import SandboxProcess


def test_an_unknown_outcome_is_code_3_and_the_next_run_goes_on(command: CommandLine, oracle: Oracle) -> None:
    oracle.set_faults(
        {"kind": "reset_after", "route": CREATE, "every": True},
        {"kind": "reset_before", "route": LIST, "every": True},
    )
    done = command.hurry("topup", "61", "--coin", "BTC")
    assert done.returncode == 3, done.stderr
    assert "never creates a second top-up" in " ".join(done.stderr.split())
    assert "Repeat the command of this top-up" in done.stderr
    assert "by itself" not in done.stderr
    assert "Amount to send" not in done.stdout
    oracle.set_faults()
    (topup_id,) = oracle.created_topups()
    again = command.call("topup", "61", "--coin", "BTC")
    assert again.returncode == 0, again.stderr
    assert topup_id in again.stdout
    assert oracle.created_topups() == []
    assert not command.pending()


def test_the_response_to_a_repeated_request_is_not_payable_until_it_is_confirmed(
    command: CommandLine, oracle: Oracle
) -> None:
    """It is the top-up as it was created, whatever has become of it since."""
    unlisted = {"kind": "reset_before", "route": LIST, "every": True}
    oracle.set_faults({"kind": "reset_after", "route": CREATE, "every": True}, unlisted)
    assert command.hurry("topup", "64", "--coin", "BTC").returncode == 3
    (topup_id,) = oracle.created_topups()
    oracle.set_faults()
    truth = oracle.topup(topup_id)
    oracle.set_faults({"kind": "status", "status": 500, "route": GET, "every": True})
    done = command.hurry("topup", "64", "--coin", "BTC")
    assert truth["address"] not in done.stdout
    assert done.returncode == 1, done.stderr
    assert "Not confirmed" in done.stdout
    assert topup_id in done.stdout
    oracle.set_faults()
    assert truth["address"] in command.call("topup", "show", topup_id).stdout


def test_a_refusal_of_unknown_outcome_is_not_called_no_response(command: CommandLine, oracle: Oracle) -> None:
    oracle.set_faults({"kind": "status", "status": 500, "route": CREATE, "every": True})
    done = command.hurry("topup", "62", "--coin", "BTC")
    assert done.returncode == 3, done.stderr
    assert "without a clear response so far" in done.stderr


def test_what_the_service_says_is_shown_where_a_request_is_reconciled(
    command: CommandLine, oracle: Oracle
) -> None:
    body = json.dumps({"error": {"message": "FOREIGN words"}})
    fails = {"kind": "status", "status": 500, "body": body, "every": True}
    oracle.set_faults({**fails, "route": CREATE}, {**fails, "route": LIST})
    for line in (("topup", "62", "--coin", "BTC"), ("topup", "63", "--coin", "BTC")):
        done = command.hurry(*line)
        assert "\n  Details: FOREIGN words\n" in done.stderr, done.stderr


def test_another_top_up_beside_an_unknown_one_is_confirmed(command: CommandLine, oracle: Oracle) -> None:
    faults: tuple[dict[str, Any], ...] = (
        {"kind": "reset_before", "route": CREATE, "every": True},
        {"kind": "reset_before", "route": LIST, "every": True},
    )
    oracle.set_faults(*faults)
    assert command.hurry("topup", "62", "--coin", "BTC").returncode == 3
    refused = command.hurry("topup", "63", "--coin", "BTC")
    assert refused.returncode == 1
    assert "$62.00 in BTC on Bitcoin" in refused.stderr
    assert "--another" in refused.stderr
    oracle.set_faults(faults[1])
    assert command.hurry("topup", "63", "--coin", "BTC", "--another").returncode == 0
    oracle.set_faults()
    (first,) = oracle.created_topups()
    assert oracle.topup(first)["amountUsd"] == "63.00"
    listed = command.call("topups")
    assert "$62.00 in BTC on Bitcoin" in listed.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_creating_leaves_the_request(
    command: CommandLine, oracle: Oracle, number: signal.Signals
) -> None:
    oracle.set_faults({"kind": "drip", "seconds": 30.0, "route": CREATE, "every": True})
    process = command.start("topup", "64", "--coin", "ETH")
    # A signal between the outbox and the service would leave nothing at all.
    wait_until(lambda: bool(oracle.created_topups()))
    process.send_signal(number)
    _out, errors = process.communicate(timeout=40)
    assert process.returncode == 3, errors
    assert "$64.00 in ETH on Ethereum" in errors
    oracle.set_faults()
    again = command.call("topup", "64", "--coin", "ETH")
    assert again.returncode == 0
    assert oracle.created_topups() == [], "it was continued with its key"


def test_a_second_signal_does_not_break_off_what_ends_a_command(command: CommandLine) -> None:
    with command.at_terminal("topup", "30", "--coin", "btc", "--account", "demo", "--wait") as terminal:
        terminal.wait_for("left at this rate")
        for _each in range(2):
            terminal.send(signal.SIGINT)
            terminal.wait_for("The top-up goes on")
        assert terminal.end() == 130
    assert "Traceback" not in terminal.text


def test_a_terminal_is_not_silent_while_the_service_is(command: CommandLine, oracle: Oracle) -> None:
    late = {"kind": "delay", "seconds": 7.0, "route": LIST, "every": True}
    oracle.set_faults(late)
    with command.at_terminal("topups") as terminal:
        assert terminal.end() == 0
    oracle.set_faults(late)
    beside = command.run("topups")
    oracle.set_faults()
    assert "tollhouse: The service is taking long to respond. Still waiting.\r\n" in terminal.text
    assert (beside.returncode, beside.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("variables", [{"PYTHONUNBUFFERED": ""}, {"PYTHONUNBUFFERED": "1"}])
def test_an_output_that_cannot_be_written_says_what_was_done(
    command: CommandLine, oracle: Oracle, variables: dict[str, str]
) -> None:
    line = replace(command, variables=variables)
    text = "could not be written, as on a full disk."
    listed = line.run("topups", out=Path("/dev/full"))
    assert listed.returncode == 1
    assert listed.stderr == f"tollhouse: The output {text} List before you repeat a change.\n"
    requested = line.run("topup", "50", "--coin", "BTC", out=Path("/dev/full"))
    (topup_id,) = oracle.created_topups()
    assert requested.returncode == 1
    assert requested.stderr == (
        f"tollhouse: The top-up was created, but the output {text} See 'tollhouse topup show {topup_id}'.\n"
    )


def test_no_connection_and_a_refused_key_are_one_line(
    command: CommandLine, sandbox: SandboxProcess, tmp_path: Path
) -> None:
    gone = CommandLine(
        tmp_path / "gone",
        variables={"TOLLHOUSE_BASE_URL": "http://127.0.0.1:9", "TOLLHOUSE_API_KEY": sandbox.api_key},
    )
    refused = CommandLine(command.home, sandbox, {"TOLLHOUSE_API_KEY": "wrong-key-0123456789"})
    for line, text in (
        (gone, "No connection to the service."),
        (refused, "The service refuses this API key."),
    ):
        for words in ("topups", "subs", "topup show tu_1"):
            done = line.hurry(*words.split())
            assert (done.returncode, done.stdout) == (1, "")
            assert done.stderr.count("\n") == 1
            assert text in done.stderr
    lost = gone.hurry("topup", "50", "--coin", "BTC")
    assert lost.returncode == 1
    assert not gone.pending()


def test_a_response_of_something_else_is_described(command: CommandLine, oracle: Oracle) -> None:
    """As of a network that wants a login first: only the response shows that."""
    headers = {"Location": "https://portal.example/login"}
    oracle.set_faults({"kind": "status", "status": 302, "route": LIST, "headers": headers, "every": True})
    done = command.run("topups")
    oracle.set_faults()
    assert (done.returncode, done.stdout) == (1, "")
    words, details = done.stderr.splitlines()
    assert words.startswith("tollhouse: The service sent a response that this app does not understand.")
    assert details.startswith("  Details: The response points to portal.example")

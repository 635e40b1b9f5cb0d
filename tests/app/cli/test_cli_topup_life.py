"""A top-up at the terminal after its creation: waited for, reported, and shown as it is by then."""

from __future__ import annotations

import json
import re
import signal
from typing import TYPE_CHECKING

import pytest

from support.command_process import CommandLine, read_until
from support.fault_script import CREATE, GET
from support.waiting import wait_until

if TYPE_CHECKING:
    from support.account_process import Oracle

OTHER = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def test_it_is_polled_until_it_is_credited(command: CommandLine, oracle: Oracle) -> None:
    process = command.start("topup", "45", "--coin", "LTC", "--wait")
    read_until(process, "Awaiting payment")
    (topup_id,) = oracle.created_topups()
    oracle.pay(topup_id)
    assert command.call("topup", "report", topup_id).returncode == 0
    read_until(process, "Verifying")
    oracle.confirm(topup_id)
    out, errors = process.communicate(timeout=40)
    assert "Credited" in out
    assert "$45.00 credited" in out
    assert (process.returncode, errors) == (0, "")
    shown = command.call("topup", "show", topup_id, "--wait")
    assert (shown.returncode, shown.stdout.count("$45.00 credited")) == (0, 1)


@pytest.mark.parametrize(("status", "code"), [("created", 1), ("verifying", 0)])
def test_whatever_its_first_status_is_the_payment_is_shown_once_it_is_awaited(
    command: CommandLine, oracle: Oracle, status: str, code: int
) -> None:
    """The interface leaves that status open (spec 3.1): nothing is checked or payable as long as it lasts."""
    first = {"kind": "mutate", "path": "status", "value": status, "route": CREATE, "every": True}
    oracle.set_faults(first)
    done = command.call("topup", "41", "--coin", "BTC", "--json")
    assert (done.returncode, json.loads(done.stdout)["status"]) == (code, status)
    assert not {"address", "amountCrypto", "paymentUri"} & json.loads(done.stdout).keys()
    oracle.created_topups()
    written = command.call("topup", "43", "--coin", "BTC").stdout
    assert f"The top-up goes on; see it with 'tollhouse topup show {oracle.created_topups()[0]}'." in written
    process = command.start("topup", "42", "--coin", "BTC", "--wait")
    shown = read_until(process, "Report a payment")
    (topup_id,) = oracle.created_topups()
    truth = oracle.topup(topup_id)
    assert f"{truth['amountCrypto']} BTC for $42.00" in shown
    assert truth["address"] in shown
    oracle.credit(topup_id)
    out, errors = process.communicate(timeout=40)
    assert (process.returncode, errors) == (0, "")
    assert "$42.00 credited" in out
    assert "Amount to send" not in out, "once is enough"


def test_json_calls_nothing_payable_once_it_is_credited(command: CommandLine, oracle: Oracle) -> None:
    process = command.start("topup", "45", "--coin", "LTC", "--wait", "--json")
    topup_ids: list[str] = []

    def is_created() -> bool:
        topup_ids.extend(oracle.created_topups())
        return bool(topup_ids)

    wait_until(is_created)
    oracle.credit(topup_ids[0])
    out, errors = process.communicate(timeout=40)
    assert (process.returncode, errors) == (0, "")
    shown = json.loads(out)
    assert shown["status"] == "credited"
    assert not {"payable", "warnings", "problems"} & shown.keys()


def test_json_is_all_that_is_written_where_a_payment_is_blocked_while_it_is_waited_for(
    command: CommandLine, oracle: Oracle
) -> None:
    lie = {"kind": "mutate", "route": GET, "every": True}
    oracle.set_faults(
        {**lie, "path": "address", "value": OTHER},
        {**lie, "path": "status", "value": "expired", "nth": 2},
        {**lie, "path": "final", "value": True, "nth": 2},
    )
    done = command.hurry("topup", "44", "--coin", "BTC", "--wait", "--json")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["status"] == "expired"


def test_a_report_needs_a_transaction_id_of_the_network(command: CommandLine, oracle: Oracle) -> None:
    topup_id = str(oracle.make(amountUsd="33.00", coin="BTC", network="bitcoin")["id"])
    wrong = command.call("topup", "report", topup_id, "--txid", "0x12")
    assert wrong.returncode == 2
    assert "64 hex characters" in wrong.stderr
    assert oracle.topup(topup_id)["status"] == "awaiting_payment"
    done = command.call("topup", "report", topup_id, "--txid", "AB" * 32)
    assert (done.returncode, done.stderr) == (0, "")
    assert oracle.topup(topup_id)["txid"] == "ab" * 32
    again = command.call("topup", "report", topup_id)
    assert again.returncode in {0, 1}


def test_a_report_that_may_have_arrived_is_code_3(command: CommandLine, oracle: Oracle) -> None:
    topup_id = str(oracle.make(amountUsd="33.00", coin="BTC", network="bitcoin")["id"])
    oracle.set_faults(
        {"kind": "reset_after", "route": "POST /v1/topups/{id}/txid", "every": True},
        {"kind": "reset_before", "route": GET, "nth": 2, "every": True},
    )
    done = command.hurry("topup", "report", topup_id)
    assert (done.returncode, done.stdout) == (3, "")
    assert "it is not known whether the change was made" in done.stderr
    oracle.set_faults()
    assert oracle.topup(topup_id)["status"] == "verifying"


def test_the_state_says_how_many_confirmations_there_are(command: CommandLine, oracle: Oracle) -> None:
    topup_id = str(oracle.make(amountUsd="33.00", coin="LTC", network="litecoin")["id"])
    reported = command.call("topup", "report", topup_id).stdout
    assert "● Verifying · Looking for the payment on the network" in reported
    _change(oracle, confirmations=2)
    assert "● Verifying · 2 of 6 confirmations" in command.call("topup", "show", topup_id).stdout


def test_the_command_that_reports_a_late_payment_is_named(command: CommandLine, oracle: Oracle) -> None:
    topup_id = str(oracle.make(amountUsd="33.00", coin="BTC", network="bitcoin")["id"])
    _change(oracle, status="expired", expiresAt="2026-01-01T12:00:00Z")
    shown = command.call("topup", "show", topup_id).stdout
    assert "Report the payment below" in shown
    assert f"Report a payment with 'tollhouse topup report {topup_id}'." in shown
    _change(
        oracle,
        status="expired",
        expiresAt="2026-01-01T12:00:00Z",
        txidDeadline="2026-01-04T12:00:00Z",
        final=True,
    )
    closed = command.call("topup", "show", topup_id).stdout
    assert "The time for reporting a payment is over" in closed
    assert "topup report" not in closed


def _change(oracle: Oracle, **fields: object) -> None:
    """Changes fields of each top-up that is shown from now on."""
    route = {"route": "GET /v1/topups/{id}", "every": True, "kind": "mutate"}
    oracle.set_faults(*({**route, "path": path, "value": value} for path, value in fields.items()))


def test_what_the_service_says_is_shown_where_a_top_up_is_waited_for(
    command: CommandLine, oracle: Oracle
) -> None:
    topup_id = str(oracle.make(amountUsd="34.00", coin="BTC", network="bitcoin")["id"])
    with command.start("topup", "show", topup_id, "--wait") as process:
        assert process.stderr is not None
        read_until(process, "Awaiting payment")
        body = json.dumps({"error": {"message": "FOREIGN words"}})
        oracle.set_faults({"kind": "status", "status": 500, "body": body, "route": GET, "every": True})
        assert "internal problem" in process.stderr.readline()
        assert process.stderr.readline() == "  Details: FOREIGN words\n"
        process.terminate()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_waiting_with_its_code(
    command: CommandLine, oracle: Oracle, number: signal.Signals, code: int
) -> None:
    topup_id = str(oracle.make(amountUsd="34.00", coin="BTC", network="bitcoin")["id"])
    with command.at_terminal("topup", "show", topup_id, "--wait") as terminal:
        terminal.wait_for("left at this rate")
        terminal.send(number)
        assert terminal.end() == code
    assert f"tollhouse topup show {topup_id}" in terminal.text


def test_one_that_the_service_has_no_more_is_shown_as_it_was_last_known(
    command: CommandLine, oracle: Oracle
) -> None:
    made = command.read("topup", "47", "--coin", "btc")
    topup_id, route = made["id"], f"/v1/topups/{made['id']}"
    gone = (
        f"tollhouse: The service no longer has the top-up '{topup_id}'. Ask it about money that you sent.\n"
    )
    waiting = command.start("topup", "show", topup_id, "--wait")
    read_until(waiting, "Awaiting payment")
    oracle.set_faults({"route": f"* {route}*", "kind": "status", "status": 404, "every": True})
    assert waiting.communicate(timeout=40)[1] == gone
    assert waiting.returncode == 1
    shown = command.call("topup", "show", topup_id)
    assert (shown.returncode, shown.stderr) == (1, gone)
    for known in ("$47.00", "Awaiting payment", "Last known at", topup_id):
        assert known in shown.stdout
    assert made["address"] not in shown.stdout
    assert made["amountCrypto"] not in shown.stdout
    listed = command.call("topup", "show", topup_id, "--json")
    assert (listed.returncode, listed.stderr) == (1, gone)
    payable = ("address", "amountCrypto", "paymentUri", "payable", "warnings", "problems")
    assert json.loads(listed.stdout) == {name: made[name] for name in made if name not in payable}
    report = command.call("topup", "report", topup_id)
    assert (report.returncode, report.stdout, report.stderr) == (1, "", gone)
    for unknown, code in (("tu_none", 1), ("..", 2)):
        done = command.call("topup", "show", unknown)
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr == f"tollhouse: There is no top-up '{unknown}'. See 'tollhouse topups'.\n"

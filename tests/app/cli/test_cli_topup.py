"""A top-up at the terminal: created once, shown only when checked, followed to its end, never lost."""

from __future__ import annotations

import json
import re
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import zxingcpp

from app.cli.output import width
from support.command_process import SECONDS, CommandLine
from support.fault_script import CREATE, GET, LIST
from support.terminal_painter import paint

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    from support.account_process import Oracle
    from tollhouse_sandbox.process import SandboxProcess

OTHER = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
CODE_COLUMNS = 37
STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def created(oracle: Oracle) -> list[str]:
    return [entry["topup"] for entry in oracle.commits() if entry["commit"] == "topup.created"]


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def read_until(process: subprocess.Popen[str], text: str) -> str:
    assert process.stdout is not None
    found = ""
    while text not in found:
        line = process.stdout.readline()
        assert line, found
        found += line
    return found


def test_an_amount_is_taken_as_the_language_writes_it(command: CommandLine, oracle: Oracle) -> None:
    german = replace(command, variables={"TOLLHOUSE_LANGUAGE": "de"})
    wrong = german.run("topup", "1.000", "--coin", "btc")
    assert (wrong.returncode, created(oracle)) == (2, []), "it may be one or a thousand"
    assert "50,00" in wrong.stderr
    german.read("topup", "50,25", "--coin", "btc")
    (topup_id,) = created(oracle)
    assert oracle.topup(topup_id)["amountUsd"] == "50.25"


def test_the_services_own_words_about_a_refusal_are_marked_as_details(
    command: CommandLine, oracle: Oracle
) -> None:
    """As a promo code that is refused: whether it is expired, used up or of another plan, it alone knows."""
    field = {"field": "purchase.promoCode", "code": "invalid", "message": "FOREIGN\x1b[31m"}
    for error in ({"fields": [field]}, {"code": "frozen", "message": "FOREIGN\x1b[31m"}):
        status, body = 422 if "fields" in error else 409, json.dumps({"error": error})
        oracle.set_faults({"kind": "status", "status": status, "route": CREATE, "body": body})
        done = command.run("topup", "50", "--coin", "btc", "--plan", "p", "--promo", "SPRING")
        assert (done.returncode, created(oracle)) == (1, [])
        words, details = done.stderr.splitlines()
        assert words.startswith("tollhouse: ")
        assert "FOREIGN" not in words
        assert details.startswith("  Details: ")
        assert "FOREIGN" in details
        assert "\x1b" not in done.stderr


def test_a_top_up_is_created_once_and_shown_exactly(command: CommandLine, oracle: Oracle) -> None:
    done = command.run("topup", "50", "--coin", "btc")
    assert (done.returncode, done.stderr) == (0, "")
    (topup_id,) = created(oracle)
    truth = oracle.topup(topup_id)
    for exact in (topup_id, f"{truth['amountCrypto']} BTC", truth["address"], truth["paymentUri"]):
        assert exact in done.stdout
    assert "Send only BTC on the Bitcoin network" in done.stdout
    assert "late payments count until" in done.stdout
    assert f"Report a payment  tollhouse topup report {topup_id}\n" in done.stdout
    shown = command.read("topup", "show", topup_id)
    assert shown["payable"] is True
    assert [shown[name] for name in ("address", "amountCrypto")] == [truth["address"], truth["amountCrypto"]]
    assert shown["problems"] == []
    assert created(oracle) == []


def test_a_purchase_is_sent_with_it(command: CommandLine, oracle: Oracle) -> None:
    plan = ("--plan", "residential-50gb", "--quantity", "2", "--option", "region=EU")
    done = command.call("topup", "1000", "--coin", "USDT", "--network", "tron", *plan)
    assert done.returncode == 0, done.stderr
    (topup_id,) = created(oracle)
    purchase = oracle.topup(topup_id)["purchase"]
    assert (purchase["planId"], purchase["quantity"]) == ("residential-50gb", 2)
    total = f"${purchase['total']}"
    assert f"Residential 50 GB × 2 · {total}: Ordered from" in done.stdout
    oracle.pay(topup_id)
    assert f"Pending · {total} · Ordered from" in command.call("topup", "report", topup_id).stdout
    refused = command.call("topup", "25", "--coin", "BTC", "--plan", "residential-50gb", "--quantity", "9")
    assert refused.returncode == 1
    words, _details = refused.stderr.splitlines()
    assert words == "tollhouse: The amount does not cover the price minus your balance."


def test_the_amount_in_dollars_is_shown_and_the_ends_of_the_address_stand_out(
    command: CommandLine, oracle: Oracle
) -> None:
    with command.at_terminal("topup", "40", "--coin", "BTC") as terminal:
        assert terminal.end() == 0
    truth = oracle.topup(created(oracle)[0])
    shown = STYLES.sub("", terminal.text)
    assert f"{truth['amountCrypto']} BTC for $40.00" in shown
    address = truth["address"]
    assert f" {address}" in shown, "copied as it is"
    assert f"\x1b[1m{address[:7]}\x1b[0m{address[7:-8]}\x1b[1m{address[-8:]}\x1b[0m" in terminal.text


@pytest.mark.parametrize(("ground", "ink"), [(0, 255), (255, 0), (40, 150)])
def test_the_code_on_the_terminal_is_the_payment(
    command: CommandLine, oracle: Oracle, ground: int, ink: int
) -> None:
    with command.at_terminal("topup", "40", "--coin", "BTC") as terminal:
        assert terminal.end() == 0
    (topup_id,) = created(oracle)
    (code,) = zxingcpp.read_barcodes(paint(terminal.text, ground, ink))
    assert code.text == oracle.topup(topup_id)["paymentUri"]


@pytest.mark.parametrize("columns", [60, 110])
def test_chinese_texts_wrap_beside_the_code_at_their_width(command: CommandLine, columns: int) -> None:
    chinese = replace(command, variables={"TOLLHOUSE_LANGUAGE": "zh_Hans"})
    of_token = ("topup", "40", "--coin", "USDT", "--network", "ethereum")
    with chinese.at_terminal(*of_token, columns=columns) as terminal:
        assert terminal.end() == 0
    lines = STYLES.sub("", terminal.text).splitlines()
    assert max(map(width, lines)) <= columns
    details = [line[CODE_COLUMNS:] if columns > 100 else line for line in lines]
    assert not [line for line in details if line.strip().startswith(tuple("\uff0c\u3002\uff1a\uff1b"))]
    assert "金额与此处显示的完全一致" in "".join(details).replace(" ", "")
    assert zxingcpp.read_barcodes(paint(terminal.text, 0, 255))


def test_a_token_has_its_address_in_the_code(command: CommandLine, oracle: Oracle) -> None:
    with command.at_terminal("topup", "40", "--coin", "USDT", "--network", "tron", columns=80) as terminal:
        assert terminal.end() == 0
    (topup_id,) = created(oracle)
    (code,) = zxingcpp.read_barcodes(paint(terminal.text, 0, 255))
    assert code.text == oracle.topup(topup_id)["address"]
    assert "The code holds the address only" in " ".join(terminal.text.split())
    assert max(len(STYLES.sub("", line)) for line in terminal.text.splitlines()) <= 80


def test_a_narrow_terminal_gets_no_code(command: CommandLine) -> None:
    with command.at_terminal("topup", "40", "--coin", "BTC", columns=36) as terminal:
        assert terminal.end() == 0
    assert "▀" not in terminal.text
    lines = STYLES.sub("", terminal.text).splitlines()
    assert "too narrow for the QR code." in " ".join(" ".join(lines).split())
    texts = [line for line in lines if line.startswith(("! ", "✓ ", "· ", "  "))]
    assert len(texts) > 4
    assert max(map(len, texts)) <= 36
    # Nothing speaks of a code that is not there; the link stands in its place, as in a file.
    assert "in this code" not in " ".join(" ".join(lines).split())
    assert "bitcoin:bc1" in "".join(lines)


def test_nothing_payable_is_shown_of_contradicting_details(command: CommandLine, oracle: Oracle) -> None:
    for route in (CREATE, GET):
        lie = {"kind": "mutate", "path": "address", "value": OTHER, "route": route, "every": True}
        oracle.set_faults(lie, lie | {"route": GET if route == CREATE else CREATE})
        with command.at_terminal("topup", "40", "--coin", "BTC") as terminal:
            assert terminal.end() == 1
        assert "Do not pay this top-up" in terminal.text
        assert "▀" not in terminal.text
        assert "Amount to send" not in terminal.text
    (*_, topup_id) = created(oracle)
    done = command.call("topup", "show", topup_id, "--json")
    assert done.returncode == 1
    assert OTHER not in done.stdout
    assert '"payable": false' in done.stdout


def test_a_purchase_in_a_state_of_the_service_s_own_is_shown_by_its_word(
    command: CommandLine, oracle: Oracle
) -> None:
    held = {"kind": "mutate", "path": "purchase.status", "value": "held", "every": True}
    oracle.set_faults({"route": "POST /v1/topups"} | held, {"route": "GET /v1/topups/{id}"} | held)
    done = command.run("topup", "50", "--coin", "BTC", "--plan", "residential-10gb")
    assert re.search(r"Residential 10 GB × 1 · \$[0-9.]+: held\n", done.stdout)


@pytest.mark.parametrize("typed", ["Lightning-1", "lightning-1"])
def test_a_network_is_chosen_whatever_the_case_of_its_id(
    command: CommandLine, oracle: Oracle, typed: str
) -> None:
    oracle.set_faults(
        {
            "kind": "mutate",
            "path": "data.0.networks.0.id",
            "value": "Lightning-1",
            "route": "GET /v1/catalog/coins",
            "every": True,
        }
    )
    done = command.call("topup", "40", "--coin", "BTC", "--network", typed)
    assert done.returncode == 1
    assert "does not accept this coin on this network at the moment" in done.stderr


def test_a_memo_has_to_be_known(command: CommandLine, oracle: Oracle) -> None:
    oracle.set_faults(
        {
            "kind": "mutate",
            "path": "data.0.networks.0.memoRequired",
            "value": True,
            "route": "GET /v1/catalog/coins",
            "every": True,
        }
    )
    done = command.call("topup", "40", "--coin", "BTC")
    assert done.returncode == 1
    assert "--memo-known" in done.stdout
    assert "Amount to send" not in done.stdout
    (topup_id,) = created(oracle)
    blocked = command.call("topup", "show", topup_id, "--json")
    shown = json.loads(blocked.stdout)
    assert (blocked.returncode, shown["payable"], shown["problems"]) == (1, False, ["memo_needed"])
    assert "address" not in shown
    assert "Amount to send" in command.call("topup", "show", topup_id, "--memo-known").stdout


def test_it_is_polled_until_it_is_credited(command: CommandLine, oracle: Oracle) -> None:
    process = command.start("topup", "45", "--coin", "LTC", "--wait")
    read_until(process, "Awaiting payment")
    (topup_id,) = created(oracle)
    oracle.pay(topup_id)
    assert command.call("topup", "report", topup_id).returncode == 0
    read_until(process, "Verifying")
    oracle.confirm(topup_id)
    out, errors = process.communicate(timeout=40)
    assert "Credited" in out
    assert "$45.00 credited" in out
    assert (process.returncode, errors) == (0, "")
    assert command.call("topup", "show", topup_id).returncode == 0


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
    created(oracle)
    written = command.call("topup", "43", "--coin", "BTC").stdout
    assert f"The top-up goes on; see it with 'tollhouse topup show {created(oracle)[0]}'." in written
    process = command.start("topup", "42", "--coin", "BTC", "--wait")
    shown = read_until(process, "Report a payment")
    (topup_id,) = created(oracle)
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
        topup_ids.extend(created(oracle))
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
    (topup_id,) = created(oracle)
    again = command.call("topup", "61", "--coin", "BTC")
    assert again.returncode == 0, again.stderr
    assert topup_id in again.stdout
    assert created(oracle) == []
    assert not command.pending()


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
    (first,) = created(oracle)
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
    wait_until(lambda: bool(created(oracle)))
    process.send_signal(number)
    _out, errors = process.communicate(timeout=40)
    assert process.returncode == 3, errors
    assert "$64.00 in ETH on Ethereum" in errors
    oracle.set_faults()
    again = command.call("topup", "64", "--coin", "ETH")
    assert again.returncode == 0
    assert created(oracle) == [], "it was continued with its key"


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
    (topup_id,) = created(oracle)
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

"""A top-up at the terminal: created once, and shown only when checked."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import zxingcpp

from app.cli.output import width
from support.fault_script import CREATE, GET
from support.terminal_painter import paint

if TYPE_CHECKING:
    from support.account_process import Oracle
    from support.command_process import CommandLine

OTHER = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
CODE_COLUMNS = 37
STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def test_an_amount_is_taken_as_the_language_writes_it(command: CommandLine, oracle: Oracle) -> None:
    german = replace(command, variables={"TOLLHOUSE_LANGUAGE": "de"})
    wrong = german.run("topup", "1.000", "--coin", "btc")
    assert (wrong.returncode, oracle.created_topups()) == (2, []), "it may be one or a thousand"
    assert "50,00" in wrong.stderr
    german.read("topup", "50,25", "--coin", "btc")
    (topup_id,) = oracle.created_topups()
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
        assert (done.returncode, oracle.created_topups()) == (1, [])
        words, details = done.stderr.splitlines()
        assert words.startswith("tollhouse: ")
        assert "FOREIGN" not in words
        assert details.startswith("  Details: ")
        assert "FOREIGN" in details
        assert "\x1b" not in done.stderr


def test_a_top_up_is_created_once_and_shown_exactly(command: CommandLine, oracle: Oracle) -> None:
    done = command.run("topup", "50", "--coin", "btc")
    assert (done.returncode, done.stderr) == (0, "")
    (topup_id,) = oracle.created_topups()
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
    assert oracle.created_topups() == []


def test_a_purchase_is_sent_with_it(command: CommandLine, oracle: Oracle) -> None:
    plan = ("--plan", "residential-50gb", "--quantity", "2", "--option", "region=EU")
    done = command.call("topup", "1000", "--coin", "USDT", "--network", "tron", *plan)
    assert done.returncode == 0, done.stderr
    (topup_id,) = oracle.created_topups()
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
    truth = oracle.topup(oracle.created_topups()[0])
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
    (topup_id,) = oracle.created_topups()
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
    (topup_id,) = oracle.created_topups()
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
    (*_, topup_id) = oracle.created_topups()
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


def test_a_conflict_after_a_lost_try_is_no_refusal(command: CommandLine, oracle: Oracle) -> None:
    body = json.dumps({"error": {"message": "In progress."}})
    oracle.set_faults(
        {"route": CREATE, "kind": "reset_before"},
        {"route": CREATE, "nth": 2, "kind": "status", "status": 409, "body": body},
    )
    done = command.call("topup", "40", "--coin", "BTC")
    assert (done.returncode, oracle.created_topups()) == (3, [])
    assert "without a clear response so far" in done.stderr
    assert "refused" not in done.stderr
    command.read("topup", "40", "--coin", "BTC")
    assert len(oracle.created_topups()) == 1


def test_a_coin_that_the_catalog_lists_twice_has_the_networks_of_both(
    command: CommandLine, oracle: Oracle
) -> None:
    coins = {"kind": "mutate", "route": "GET /v1/catalog/coins", "every": True}
    oracle.set_faults({"path": "data.0.code", "value": "USDT"} | coins)
    done = command.call("topup", "40", "--coin", "USDT")
    assert "bitcoin, tron, ethereum and solana" in done.stderr
    command.read("topup", "40", "--coin", "USDT", "--network", "tron")
    (topup_id,) = oracle.created_topups()
    assert oracle.topup(topup_id)["network"] == "tron"


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
    (topup_id,) = oracle.created_topups()
    blocked = command.call("topup", "show", topup_id, "--json")
    shown = json.loads(blocked.stdout)
    assert (blocked.returncode, shown["payable"], shown["problems"]) == (1, False, ["memo_needed"])
    assert "address" not in shown
    assert "Amount to send" in command.call("topup", "show", topup_id, "--memo-known").stdout

"""Commands that read: tables for people, JSON with the interface's names for scripts, and no secrets."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from app.models.sub_users import SubUser
from app.models.subscriptions import Subscription
from app.models.topups import Purchase, TopUp
from app.rules.proxy_formats.templates import OwnTemplates
from app.storage.state import State

if TYPE_CHECKING:
    from app.models.value import Value
    from support.account_process import Oracle
    from support.command_process import CommandLine
    from tollhouse_sandbox.process import SandboxProcess

HOSTILE = "\x1b]0;owned\x07\u202eevil\u200b\r\n"


@pytest.fixture
def truth(sandbox: SandboxProcess) -> Any:
    """Asks the service itself."""
    with httpx.Client(base_url=sandbox.base_url, headers=sandbox.headers, trust_env=False) as http:
        yield lambda path: http.get(path).raise_for_status().json()


def without(record: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in names}


def test_top_ups_are_listed_as_the_service_does(command: CommandLine, truth: Any) -> None:
    listed = command.read("topups", "--all")
    expected = truth("/v1/topups?perPage=100")["data"]
    assert [one["id"] for one in listed][: len(expected)] == [one["id"] for one in expected]
    (credited,) = [one for one in listed if one["id"] == expected[2]["id"]]
    for name in ("amountUsd", "creditedUsd", "rate", "coin", "network", "status", "amountCrypto", "address"):
        assert credited[name] == expected[2][name]
    table = command.run("topups").stdout
    assert table.splitlines()[0].split() == ["Created", "Amount", "Coin", "Status", "Top-up", "ID"]
    assert all(one["id"] in table for one in listed[:50])
    assert len(table.splitlines()) == 51
    with command.at_terminal("topups") as terminal:
        assert terminal.end() == 0
    assert "The newest 50; --all lists all." in terminal.text
    assert "--all" not in table, "a note for people"
    of_status = truth("/v1/topups?perPage=100&status=rejected")["data"]
    assert [one["status"] for one in command.read("topups", "--status", "rejected")] == ["rejected"] * len(
        of_status
    )


@pytest.mark.parametrize(("final", "word"), [("true", "Credited"), ("false", "Not confirmed")])
def test_what_was_credited_is_listed_instead_of_what_was_requested(
    command: CommandLine, oracle: Oracle, final: str, word: str
) -> None:
    changes = {
        "status": "credited",
        "final": json.loads(final),
        "amountUsd": "50.00",
        "creditedUsd": "48.10",
    }
    every = {"route": "GET /v1/topups", "kind": "mutate", "every": True}
    oracle.set_faults(
        *({"path": f"data.0.{name}", "value": value, **every} for name, value in changes.items())
    )
    line = command.run("topups").stdout.splitlines()[1]
    assert "$48.10" in line
    assert word in line


@pytest.mark.parametrize("order", ["reversed", "by-id"])
def test_the_newest_topups_are_listed_whatever_order_the_service_has(
    command: CommandLine, oracle: Oracle, order: str
) -> None:
    newest = [one["createdAt"] for one in command.read("topups", "--all")[:50]]
    oracle.choose_variants(order=order)
    try:
        assert [one["createdAt"] for one in command.read("topups")] == newest
    finally:
        oracle.choose_variants()


def test_nothing_payable_is_listed_unchecked(command: CommandLine, oracle: Oracle) -> None:
    made = oracle.make(amountUsd="31.00", coin="BTC", network="bitcoin")
    done = command.call("topups", "--all", "--json")
    (listed,) = [one for one in json.loads(done.stdout) if one["id"] == made["id"]]
    assert not {"address", "amountCrypto", "paymentUri"} & listed.keys()
    assert made["amountCrypto"] not in done.stdout


def test_subscriptions_without_passwords(command: CommandLine, truth: Any) -> None:
    expected = truth("/v1/residential/subscriptions")["data"]
    listed = command.read("subs")
    assert [without(one, "expiresAt", "createdAt") for one in listed] == [
        without(one, "expiresAt", "createdAt", "password") for one in expected
    ]
    table = command.run("subs").stdout
    assert "Price watch EU" in table
    assert "31.4 of 50 GB" in table


def test_an_end_that_cannot_be_read_is_not_null_which_would_be_no_end(
    command: CommandLine, oracle: Oracle
) -> None:
    end = {"kind": "mutate", "route": "GET /v1/residential/subscriptions"}
    oracle.set_faults(
        {**end, "path": "data.0.expiresAt", "value": "soon"},
        {**end, "path": "data.1.expiresAt", "value": None},
    )
    unreadable, endless, *_others = command.read("subs")
    assert "expiresAt" not in unreadable
    assert endless["expiresAt"] is None


def test_usage_by_day_and_country(command: CommandLine, truth: Any) -> None:
    subscription = truth("/v1/residential/subscriptions")["data"][0]
    report = command.read("usage", "price watch eu", "--days", "7")
    expected = truth(f"/v1/residential/subscriptions/{subscription['id']}/usage")
    # Days without usage are left out: the gaps of the seed, and today soon after midnight (UTC).
    first = (datetime.now(UTC) - timedelta(days=6)).date().isoformat()
    assert report["points"] == [point for point in expected["points"] if point["date"] >= first]
    assert 1 < len(report["points"]) <= 7
    table = command.run("usage", subscription["id"], "--days", "7").stdout
    assert len(re.findall(r"(?m)^\d+ \w{3}", table)) == 7
    assert "Total" in table
    by_country = table.partition("Country")[2]
    units = {unit for unit in ("kB", "MB", "GB") if f" {unit} " in by_country}
    assert len(units) == 1, "the same down the column"
    of_one = command.read("usage", "Price watch EU", "--sub-user", "Berlin runner", "--days", "7")
    assert of_one["totalBytes"] < report["totalBytes"]


def test_locations(command: CommandLine) -> None:
    assert [one["code"] for one in command.read("locations", "finl")] == ["FI"]
    assert command.call("locations", "munchen", "--cities", "de").returncode == 0
    cities = command.read("locations", "--cities", "DE", "berl")
    assert cities[0]["name"] == "Berlin"
    assert cities[0].keys() == {"id", "name", "state"}
    isps = command.read("locations", "--isps", "FR")
    assert isps
    assert all(type(one["asn"]) is int for one in isps)
    none = command.call("locations", "berlin")
    assert (none.returncode, none.stderr) == (
        0,
        "tollhouse: No country matches 'berlin'; --cities and --isps search within one.\n",
    )
    none = command.call("locations", "--cities", "DE", "xyzzy", "--json")
    assert (none.returncode, json.loads(none.stdout), none.stderr) == (0, [], "tollhouse: Nothing found.\n")


def test_accounts_of_the_environment_and_the_demo(command: CommandLine, sandbox: SandboxProcess) -> None:
    assert command.read("accounts", "list") == [
        {
            "id": command.account_id,
            "name": "Session account",
            "serviceAddress": sandbox.base_url,
            "isDemo": False,
            "isDefault": True,
        },
        {"id": "demo", "name": "Demo account", "serviceAddress": "", "isDemo": True, "isDefault": False},
    ]


def test_no_reading_command_prints_a_secret(
    command: CommandLine, truth: Any, sandbox: SandboxProcess
) -> None:
    subscriptions = truth("/v1/residential/subscriptions")["data"]
    first = subscriptions[0]["id"]
    sub_users = truth(f"/v1/residential/subscriptions/{first}/sub-users")["data"]
    secrets = [sandbox.api_key, *(one["password"] for one in (*subscriptions, *sub_users))]
    written = ""
    for line in ("topups", "subs", f"usage {first}", f"sub-users list {first}", "accounts list", "locations"):
        for json_too in ((), ("--json",)):
            done = command.call(*line.split(), *json_too)
            assert done.returncode == 0, done.stderr
            written += done.stdout + done.stderr
    written += "".join(path.read_text(errors="replace") for path in command.home.rglob("*.log"))
    assert not [secret for secret in secrets if secret in written]


def test_credentials_are_printed_as_they_are_copied(command: CommandLine, truth: Any) -> None:
    subscription = truth("/v1/residential/subscriptions")["data"][0]
    done = command.run("creds", "Price watch EU", "--format", "json")
    assert json.loads(done.stdout)["password"] == subscription["password"]
    sticky = command.call("creds", subscription["id"], "--format", "curl", "--sticky", "10", "--count", "3")
    lines = sticky.stdout.splitlines()
    assert len(set(lines)) == 3
    pattern = rf"curl -x '?http://{subscription['username']}-session-[A-Za-z0-9]+-ttl-10:"
    assert all(re.match(pattern, line) for line in lines)
    named = command.call(
        "creds", "Price watch EU", "--sticky", "5", "--session", "abc", "--format", "username"
    )
    assert named.stdout == f"{subscription['username']}-session-abc-ttl-5\n"
    own = command.call("creds", "Price watch EU", "--format", "template", "--template", "{user}@{host}")
    assert own.stdout == f"{subscription['username']}@{subscription['endpoint']['host']}\n"
    of_one = command.call("creds", "Price watch EU", "--sub-user", "Berlin runner", "--format", "username")
    assert of_one.stdout.strip() not in {"", subscription["username"]}
    assert "proxychains" in command.call("creds", "x", "--format", "list").stdout


def test_a_saved_template_is_used_by_its_name(command: CommandLine, truth: Any) -> None:
    subscription = truth("/v1/residential/subscriptions")["data"][0]
    owner = command.account_id
    saved = OwnTemplates().put("My scraper", "{user}|{host}").put("{odd}", "{session}|{user}")
    assert "none is saved" in command.call("creds", "Price watch EU", "--template", "My scraper").stderr
    asyncio.run(State(command.home / "data" / "state.sqlite").save(saved, owner))
    line = f"{subscription['username']}|{subscription['endpoint']['host']}\n"
    for name in ("My scraper", "my SCRAPER"):
        done = command.call("creds", "Price watch EU", "--template", name)
        assert (done.returncode, done.stdout) == (0, line), done.stderr
    odd = command.call("creds", "Price watch EU", "--template", "{odd}", "--sticky", "5", "--session", "abc")
    assert odd.stdout.startswith("abc|")
    text = command.call("creds", "Price watch EU", "--template", "{user}")
    assert text.stdout == f"{subscription['username']}\n"
    unknown = command.call("creds", "Price watch EU", "--template", "Scrapper")
    assert unknown.returncode == 2
    assert "There is no template 'Scrapper', only " in unknown.stderr
    assert "My scraper" in unknown.stderr


@pytest.mark.parametrize("template", ["{nope}", "{user", "{{user}}", ""])
def test_a_template_that_cannot_be_filled_in_is_wrong_usage(command: CommandLine, template: str) -> None:
    offline = replace(command, variables={"TOLLHOUSE_BASE_URL": "http://127.0.0.1:9"})
    done = offline.call("creds", "Price watch EU", "--format", "template", "--template", template)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "koi8-r", "gb18030", "utf-8"])
def test_json_can_be_read_whatever_the_encoding_of_the_system_is(command: CommandLine, encoding: str) -> None:
    elsewhere = replace(command, variables={"PYTHONIOENCODING": encoding})
    done = subprocess.run(
        [sys.executable, "-m", "ui", "locations", "aland", "--json"],
        env=elsewhere.environment,
        capture_output=True,
        check=False,
    )
    assert "Åland Islands" in [country["name"] for country in json.loads(done.stdout)]


def test_credentials_are_never_printed_with_other_characters(command: CommandLine) -> None:
    command.call("sub-users", "add", "Price watch EU", "Koi", "--password", typed="pä€sswörd\n")
    named = ("creds", "Price watch EU", "--sub-user", "Koi", "--format", "host-port-user-pass")
    assert command.run(*named).stdout.endswith(":pä€sswörd\n")
    done = replace(command, variables={"PYTHONIOENCODING": "koi8-r"}).run(*named)
    assert (done.returncode, done.stdout) == (1, "")
    assert "characters that koi8-r lacks" in done.stderr


def test_untrusted_text_does_not_reach_the_terminal(command: CommandLine, oracle: Oracle) -> None:
    every = {"kind": "mutate", "every": True}
    oracle.set_faults(
        {"route": "GET /v1/residential/subscriptions", "path": "data.0.label", "value": HOSTILE, **every},
        {"route": "GET /v1/topups", "path": "data.0.coin", "value": HOSTILE, **every},
        {"route": "GET /v1/catalog/countries", "path": "data.0.name", "value": HOSTILE, **every},
    )
    for line in ("subs", "topups", "locations"):
        for options in ((), ("--json",)):
            done = command.call(line, *options)
            assert done.returncode == 0, done.stderr
            assert "owned" in done.stdout or line == "locations"
            assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]", done.stdout)


def test_colors_are_for_terminals_and_never_with_no_color(command: CommandLine) -> None:
    assert "\x1b" not in command.call("topups").stdout
    with command.at_terminal("topups") as terminal:
        assert terminal.end() == 0
        assert "\x1b[32m✓ Credited\x1b[0m" in terminal.text
    plain = type(command)(command.home, command.sandbox, {"NO_COLOR": "1"})
    with plain.at_terminal("topups") as terminal:
        assert terminal.end() == 0
        assert "\x1b" not in terminal.text


def test_a_table_fits_the_terminal(command: CommandLine) -> None:
    with command.at_terminal("subs", columns=104) as terminal:
        terminal.end()
    lines = re.sub(r"\x1b\[[0-9;]*m", "", terminal.text).splitlines()
    assert max(map(len, lines)) <= 104


def test_rows_are_blocks_where_a_terminal_is_too_narrow_for_a_table(command: CommandLine) -> None:
    first = command.read("topups")[0]
    with command.at_terminal("topups", columns=60) as terminal:
        terminal.end()
    lines = re.sub(r"\x1b\[[0-9;]*m", "", terminal.text).splitlines()
    assert max(map(len, lines)) <= 60
    block = dict(re.split(" {2,}", line, maxsplit=1) for line in lines[: lines.index("")])
    assert list(block) == ["Created", "Amount", "Coin", "Status", "Top-up ID"]
    assert block["Top-up ID"] == first["id"], "whole, to be copied"
    assert lines.count("") == 49, "between the blocks"
    with command.at_terminal("topups", columns=80) as terminal:
        terminal.end()
    assert "Created" in terminal.text.splitlines()[0]
    assert "Amount" in terminal.text.splitlines()[0]


def test_a_reader_that_ends_early_is_no_crash(command: CommandLine, tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with errors.open("w") as file:
        program = f"{sys.executable} -m ui topups --all --json | head -1"
        subprocess.run(["sh", "-c", program], env=command.environment, stderr=file, check=True)
    assert errors.read_text() == ""


def test_closed_streams_are_no_crash(command: CommandLine) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m ui topups <&- >&-"],
        env=command.environment,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_crash_is_one_line_and_its_trace_is_in_the_log(
    command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_arguments: object) -> None:
        raise RuntimeError(f"with {command.environment['TOLLHOUSE_API_KEY']} in it")

    monkeypatch.setattr("app.cli.locations.find_account", crash)
    done = command.call("locations")
    assert done.returncode == 1
    assert done.stdout == ""
    log = command.home / "logs" / "tollhouse.log"
    assert done.stderr == f"tollhouse: Something went wrong. {log}\n"
    assert "RuntimeError" in log.read_text()
    assert command.environment["TOLLHOUSE_API_KEY"] not in log.read_text()


def test_a_folder_that_is_not_writable_is_one_line(command: CommandLine) -> None:
    elsewhere = type(command)(Path("/proc/nothing"), command.sandbox)
    done = elsewhere.call("topups")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "tollhouse: The app's files can't be used. /proc/nothing/data\n"


@pytest.mark.parametrize(
    ("of", "model"),
    [
        ("a top-up", TopUp),
        ("its purchase", Purchase),
        ("a subscription", Subscription),
        ("a sub-user", SubUser),
    ],
)
def test_the_fields_that_may_be_null_are_documented(of: str, model: type[Value]) -> None:
    guide = (Path(__file__).parents[3] / "docs" / "command-line.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^\| {of} \| (.+) \|$", guide, re.MULTILINE)
    nullable = {field.alias for field in model.model_fields.values() if field.default is None}
    assert set(re.findall(r"`([A-Za-z]+)`", line)) == nullable

"""Wrong usage ends with one line and code 2; help and parsing need no window and no network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.cli.parser import COMMANDS, build_parser
from support.command_process import CommandLine

if TYPE_CHECKING:
    from tollhouse_sandbox.process import SandboxProcess

_MODULES = """
import os, sys
from ui.__main__ import main
environment = dict(os.environ)
codes = [os.environ.update(environment) or main(line.split()) for line in sys.argv[1:]]
print(*codes, *(name for name in sys.modules if name.partition(".")[0] in {"PySide6", "qasync", "fastapi"}))
"""

WRONG = {
    "topup": "AMOUNT",
    "topup ten --coin BTC": "Enter an amount in dollars",
    "topup 10 --coin BTC": "The smallest top-up is $25.00.",
    "topup 50 --coin DOGE": "The service does not accept DOGE",
    "topup 50 --coin USDT": "Choose a network of USDT",
    "topup 50 --coin BTC --network tron": "Choose a network of BTC",
    "topup 50 --coin BTC --quantity 2": "need --plan",
    "topup 50 --coin BTC --plan p --quantity x": "Enter a whole number",
    "topup 50 --coin BTC --option x": "KEY=VALUE",
    "topup 50 --coin BTC --plan p --quantity ": "--quantity: The value is empty.",
    "topup 50 --coin ": "--coin: The value is empty.",
    "topup --json show tu_1": "The command 'topup show' comes first, and its options after it.",
    "topup --account demo report tu_1": "The command 'topup report' comes first",
    "topup show": "ID",
    "topup show tu_1 tu_2": "tu_2. See 'tollhouse topup show --help'.",
    "topup show ../x": "There is no top-up '../x'. See 'tollhouse topups'.",
    "topup report": "ID",
    "topups --status paid": "--status",
    "topups --account nobody": "There is no account 'nobody', only Session account and Demo account.",
    "usage nothing": "There is no subscription 'nothing'",
    "usage nothing --days 400": "The longest range is 366 days.",
    "usage nothing --days -1": "--days",
    "creds": "A subscription is required. See 'tollhouse subs'.",
    "creds nothing --format morse": "There is no format 'morse'",
    "creds nothing --count 5": "need --sticky",
    "creds nothing --sticky 31": "A session lasts 1 to 30 minutes.",
    "creds nothing --sticky 5 --session a-b": "only letters and digits",
    "creds nothing --sticky 5 --count 1001": "1 to 1,000",
    "creds nothing --template ": "--template: The value is empty.",
    "creds nothing --sticky 5 --session ": "--session: The value is empty.",
    "creds nothing --format curl --template {user}": "--format template",
    "sub-users": "ACTION",
    "sub-users add nothing x --cap much": "Enter a cap in GB as a number",
    "sub-users cap nothing x": "--set",
    "sub-users cap nothing x --set -5": "negative",
    "sub-users add nothing x --cap ": "--cap: The value is empty.",
    "sub-users list nothing more": "more. See 'tollhouse sub-users list --help'.",
    "locations --cities ": "--cities: The value is empty.",
    "locations --cities Germany": "two letters",
    "locations --isps DE --product mobile": "ISPs for residential only",
    "accounts add http://example.com": "https://",
    "accounts remove demo --yes": "Only accounts that were connected",
    "accounts nothing": "ACTION",
    "topsup": "There is no command 'topsup'. See 'tollhouse --help'.",
}  # fmt: skip


@pytest.mark.parametrize("line", WRONG)
def test_wrong_usage_is_one_line_and_code_2(command: CommandLine, line: str) -> None:
    done = command.call(*line.split(" "))
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (error,) = done.stderr.splitlines()
    assert error.startswith("tollhouse")
    assert WRONG[line] in error


@pytest.mark.parametrize("language", ["de", "es", "fr", "ru", "zh_Hans"])
def test_wrong_usage_is_in_one_language(tmp_path: Path, language: str) -> None:
    command = CommandLine(tmp_path / "home", variables={"TOLLHOUSE_LANGUAGE": language})
    for line in (
        "topup",
        "topup 50 --coin",
        "topup --json show x",
        "topups --status paid",
        "topups more",
        "topups --json=x",
        "creds nothing --sticky x",
        "locations --cities DE --isps DE",
        "sub-users cap nothing x",
        "--language xx",
        "--nothing",
    ):
        done = command.call(*line.split(" "))
        assert done.returncode == 2, line
        english = "required", "unrecognized", "expected", "ignored", "invalid", "allowed", "There", "See"
        assert [word for word in english if word in done.stderr] == []
        assert ".." not in done.stderr
        assert "。." not in done.stderr


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("topup show tu_0", "There is no top-up 'tu_0'. See 'tollhouse topups'."),
        ("topup report tu_0", "There is no top-up 'tu_0'. See 'tollhouse topups'."),
        ("locations --cities ZZ", "There is no country 'ZZ'. See 'tollhouse locations'."),
    ],
)
def test_what_the_service_does_not_know_is_named(command: CommandLine, line: str, text: str) -> None:
    done = command.call(*line.split())
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"tollhouse: {text}\n")


def test_without_an_account_every_command_says_how_to_connect_one(tmp_path: Path) -> None:
    for line in ("topups", "subs", "locations", "topup 50 --coin BTC"):
        done = CommandLine(tmp_path / "home").call(*line.split())
        assert done.returncode == 2
        assert "tollhouse accounts add" in done.stderr


def test_commands_import_no_qt(command: CommandLine) -> None:
    lines = ("topup 50 --coin BTC", "topups", "subs --json", "locations fin", "accounts list")
    done = subprocess.run(
        [sys.executable, "-c", _MODULES, *lines],
        env=command.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "0 0 0 0 0", done.stderr


def test_help_names_every_command_and_the_options_of_the_window(tmp_path: Path) -> None:
    done = CommandLine(tmp_path / "home").run("--help")
    assert done.returncode == 0
    for word in (*COMMANDS, "topup show", "topup report", "--demo", "--tour", "Exit codes", "Examples:"):
        assert word in done.stdout
    for line in ("topup", "topup show", "topups", "creds", "sub-users", "sub-users import", "accounts add"):
        done = CommandLine(tmp_path / "home").call(*line.split(), "--help")
        assert done.returncode == 0
        assert done.stdout.startswith(f"Usage: tollhouse {line} [")


def test_the_examples_of_a_top_up_are_accepted(command: CommandLine) -> None:
    text = command.call("topup", "--help").stdout
    examples = re.findall(r"^  tollhouse (topup \d.*)$", text, re.MULTILINE)
    assert len(examples) == 2
    for example in examples:
        done = command.call(*example.removesuffix(" --wait").split())
        assert done.returncode == 0, (example, done.stderr)


@pytest.mark.parametrize("words", ["--demo subs", "--language de topup 50 --coin BTC"])
def test_options_before_a_command_are_answered_with_what_comes_first(tmp_path: Path, words: str) -> None:
    command = next(word for word in words.split() if word in COMMANDS)
    done = CommandLine(tmp_path / "home").run(*words.split())
    text = f"The command '{command}' comes first, and its options after it."
    assert (done.returncode, done.stderr) == (2, f"tollhouse: {text} See 'tollhouse --help'.\n")


def test_help_has_the_options_of_the_window_apart_from_commands(tmp_path: Path) -> None:
    done = CommandLine(tmp_path / "home").run("--help")
    first, second, *_rest = done.stdout.splitlines()
    assert first == "Usage: tollhouse [OPTION ...]"
    assert second == "       tollhouse COMMAND ..."


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("words", ["--version", "--help", "topup --help"])
def test_an_option_whose_output_cannot_be_written_says_so(tmp_path: Path, words: str) -> None:
    done = CommandLine(tmp_path / "home").run(*words.split(), out=Path("/dev/full"))
    text = "tollhouse: The output could not be written, as on a full disk.\n"
    assert (done.returncode, done.stderr) == (1, text)


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the output")
def test_the_version_needs_no_output(tmp_path: Path) -> None:
    command = ["sh", "-c", '"$0" -m ui --version >&-', sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_formats_are_listed_without_a_subscription(tmp_path: Path) -> None:
    done = CommandLine(tmp_path / "home").call("creds", "--format", "list")
    assert (done.returncode, done.stderr) == (0, "")
    assert "http-url" in done.stdout


def test_help_speaks_the_language(tmp_path: Path) -> None:
    done = CommandLine(tmp_path / "home", variables={"TOLLHOUSE_LANGUAGE": "de"}).call("topup", "--help")
    assert "Aufruf: tollhouse topup" in done.stdout
    assert "der Betrag in US-Dollar" in done.stdout


def test_no_command_takes_a_key_or_password_as_an_argument() -> None:
    text = build_parser().format_help()
    assert "KEY " not in text.replace("TOLLHOUSE_API_KEY", "").replace("KEY=VALUE", "")
    password = build_parser().parse_args(["sub-users", "add", "sub", "label", "--password"]).password
    assert password is True, "it is asked for"


@pytest.mark.parametrize(
    ("name", "words"), [("settings.json", "topups"), ("outbox.sqlite", "topups"), ("state.sqlite", "subs")]
)
def test_a_damaged_file_is_reported_once_with_its_new_path(
    command: CommandLine, name: str, words: str
) -> None:
    assert command.call(words).returncode == 0
    path = command.home / "data" / name
    path.write_bytes(b"damaged" * 2000)
    done = command.call(words)
    (aside,) = path.parent.glob(f"{path.stem}.corrupt-*{path.suffix}")
    assert aside.name in done.stderr
    assert aside.name not in done.stdout
    assert ".corrupt-" not in command.call(words).stderr


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("TOLLHOUSE_BASE_URL", "TOLLHOUSE_BASE_URL: Enter the service address."),
        ("TOLLHOUSE_API_KEY", "TOLLHOUSE_API_KEY: Enter the API key."),
    ],
)
def test_the_variable_that_an_account_of_the_environment_lacks_is_named(
    sandbox: SandboxProcess, tmp_path: Path, variable: str, text: str
) -> None:
    command = CommandLine(tmp_path / "home", sandbox, variables={variable: ""})
    done = command.run("subs")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"tollhouse: {text}\n")

"""Completions and man pages are those of the present parsers, and the shells take them."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent.parent / "packaging" / "terminal"
NAMES = ("tollhouse", "tollhouse-sandbox")
BASH = """
source {file}
COMP_WORDS=({words} "")
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_tollhouse
echo "${{COMPREPLY[@]}}"
"""
ZSH = """
fpath=({folder} $fpath)
autoload -U compinit
compinit -D
bindkey '^T' list-choices
LISTMAX=1000
tollhouse() {{ }}
"""
COMPLETED = {
    "tollhouse": ("topup", "topups", "sub-users", "accounts", "--demo"),
    "tollhouse topup": ("show", "report", "--coin", "--wait"),
    "tollhouse topup show": ("--wait", "--json"),
    "tollhouse sub-users": ("list", "import"),
    "tollhouse sub-users cap": ("--set", "--none"),
    "tollhouse topups --status": ("credited", "rejected"),
    "tollhouse creds x --format": ("curl", "http-url"),
}


def needs(tool: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(tool) is None, reason=f"{tool} is not installed")


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_they_are_those_of_the_parsers() -> None:
    spec = spec_from_file_location("terminal_files", FOLDER / "terminal_files.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, text in module.files().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name}: run make terminal-files"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("shell", "file"),
    [
        pytest.param("bash", "{}", marks=needs("bash")),
        pytest.param("zsh", "_{}", marks=needs("zsh")),
        pytest.param("fish", "{}.fish", marks=needs("fish")),
    ],
)
def test_shells_can_read_the_completions(shell: str, file: str, name: str) -> None:
    run(shell, "-n", str(FOLDER / "completions" / file.format(name)))


@needs("bash")
def test_bash_completes_commands_options_and_values() -> None:
    for words, expected in COMPLETED.items():
        program = BASH.format(file=FOLDER / "completions" / "tollhouse", words=words)
        found = run("bash", "-c", program).split()
        assert set(expected) <= set(found), words


@needs("fish")
def test_fish_completes_commands_options_and_values() -> None:
    file = FOLDER / "completions" / "tollhouse.fish"
    for words, expected in COMPLETED.items():
        for text in expected:
            begun = f"{words} {text[:3]}"
            found = run("fish", "--no-config", "-c", f"source {file}; complete -C '{begun}'")
            assert text in {line.partition("\t")[0] for line in found.splitlines()}, begun


@needs("zsh")
def test_zsh_completes_commands_options_and_values(tmp_path: Path) -> None:
    (tmp_path / ".zshrc").write_text(ZSH.format(folder=FOLDER / "completions"), encoding="utf-8")
    for words, expected in COMPLETED.items():
        for begun in {"--" if text.startswith("--") else "" for text in expected}:
            # Ctrl+T lists what may come here; the line then runs nothing.
            shown = typed_in_zsh(f"{words} {begun}\x14; exit\n", tmp_path)
            listed = re.sub(r"\x1b\[\??[0-9;]*\w", " ", shown).partition("exit")[2]
            wanted = {text for text in expected if text.startswith("--") == bool(begun)}
            assert wanted <= set(re.findall(r"[\w-]+", listed)), (words, begun)


def typed_in_zsh(text: str, home: Path) -> str:
    """Returns what an interactive zsh has on its terminal after a text was typed."""
    master, terminal = pty.openpty()
    with subprocess.Popen(
        ["zsh", "-d", "-i"],
        env={"PATH": os.environ["PATH"], "ZDOTDIR": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8"},
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
    ):
        os.close(terminal)
        os.write(master, text.encode())
        shown = b""
        with suppress(OSError):  # the terminal's end
            while part := os.read(master, 4096):
                shown += part
    os.close(master)
    return shown.decode()


@needs("groff")
def test_the_man_page_names_the_values_of_an_option() -> None:
    text = re.sub(".\x08", "", run("groff", "-man", "-Tutf8", "-P-c", str(FOLDER / "man" / "tollhouse.1")))
    assert "One of awaiting_payment, verifying, credited, rejected, expired." in " ".join(text.split())
    assert "One of residential, mobile, mobile-gb." in " ".join(text.split())


@needs("groff")
@pytest.mark.parametrize("name", NAMES)
def test_man_pages_are_without_warnings(name: str) -> None:
    text = run("groff", "-man", "-Tutf8", "-ww", "-P-c", str(FOLDER / "man" / f"{name}.1"))
    assert "SYNOPSIS" in re.sub(".\x08", "", text)

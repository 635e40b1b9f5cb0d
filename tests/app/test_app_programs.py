"""The app finds its own programs, from source and frozen."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.programs import APP, KEYRING, SANDBOX, called_program, command_of, restore_library_path

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("program", [APP, SANDBOX])
def test_from_source_a_command_starts_the_program_wherever_it_is_called(program: str, tmp_path: Path) -> None:
    for module in ("ui", "tollhouse_sandbox"):
        (tmp_path / module).mkdir()
        (tmp_path / module / "__main__.py").write_text("print('not ours')")
    command = [*command_of(program), "--version"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{program} ")


@pytest.mark.parametrize("suffix", ["", ".exe"])
def test_frozen_the_programs_lie_beside_the_binary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / f"tollhouse{suffix}"))
    assert command_of(SANDBOX) == [str(tmp_path / f"tollhouse-sandbox{suffix}")]
    assert command_of(KEYRING) == [str(tmp_path / f"tollhouse-keyring{suffix}")]
    monkeypatch.setattr(sys, "executable", str(tmp_path / f"tollhouse-sandbox{suffix}"))
    assert command_of(APP) == [str(tmp_path / f"tollhouse{suffix}")]


@pytest.mark.parametrize(
    ("name", "program"),
    [
        ("tollhouse", APP),
        ("/usr/bin/tollhouse-sandbox", SANDBOX),
        ("./tollhouse-sandbox.exe", SANDBOX),
        ("/usr/lib/tollhouse/tollhouse-keyring", KEYRING),
        ("/opt/tollhouse-sandbox/tollhouse", APP),
        ("renamed", APP),
    ],
)
def test_the_name_that_the_binary_is_called_by_decides(
    name: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [name, "--version"])
    assert called_program() == program


@pytest.mark.parametrize("own", [None, "/home/somebody/lib"])
def test_children_get_the_users_library_path_and_not_the_binarys(
    own: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/usr/lib/tollhouse/_internal")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    if own is not None:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", own)
    restore_library_path()
    assert os.environ.get("LD_LIBRARY_PATH") == own
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ

"""A real key, after all that can be done with it, is in the keyring and nowhere else in plain text."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from support.families import family
from support.private_desktop import MISSING, WHY_NOT, PrivateDesktop
from tollhouse_sandbox.process import start_sandbox

pytestmark = pytest.mark.skipif(bool(MISSING) or sys.platform != "linux", reason=WHY_NOT)

PROGRAM = Path(__file__).parents[2] / "support" / "accounts_program.py"


def files_with(folder: Path, secret: str) -> list[Path]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path for path in files if secret.encode() in path.read_bytes()]


@pytest.mark.parametrize("has_keyring", [True, False], ids=["keyring", "no keyring"])
def test_the_key_is_nowhere_in_plain_text(tmp_path: Path, *, has_keyring: bool) -> None:
    with (
        start_sandbox("--scale", "empty") as service,
        PrivateDesktop(tmp_path / "desktop") as desktop,
    ):
        if has_keyring:
            desktop.start_keyring()
        notes = desktop.home / "notes.txt"
        env = {**desktop.env, "TOLLHOUSE_HOME": str(desktop.home / "app")}
        program = desktop.run([sys.executable, str(PROGRAM), str(notes)], env)
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(f"{service.base_url} {service.api_key}\n")
        program.stdin.flush()
        said = program.stdout.readline()
        assert said == "done\n"
        assert ("keyring" if has_keyring else "memory") in notes.read_text(encoding="utf-8")
        processes = family(program.pid)
        assert len(processes) > 1, "the demo's service runs"
        for pid in processes:
            for name in ("cmdline", "environ"):
                assert service.api_key.encode() not in Path(f"/proc/{pid}/{name}").read_bytes()
        assert (desktop.home / "app" / "logs" / "tollhouse.log").stat().st_size > 1000
        assert not files_with(tmp_path, service.api_key)

"""The session account's key: read once, then kept from all children but the app that is started anew."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the next one takes this one's place")

ACCOUNT = {"TOLLHOUSE_BASE_URL": "https://api.example.com", "TOLLHOUSE_API_KEY": "key-canary-0123456789"}

# As the app, but for its window: it starts a child, as a browser is started, and wants to be started anew.
PROGRAM = """
import os, subprocess, sys
from ui import __main__
from ui.start import application as start
def run_app(first, preparation, **options):
    print("account:", preparation._environment["TOLLHOUSE_API_KEY"], flush=True)
    print("child:", flush=True)
    subprocess.run(["env"], check=True)
    print("next:", flush=True)
    sys.executable = sys.argv[1]
    return start.RESTART
start.run_app = run_app
sys.exit(__main__.main([]))
"""


def test_the_key_reaches_the_restarted_app_and_no_other_child(tmp_path: Path) -> None:
    next_app = tmp_path / "python"
    next_app.write_text("#!/bin/sh\nexec env\n")
    next_app.chmod(0o700)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(next_app)],
        env=os.environ | ACCOUNT | {"TOLLHOUSE_HOME": str(tmp_path), "LANGUAGE": "fr"},
        capture_output=True,
        text=True,
        check=True,
    )
    own, _, rest = done.stdout.partition("child:\n")
    child, _, poller = rest.partition("next:\n")
    assert own == "account: key-canary-0123456789\n"
    assert "LANGUAGE=fr" in child
    assert "api.example.com" not in child
    assert "canary" not in child
    for line in (*(f"{name}={value}" for name, value in ACCOUNT.items()), "LANGUAGE=fr"):
        assert line in poller.splitlines()

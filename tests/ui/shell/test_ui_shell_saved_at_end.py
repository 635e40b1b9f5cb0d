"""What was entered right before the app ends is saved as it was entered."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from support.whole_app import LOADED, WATCHED, given
from support.window_process import python
from tollhouse_sandbox.process import SandboxProcess, start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TXID = "0123456789abcdef" * 4
# Each letter is saved by a task of its own.
TYPE_TXID = f"""
        page.show_topup(page._account.topup_store.list()[0].id)
        while not page.topup_page._is_built() or not page.topup_page.detail.report.isVisible():
            await asyncio.sleep(0.01)
        for letter in "{TXID}":
            page.topup_page.detail.report.txid.insert(letter)
            page.topup_page.detail.report.txid.textEdited.emit("")
"""

# As fast as a keyboard repeats, each by a task of its own.
HIDE_ALL = """
        for topup in page._account.topup_store.list():
            page.footer.toggle_hidden(topup.id)
"""


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[SandboxProcess]:
    with start_sandbox("--data", str(tmp_path / "service")) as process:
        yield process


def saved(sandbox: SandboxProcess, home: Path, act: str, kind: str) -> list[tuple[str, str]]:
    """Returns the entries of a kind after an act in the turn in which the window is closed."""
    done = python("-c", WATCHED.replace("WAIT", LOADED + act), environment=given(sandbox, home))
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    with closing(sqlite3.connect(home / "data" / "state.sqlite")) as state:
        return state.execute("SELECT key, content FROM entries WHERE kind = ?", (kind,)).fetchall()


def test_a_transaction_id_is_saved_to_its_last_letter(sandbox: SandboxProcess, tmp_path: Path) -> None:
    assert [content for _key, content in saved(sandbox, tmp_path, TYPE_TXID, "typed txid")] == [TXID]


def test_what_was_hidden_last_is_saved(sandbox: SandboxProcess, tmp_path: Path) -> None:
    assert len(saved(sandbox, tmp_path, HIDE_ALL, "hidden top-up")) > 5

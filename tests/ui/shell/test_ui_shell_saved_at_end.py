"""What was entered right before the app ends is saved as it was entered."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from app.storage.settings import SettingsFile
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

CHOICES = {"theme": "dark", "motion": "reduced", "clipboard_seconds": 60, "idle_minutes": 1, "has_tray": True}
# More than the threads that write, so that some have to wait.
CHOOSE_SETTINGS = f"""
        from ui.pages.settings.page import SettingsPage
        window.settings_requested.emit()
        settings = window.findChild(SettingsPage)
        while not hasattr(settings, "about"):
            await asyncio.sleep(0.01)
        for field, value in {CHOICES}.items():
            settings._on_card_chosen(field, value)
        settings.connection.proxy_entered.emit("http://127.0.0.1:9")
"""


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[SandboxProcess]:
    with start_sandbox("--data", str(tmp_path / "service")) as process:
        yield process


def act_and_close(sandbox: SandboxProcess, home: Path, act: str) -> None:
    """Runs the app, and closes its window in the turn in which it acts last."""
    done = python("-c", WATCHED.replace("WAIT", LOADED + act), environment=given(sandbox, home))
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def saved(sandbox: SandboxProcess, home: Path, act: str, kind: str) -> list[tuple[str, str]]:
    """Returns the entries of a kind that an act has saved."""
    act_and_close(sandbox, home, act)
    with closing(sqlite3.connect(home / "data" / "state.sqlite")) as state:
        return state.execute("SELECT key, content FROM entries WHERE kind = ?", (kind,)).fetchall()


def test_a_transaction_id_is_saved_to_its_last_letter(sandbox: SandboxProcess, tmp_path: Path) -> None:
    assert [content for _key, content in saved(sandbox, tmp_path, TYPE_TXID, "typed txid")] == [TXID]


def test_what_was_hidden_last_is_saved(sandbox: SandboxProcess, tmp_path: Path) -> None:
    assert len(saved(sandbox, tmp_path, HIDE_ALL, "hidden top-up")) > 5


def test_the_settings_that_were_chosen_last_are_saved(sandbox: SandboxProcess, tmp_path: Path) -> None:
    act_and_close(sandbox, tmp_path, CHOOSE_SETTINGS)
    written = SettingsFile(tmp_path / "data" / "settings.json").peek().settings
    assert {field: getattr(written, field) for field in CHOICES} == CHOICES
    assert written.proxy == "http://127.0.0.1:9"

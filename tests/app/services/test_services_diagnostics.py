"""The diagnostics and the list of what is kept: helpful, and without anything private."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.models.settings import Settings
from app.services.accounts.known import Account
from app.services.app_files import list_app_files
from app.services.diagnostics import Diagnostics
from app.storage.paths import AppPaths
from support.account_services import key_store
from ui.pages.settings.view import clipboard_choices, idle_choices, present_files, text_size_choices

if TYPE_CHECKING:
    from app.services.accounts.accounts import Accounts
    from app.storage.keys import KeyStore

SAVED = Account("acc_1", "Quiet Harbour", "api.harbour.example", is_demo=False, color="blue")
DEMO = Account("demo", "Demo account", "local sandbox", is_demo=True)
CANARIES = ("canary-" + "k" * 40, "hunter2", "Quiet Harbour", "api.harbour.example")


class _Known:
    """Accounts, as far as the diagnostics ask for them."""

    def known(self) -> tuple[Account, ...]:
        return (SAVED, DEMO)


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    made = AppPaths(tmp_path / "data", tmp_path / "logs")
    made.data.mkdir()
    made.logs.mkdir()
    return made


def diagnostics(paths: AppPaths, keys: KeyStore | None = None) -> Diagnostics:
    accounts: Accounts = _Known()  # type: ignore[assignment] # all that is asked of them
    return Diagnostics(accounts, keys or key_store(lambda: None), paths, "1.2.3")


async def test_it_tells_versions_and_the_recent_log(paths: AppPaths) -> None:
    paths.log.write_text("".join(f"line {n}\n" for n in range(1000)))
    text = await diagnostics(paths).text([("Qt", "6.11.0")])
    assert "Tollhouse: 1.2.3" in text
    assert f"Python: {platform.python_version()}" in text
    assert "Qt: 6.11.0" in text
    assert "Keyring: none" in text
    assert "Accounts: 1" in text
    assert text.endswith("line 999")
    assert "line 900" not in text


async def test_it_holds_nothing_private(paths: AppPaths) -> None:
    key, password, name, host = CANARIES
    paths.log.write_text(
        f"GET https://{host}/v1/topups\n"
        f"Authorization: Bearer {key}\n"
        f"http://user:{password}@gate.example\n"
        f"account {name} in {Path.home()}/.local\n"
    )
    text = await diagnostics(paths).text()
    assert [canary for canary in CANARIES if canary in text] == []
    assert f"{Path.home()}/.local" not in text
    assert "GET https://[account]/v1/topups" in text


async def test_it_tells_the_class_of_the_keyring(paths: AppPaths) -> None:
    class Drawer:
        def get_password(self, service: str, username: str) -> str | None:
            raise AssertionError((service, username))

        set_password = delete_password = get_password

    text = await diagnostics(paths, key_store(Drawer)).text()  # type: ignore[arg-type] # never asked
    assert "Drawer" in text


@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
async def test_it_says_who_decides_whom_tls_trusts(
    paths: AppPaths, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for one in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(one, raising=False)
    assert "Trusted certificates: the system's\n" in await diagnostics(paths).text()
    monkeypatch.setenv(name, str(Path.home() / "company" / "ca"))
    text = await diagnostics(paths).text()
    if sys.platform == "linux":
        assert f"Trusted certificates: decided by {name} (~/company/ca), not by the system alone\n" in text
    else:
        assert "Trusted certificates: the system's\n" in text


async def test_a_log_that_is_not_there_is_said(paths: AppPaths) -> None:
    assert (await diagnostics(paths).text()).endswith("Recent log:\nempty")


async def test_what_is_kept_is_reported_by_kind(paths: AppPaths) -> None:
    for name, size in (
        ("settings.json", 10),
        ("settings.corrupt-2026-11-21T20-05-00.json", 20),
        ("outbox.sqlite", 100),
        ("outbox.sqlite-wal", 30),
        ("state.sqlite", 50),
        ("something.new", 60),
    ):
        (paths.data / name).write_bytes(b"x" * size)
    (paths.demo / "deep").mkdir(parents=True)
    (paths.demo / "deep" / "file").write_bytes(b"x" * 70)
    paths.log.write_bytes(b"x" * 80)
    kept = {one.kind: one for one in await list_app_files(paths)}
    assert kept["outbox"].names == ("outbox.sqlite", "outbox.sqlite-wal")
    assert {kind: one.size_bytes for kind, one in kept.items() if kind != "demo"} == {
        "settings": 10,
        "outbox": 130,
        "state": 50,
        "log": 80,
        "damaged": 20,
        "other": 60,
    }
    assert kept["demo"].names == ("demo/",)
    assert kept["demo"].size_bytes >= 70
    rows = present_files(tuple(kept.values()))
    assert rows[0].text.startswith("Your accounts without their keys")
    assert rows[1].size == "130 B"


async def test_folders_that_are_gone_hold_nothing(tmp_path: Path) -> None:
    assert await list_app_files(AppPaths(tmp_path / "no", tmp_path / "none")) == ()


def test_the_defaults_are_on_offer() -> None:
    defaults = Settings()
    assert defaults.text_percent in dict(text_size_choices(defaults.text_percent))
    assert defaults.clipboard_seconds in dict(clipboard_choices(defaults.clipboard_seconds))
    assert defaults.idle_minutes in dict(idle_choices())
    assert (135, "135 %") in text_size_choices(135)

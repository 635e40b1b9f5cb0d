"""The settings: whole at any moment, private, without losing what they don't know."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from app.errors import StorageError
from app.storage.locks import hold_file
from app.storage.settings import SavedAccount, SavedSettings, SettingsFile

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 21, 20, 5, tzinfo=UTC)
ACCOUNT = SavedAccount("acc_1", "Müller & Söhne", "https://api.example.com", "green")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_a_first_start_has_no_accounts(path: Path) -> None:
    assert SettingsFile(path).load(NOW) == (SavedSettings(), None)


def test_what_was_saved_is_read_again(path: Path) -> None:
    settings = SavedSettings(
        (ACCOUNT, SavedAccount("acc_2", "Two", "http://127.0.0.1:8123", "blue")), "acc_2"
    )
    SettingsFile(path).save(settings)
    assert SettingsFile(path).load(NOW) == (settings, None)


def test_only_this_user_can_read_it_and_nothing_lies_beside(path: Path) -> None:
    old = os.umask(0)
    try:
        SettingsFile(path).save(SavedSettings((ACCOUNT,)))
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_fields_of_other_versions_stay(path: Path) -> None:
    content = {
        "version": 1,
        "palette": {"name": "dark"},
        "accounts": [
            {"id": "acc_1", "name": "One", "address": "https://a.example", "colour": "blue", "tag": ["x"]}
        ],
        "lastAccount": None,
    }
    path.write_text(json.dumps(content))
    settings, _aside = SettingsFile(path).load(NOW)
    SettingsFile(path).save(settings._replace(last_account="acc_1"))
    kept = json.loads(path.read_text())
    assert {name: kept[name] for name in content} == content | {"lastAccount": "acc_1", "version": 2}


def test_a_lone_surrogate_in_a_field_of_another_version_prevents_no_change(path: Path) -> None:
    path.write_text('{"version": 1, "accounts": [], "note \\ud800": "\\udfff"}')
    file = SettingsFile(path)
    file.change(lambda known: known._replace(last_account="acc_1"), SavedSettings())
    settings, aside = file.load(NOW)
    assert (settings.last_account, settings.others) == ("acc_1", {"note \ud800": "\udfff"})
    assert aside is None


def test_a_change_of_settings_that_can_not_be_read_starts_from_the_known_ones(path: Path) -> None:
    path.write_bytes(b"{")
    SettingsFile(path).change(lambda known: known._replace(last_account="acc_1"), SavedSettings((ACCOUNT,)))
    assert SettingsFile(path).load(NOW) == (SavedSettings((ACCOUNT,), "acc_1"), None)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{}",
        b"\xff\xfe",
        b'{"version": 1}',
        b'{"version": "1", "accounts": []}',
        b'{"version": 1, "accounts": {}, "lastAccount": 3}',
        b'{"version": 1, "accounts": [{}]}',
        b'{"version": 1, "accounts": [{"id": "a", "name": 3, "address": "b", "colour": "c"}]}',
        b'{"version": 1, "accounts": [{"id": "", "name": "n", "address": "b", "colour": "c"}]}',
        b'{"version": 1, "accounts": [{"id": "\\ud800", "name": "n", "address": "b", "colour": "c"}]}',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_set_aside_with_its_time(path: Path, damaged: bytes) -> None:
    path.write_bytes(damaged)
    settings, aside = SettingsFile(path).load(NOW)
    assert settings == SavedSettings()
    assert aside == path.with_name("settings.corrupt-2026-11-21T20-05-00.json")
    assert aside.read_bytes() == damaged
    assert not path.exists()


@pytest.mark.parametrize(
    ("saved", "damaged"),
    [("api.example.com", "apa.example.com"), ("acc_1", "acc_3"), ("green", "gredn"), ("version", "versinn")],
)
def test_a_changed_character_is_damage(path: Path, saved: str, damaged: str) -> None:
    SettingsFile(path).save(SavedSettings((ACCOUNT,)))
    content = path.read_text()
    assert saved in content
    path.write_text(content.replace(saved, damaged, 1))
    assert SettingsFile(path).peek() == SavedSettings()
    settings, aside = SettingsFile(path).load(NOW)
    assert settings == SavedSettings()
    assert aside is not None


def test_a_damaged_version_is_not_a_newer_one(path: Path) -> None:
    SettingsFile(path).save(SavedSettings((ACCOUNT,)))
    found = json.loads(path.read_text())
    path.write_text(json.dumps({**found, "version": found["version"] + 4}))
    assert SettingsFile(path).load(NOW)[1] is not None


def test_a_file_without_its_checksum_is_damage(path: Path) -> None:
    SettingsFile(path).save(SavedSettings((ACCOUNT,)))
    found = json.loads(path.read_text())
    del found["checksum"]
    path.write_text(json.dumps(found))
    assert SettingsFile(path).load(NOW)[1] is not None


def test_two_accounts_of_one_id_are_damage(path: Path) -> None:
    SettingsFile(path).save(SavedSettings((ACCOUNT, ACCOUNT)))
    assert SettingsFile(path).load(NOW)[1] is not None


def test_a_newer_version_s_file_is_left_alone(path: Path) -> None:
    path.write_text('{"version": 3, "accounts": "elsewhere"}')
    with pytest.raises(StorageError) as caught:
        SettingsFile(path).load(NOW)
    assert caught.value.reason == "newer"
    assert path.read_text() == '{"version": 3, "accounts": "elsewhere"}'


def test_settings_that_another_process_holds_are_not_waited_for_without_end(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a command that was stopped while it changed them: the app could not even be quit."""
    file, now = SettingsFile(path), [0.0]
    file.save(SavedSettings())
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.append(now.pop() + seconds))
    with hold_file(path.with_name("settings.json.lock")), pytest.raises(StorageError):
        file.change(lambda known: known._replace(last_account="acc_1"), SavedSettings())
    assert 10 <= now[0] < 11
    file.change(lambda known: known._replace(last_account="acc_2"), SavedSettings())
    assert file.peek().last_account == "acc_2"


def test_a_full_disk_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SettingsFile(path).save(SavedSettings((ACCOUNT,)))

    def full(_number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError) as caught:
        SettingsFile(path).save(SavedSettings())
    assert caught.value.reason == "full"
    assert SettingsFile(path).load(NOW) == (SavedSettings((ACCOUNT,)), None)
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_a_file_larger_than_it_may_be_loses_nothing(path: Path) -> None:
    """The system itself refuses to write on, as on a full disk."""
    SettingsFile(path).save(SavedSettings((ACCOUNT,)))
    code = """
import resource, signal, sys
from pathlib import Path
from app.errors import StorageError
from app.storage.settings import SavedAccount, SavedSettings, SettingsFile
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
try:
    account = SavedAccount("a", "n" * 500, "https://x.example", "blue")
    SettingsFile(Path(sys.argv[1])).save(SavedSettings((account,)))
except StorageError:
    sys.exit(3)
"""
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == 3
    assert SettingsFile(path).load(NOW) == (SavedSettings((ACCOUNT,)), None)
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


def test_a_folder_in_its_place_says_so(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StorageError):
        SettingsFile(path).load(NOW)
    with pytest.raises(StorageError):
        SettingsFile(path).save(SavedSettings())


def test_being_killed_while_saving_leaves_one_or_the_other(path: Path) -> None:
    """However far it came: the file is whole."""
    SettingsFile(path).save(SavedSettings((ACCOUNT,)))
    code = """
import sys
from pathlib import Path
from app.storage.settings import SavedAccount, SavedSettings, SettingsFile
print("on", flush=True)
while True:
    for count in range(40):
        accounts = tuple(SavedAccount(f"a{n}", "n", "https://x.example", "blue") for n in range(count))
        SettingsFile(Path(sys.argv[1])).save(SavedSettings(accounts))
"""
    for _kill in range(5):
        with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            process.kill()
        assert SettingsFile(path).load(NOW)[1] is None

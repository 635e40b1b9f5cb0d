"""Settings in the settings file: kept, and junk falls back one by one."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from app.models.settings import AlertThresholds, NotificationChoices, Settings, WindowGeometry
from app.storage.settings import SavedSettings, SettingsFile

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 11, 21, 20, 5, tzinfo=UTC)
CHOSEN = Settings(
    theme="dark",
    text_percent=150,
    motion="reduced",
    language="de",
    clipboard_seconds=None,
    idle_minutes=None,
    proxy="http://proxy.example:3128",
    has_tray=True,
    notifications=NotificationChoices(credited=False, on_desktop=False),
    alerts=AlertThresholds(first_percent=60, second_percent=90, notifies_left=True, left_bytes=5, days=9),
)
PLACE = WindowGeometry(-1200, 40, 1000, 700, is_maximized=True, tab="subscriptions")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def loaded(file: Path, **fields: Any) -> SavedSettings:
    file.write_text(json.dumps({"version": 1, "accounts": [], **fields}))
    return SettingsFile(file).load(NOW)[0]


def test_what_is_chosen_is_there_at_the_next_start(file: Path) -> None:
    settings = SavedSettings(settings=CHOSEN, window=PLACE)
    SettingsFile(file).save(settings)
    assert SettingsFile(file).load(NOW) == (settings, None)
    assert SettingsFile(file).peek() == settings


def test_each_field_is_found_under_its_name_in_files_of_earlier_versions(file: Path) -> None:
    saved = {
        "theme": "dark",
        "textPercent": 150,
        "motion": "reduced",
        "language": "de",
        "clipboardSeconds": None,
        "idleMinutes": None,
        "proxy": "http://proxy.example:3128",
        "tray": True,
        "notifications": {"credited": False, "on_desktop": False},
        "alerts": {
            "used": True,
            "firstPercent": 60,
            "secondPercent": 90,
            "left": True,
            "leftBytes": 5,
            "daysLeft": False,
            "days": 9,
        },
    }
    window = {"left": -1200, "top": 40, "width": 1000, "height": 700, "maximised": True}
    found = loaded(file, preferences=saved, window=window | {"tab": "subscriptions"})
    assert (found.settings, found.window) == (CHOSEN, PLACE)
    assert found.others == found.settings.others == {}
    alerts = loaded(file, preferences={"alerts": {"used": False, "daysLeft": True}}).settings.alerts
    assert (alerts.notifies_used, alerts.notifies_days) == (False, True)


def test_a_first_start_has_the_documented_defaults(file: Path) -> None:
    settings = loaded(file).settings
    assert settings == Settings()
    assert (settings.theme, settings.text_percent, settings.clipboard_seconds) == ("system", 100, 30)
    assert not settings.has_tray
    assert all(getattr(settings.notifications, kind) for kind in ("credited", "ending", "on_desktop"))
    assert settings.notifications.traffic_left
    assert not settings.alerts.notifies_left, "the default says nothing of it"


@pytest.mark.parametrize(
    ("name", "junk"),
    [
        ("theme", "purple"),
        ("theme", ["dark"]),
        ("textPercent", 1000),
        ("textPercent", True),
        ("textPercent", "150"),
        ("textPercent", 150.0),
        ("textPercent", 1e300),
        ("motion", 0),
        ("language", {"de": 1}),
        ("language", "de\n"),
        ("clipboardSeconds", 0),
        ("clipboardSeconds", 9_999_999),
        ("idleMinutes", 2),
        ("idleMinutes", "never"),
        ("proxy", 3128),
        ("proxy", "x" * 5000),
        ("proxy", "http://proxy.exämple:3128"),
        ("tray", "yes"),
        ("notifications", "all"),
        ("alerts", "all"),
        ("alerts", {"firstPercent": 96}),
        ("alerts", {"firstPercent": 0, "secondPercent": 101, "days": 0, "leftBytes": -1, "used": 1}),
        ("notifications", {"credited": "yes"}),
    ],
)
def test_junk_falls_back_alone(file: Path, name: str, junk: object) -> None:
    good = {"theme": "dark", "textPercent": 125, "idleMinutes": 15}
    settings = loaded(file, preferences=good | {name: junk}).settings
    expected = Settings()._replace(theme="dark", text_percent=125, idle_minutes=15)
    fields = {"theme": "theme", "textPercent": "text_percent", "idleMinutes": "idle_minutes"}
    if name in fields:
        expected = expected._replace(**{fields[name]: getattr(Settings(), fields[name])})
    assert settings == expected


@pytest.mark.parametrize("junk", [None, 1, "dark", ["dark"]])
def test_settings_of_no_known_shape_are_as_if_nothing_was_chosen(file: Path, junk: object) -> None:
    assert loaded(file, preferences=junk).settings == Settings()


def test_choices_of_other_versions_stay(file: Path) -> None:
    kept = {
        "theme": "dark",
        "sounds": {"coin": True},
        "notifications": {"credited": False, "weekly": True},
        "alerts": {"hours": 4},
    }
    saved = loaded(file, preferences=kept)
    SettingsFile(file).save(saved._replace(settings=saved.settings._replace(theme="light")))
    written = json.loads(file.read_text())["preferences"]
    assert written["sounds"] == {"coin": True}
    assert written["notifications"]["weekly"] is True
    assert written["alerts"]["hours"] == 4
    assert (written["theme"], written["notifications"]["credited"]) == ("light", False)


@pytest.mark.parametrize(
    "junk",
    [
        "left",
        {},
        {"left": 0, "top": 0, "width": 800},
        {"left": 0, "top": 0, "width": 0, "height": 600},
        {"left": 1e9, "top": 0, "width": 800, "height": 600},
        {"left": 10**12, "top": 0, "width": 800, "height": 600},
        {"left": True, "top": 0, "width": 800, "height": 600},
    ],
)
def test_a_place_that_cannot_be_is_none(file: Path, junk: object) -> None:
    assert loaded(file, window=junk).window is None


def test_a_place_without_the_tab_is_one(file: Path) -> None:
    place = {"left": 0, "top": 0, "width": 800, "height": 600}
    assert loaded(file, window=place).window == WindowGeometry(0, 0, 800, 600)


@pytest.mark.parametrize("content", [b"", b"{", b'{"version": 9, "accounts": []}', b"\xff\xfe"])
def test_the_first_paint_never_fails_and_changes_nothing(file: Path, content: bytes) -> None:
    assert SettingsFile(file).peek() == SavedSettings()
    file.write_bytes(content)
    assert SettingsFile(file).peek() == SavedSettings()
    assert file.read_bytes() == content

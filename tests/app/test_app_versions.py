"""The version that the app says it has."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from app.versions import app_version

if TYPE_CHECKING:
    import pytest

PROJECT = Path(__file__).parents[2]


def test_the_version_is_the_project_s() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert app_version() == project["version"]


def test_files_that_nothing_installed_have_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(PROJECT / "src")])
    assert app_version() == "0"

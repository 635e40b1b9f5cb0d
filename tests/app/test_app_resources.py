"""The files that come with the app are found in a checkout; the wheel's are tested with the wheel."""

from pathlib import Path

import pytest

from app.resources import resource_path


@pytest.mark.parametrize(
    "parts", [("icons", "tollhouse.svg"), ("fonts", "Inter-Regular.ttf"), ("fonts", "OFL-Inter.txt")]
)
def test_they_are_there(parts: tuple[str, str]) -> None:
    path = resource_path(*parts)
    assert path.is_file()
    assert path.is_absolute()


def test_the_place_does_not_depend_on_where_the_app_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert resource_path("icons").is_dir()

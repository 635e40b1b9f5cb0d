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


SIGNATURES = {".ttf": b"\0\1\0\0", ".otf": b"OTTO"}
FONTS = sorted(path for path in resource_path("fonts").iterdir() if path.suffix in SIGNATURES)


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name)
def test_fonts_are_not_compressed(path: Path) -> None:
    """WOFF2, whatever its name, is read on some systems only, and there it is unpacked for every size."""
    assert path.read_bytes().startswith(SIGNATURES[path.suffix])


def test_the_place_does_not_depend_on_where_the_app_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert resource_path("icons").is_dir()

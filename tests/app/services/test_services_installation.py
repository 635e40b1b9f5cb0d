"""How the app was installed is found from what installers leave; each license of its parts is known."""

from importlib.metadata import PathDistribution
from pathlib import Path

import pytest

from app.resources import resource_path
from app.services import installation
from app.services.installation import RESOURCES, Installation, find_components, find_installation


def test_a_checkout_is_named_with_its_folder() -> None:
    found = find_installation()
    assert found.kind == "checkout"
    assert found.folder.endswith(Path(__file__).parents[3].name)


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ("pipx_metadata.json", ("pipx", "")),
        ("uv-receipt.toml", ("uv", "")),
        ("info/INSTALLER", ("installer", "pip")),
        ("", ("files", "")),
    ],
)
def test_an_installer_is_known_by_what_it_leaves(
    left: str, expected: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "info").mkdir()
    if left:
        (tmp_path / left).write_text("pip\n", encoding="utf-8")
    monkeypatch.setattr(installation, "distribution", lambda _name: PathDistribution(tmp_path / "info"))
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    way, installer = expected
    assert find_installation() == Installation(way, str(tmp_path), installer)  # type: ignore[arg-type]


@pytest.mark.parametrize(("listed", "way"), [("{program}\n", "debian"), ("/usr/bin/other\n", "folder")])
def test_a_frozen_app_is_a_package_if_the_system_lists_it(
    listed: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, program = tmp_path / "tollhouse.list", tmp_path / "tollhouse"
    files.write_text(listed.format(program=program.resolve()), encoding="utf-8")
    monkeypatch.setattr(installation, "_DEBIAN_FILES", files)
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))
    assert find_installation().kind == way


def test_every_part_has_a_license() -> None:
    components = find_components()
    assert [one.name for one in components if not one.license] == []
    assert {"Python", "pydantic", "PySide6_Essentials", "keyring", "Inter"} <= {
        one.name for one in components
    }
    assert "pytest" not in {one.name for one in components}


def test_every_license_file_of_the_resources_belongs_to_a_part() -> None:
    files = {path.stem for path in resource_path().glob("*/*-*.txt")}
    named = {stem.partition("-")[2].replace("-", "").lower() for stem in files}
    parts = {
        one.name.replace(" ", "").replace("-", "").lower()
        for one in RESOURCES
        if one.license != "public domain"
    }
    assert named == parts

"""What an install brings: everything the app looks for, with the catalogs compiled."""

import email
import gettext
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder

from app.versions import VERSION

ROOT = Path(__file__).parent.parent.parent
RESOURCES = ROOT / "resources"
LOCALE = RESOURCES / "locale"


def build(folder: Path, **environment: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=os.environ | environment)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """The wheel that `pip install .` builds, made here with the tools that are installed."""
    folder = tmp_path_factory.mktemp("wheel")
    build(folder)
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as opened:
        yield opened


def test_every_module_and_every_resource_is_there(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    for package in ("app", "ui", "tollhouse_sandbox"):
        for path in (ROOT / "src" / package).rglob("*.py"):
            assert path.relative_to(ROOT / "src").as_posix() in names
    for path in RESOURCES.rglob("*"):
        if path.is_file() and LOCALE not in path.parents:
            assert f"ui/resources/{path.relative_to(RESOURCES).as_posix()}" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith("tests/") for name in names)


def test_catalogs_come_compiled_and_without_their_sources(wheel: zipfile.ZipFile) -> None:
    begun = {path.parent.parent.name for path in LOCALE.rglob("*.po") if _is_begun(path)}
    inside = [name for name in wheel.namelist() if "/locale/" in name]
    assert sorted(inside) == sorted(f"ui/resources/locale/{code}/LC_MESSAGES/tollhouse.mo" for code in begun)
    for name in inside:
        with wheel.open(name) as catalog:
            assert gettext.GNUTranslations(catalog).gettext("Cancel") != ""


def _is_begun(path: Path) -> bool:
    """Tells whether a catalog says anything beyond its header."""
    return any(
        line.startswith("msgstr") and not line.endswith('""')
        for line in path.read_text(encoding="utf-8").splitlines()
    )


def test_it_is_an_app_of_the_desktop_and_two_commands(wheel: zipfile.ZipFile) -> None:
    shared = {name.partition(".data/data/")[2] for name in wheel.namelist() if ".data/data/" in name}
    assert {
        "share/applications/tollhouse.desktop",
        "share/metainfo/tollhouse.metainfo.xml",
        "share/icons/hicolor/scalable/apps/tollhouse.svg",
        "share/icons/hicolor/16x16/apps/tollhouse.png",
        "share/icons/hicolor/512x512/apps/tollhouse.png",
        "share/bash-completion/completions/tollhouse",
        "share/zsh/site-functions/_tollhouse-sandbox",
        "share/fish/vendor_completions.d/tollhouse.fish",
        "share/man/man1/tollhouse.1",
        "share/man/man1/tollhouse-sandbox.1",
    } <= shared
    (commands,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "tollhouse = ui.__main__:main" in wheel.read(commands).decode()


def test_an_installed_copy_finds_its_resources_and_starts(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = (
        "import pathlib, sys\n"
        "from app.resources import resource_path\n"
        "paths = [resource_path('icons', 'wallet.svg'), resource_path('fonts', 'Inter-Regular.ttf')]\n"
        "assert all(path.is_file() for path in paths), paths\n"
        "assert all(path.is_relative_to(pathlib.Path(sys.argv[1])) for path in paths), paths\n"
        "from ui.__main__ import main\n"
        "sys.exit(main(['--version']))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "QT_QPA_PLATFORM": "offscreen", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert re.fullmatch(r"tollhouse \d+\.\d+\.\d+\n", ended.stdout)


def test_a_build_at_another_time_gives_the_same_bytes(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    build(tmp_path, TZ="Asia/Kathmandu")
    (second,) = tmp_path.glob("*.whl")
    assert second.read_bytes() == Path(wheel.filename or "").read_bytes()


def test_the_metadata_say_what_it_is_and_whose(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = email.message_from_bytes(wheel.read(name))
    assert metadata["Version"] == VERSION
    assert metadata["License-Expression"] == "MIT AND OFL-1.1 AND ISC AND Unicode-3.0"
    licenses = {
        "LICENSE",
        *(f"resources/{path.relative_to(RESOURCES)}" for path in RESOURCES.glob("*/*.txt")),
    }
    assert set(metadata.get_all("License-File", [])) == licenses
    assert {f"{name.removesuffix('METADATA')}licenses/{path}" for path in licenses} <= set(wheel.namelist())
    assert metadata["Author"] in (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert metadata["Keywords"]
    assert metadata["Project-URL"]
    classifiers = metadata.get_all("Classifier", [])
    languages = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("Natural Language")]
    begun = [path for path in LOCALE.rglob("*.po") if _is_begun(path)]
    assert len(languages) == len(begun) + 1
    assert not any(line.startswith("License") for line in classifiers)


def test_the_sources_have_what_the_readme_links() -> None:
    names = {Path(file.distribution_path) for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    folders = {folder for name in names for folder in name.parents}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    linked = {Path(link) for link in re.findall(r"\]\(([^)#]+)\)", readme) if "://" not in link}
    assert linked <= names | folders
    assert Path("docs/pictures/to-pay-light.png") in linked

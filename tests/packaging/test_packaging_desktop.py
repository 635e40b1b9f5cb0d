"""The files for the desktop are valid, name what exists, and say what the catalogs say."""

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

ROOT = Path(__file__).parent.parent.parent
LINUX = ROOT / "packaging" / "linux"
ENTRY = LINUX / "tollhouse.desktop"
METAINFO = LINUX / "tollhouse.metainfo.xml"
SIDES = (16, 24, 32, 48, 64, 128, 256, 512)


def needs(tool: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(tool) is None, reason=f"{tool} is not installed")


@needs("desktop-file-validate")
def test_the_desktop_entry_is_valid() -> None:
    done = subprocess.run(["desktop-file-validate", str(ENTRY)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@needs("appstreamcli")
def test_the_metainfo_is_valid() -> None:
    command = ["appstreamcli", "validate", "--no-net", str(METAINFO)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Validation" in done.stdout
    # Version 1.2 misses a homepage: there is none yet.
    found = [line for line in done.stdout.splitlines() if line.startswith(("E: ", "W: "))]
    assert [line for line in found if not line.endswith(" url-homepage-missing")] == []


def test_the_app_the_entry_and_the_metainfo_mean_each_other() -> None:
    program = (
        "from ui.start.first_paint import build_application; print(build_application().desktopFileName())"
    )
    name = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert f"{name.strip()}.desktop" == ENTRY.name
    assert ET.parse(METAINFO).findtext("launchable") == ENTRY.name
    assert "\nIcon=tollhouse\n" in ENTRY.read_text(encoding="utf-8")
    pictures = [Path(image.text or "").name for image in ET.parse(METAINFO).iter("image")]
    assert pictures
    for picture in pictures:
        assert (ROOT / "docs" / "pictures" / picture).is_file()


@pytest.mark.parametrize("side", SIDES)
def test_there_is_an_icon_of_every_side(side: int) -> None:
    picture = QImage(str(LINUX / "icons" / f"{side}x{side}" / "apps" / "tollhouse.png"))
    assert (picture.width(), picture.height()) == (side, side)
    assert picture.pixelColor(0, 0).alpha() == 0
    assert picture.pixelColor(side // 2, side // 8).name() == "#e8ecfd"


def test_the_files_are_what_the_catalogs_make_of_them(tmp_path: Path) -> None:
    """Made from a copy of the tree, so that nothing here is touched."""
    shutil.copytree(ROOT / "resources", tmp_path / "resources")
    shutil.copytree(ROOT / "packaging", tmp_path / "packaging")
    (tmp_path / "src").symlink_to(ROOT / "src")
    for script, *arguments in (
        ("catalog_hook.py", str(tmp_path / "resources" / "locale")),
        ("linux/desktop_files.py",),
    ):
        command = [sys.executable, str(tmp_path / "packaging" / script), *arguments]
        subprocess.run(command, check=True, capture_output=True, env={"PYTHONPATH": str(tmp_path / "src")})
    for file in (ENTRY, METAINFO):
        made = (tmp_path / "packaging" / "linux" / file.name).read_text(encoding="utf-8")
        assert file.read_text(encoding="utf-8") == made, "run `make desktop-files`"

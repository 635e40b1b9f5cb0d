"""The lists that trim the frozen folder hold what the app needs; where it was built, it works."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.i18n.texts import languages
from app.programs import SANDBOX
from app.storage import keyrings
from support import screen_reader
from support.notification_server import NotificationServer
from support.private_desktop import MISSING, WHY_NOT, PrivateDesktop
from support.screen_reader import ScreenReader
from support.status_tray import StatusTray
from support.waiting import wait_until
from tollhouse_sandbox.process import start_sandbox
from ui.start import application

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parent.parent.parent
FROZEN = ROOT / "build" / "package" / "tollhouse"
SECONDS = 60

needs_frozen = pytest.mark.skipif(not FROZEN.is_dir(), reason="the frozen app was not built (make package)")


def script(name: str) -> ModuleType:
    path = ROOT / "packaging" / "pyinstaller" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"frozen_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses ask for it
    spec.loader.exec_module(module)
    return module


contents, components = script("contents"), script("components")


def test_qts_own_texts_come_in_each_language() -> None:
    codes = application._QT_CODES
    assert {f"qtbase_{codes.get(code, code)}" for code in languages()} == contents.QT_TRANSLATIONS


def test_the_keyrings_come_though_nothing_imports_them() -> None:
    assert {module for module, _name in keyrings._BACKENDS["linux"]} < set(contents.HIDDEN_MODULES)


@pytest.mark.parametrize(
    ("file", "source", "is_wanted"),
    [
        ("PySide6/Qt/translations/qtbase_zh_CN.qm", "…", True),
        ("PySide6/Qt/translations/qtbase_pl.qm", "…", False),
        ("PySide6/Qt/plugins/platforms/libqwayland.so", "…", True),
        ("PySide6\\plugins\\platforms\\qwindows.dll", "…", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "…", False),
        ("PySide6/Qt/lib/libQt6Network.so.6", "…", False),
        ("libQt6Network.so.6", "PySide6/Qt/lib/libQt6Network.so.6", False),
        ("libssl.so.3", "/lib/x86_64-linux-gnu/libssl.so.3", False),
        ("ui/resources/map/world.json", "…", True),
        ("tollhouse-0.1.0.dist-info/METADATA", "…", True),
        ("tollhouse-0.1.0.dist-info/direct_url.json", "…", False),
    ],
)
def test_what_belongs_into_the_folder(file: str, source: str, *, is_wanted: bool) -> None:
    assert contents.is_wanted(file, source) is is_wanted


@pytest.mark.parametrize(
    ("expression", "is_allowed"),
    [
        ("MIT", True),
        ("LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only", True),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", True),
        ("MIT AND GPL-3.0-only", False),
        ("", False),
        ("Proprietary", False),
    ],
)
def test_a_license_that_nobody_allowed_is_refused(expression: str, *, is_allowed: bool) -> None:
    assert components.is_allowed(expression) is is_allowed


def test_every_license_beside_the_resources_and_of_the_dependencies_is_named() -> None:
    named = list(components.resources())
    assert all(components.is_allowed(one.license) for one in named)
    texts = {text for one in named for text in one.texts}
    for path in (*ROOT.glob("resources/*/OFL-*"), *ROOT.glob("resources/*/LICENSE-*")):
        assert path.read_text(encoding="utf-8") in texts
    assert components.declared_license(distribution("qrcode")) == "BSD-3-Clause"
    assert components.declared_license(distribution("jaraco.classes")) == "MIT"


@needs_frozen
def test_the_folder_holds_what_the_lists_name_and_its_licenses() -> None:
    inside = FROZEN / "_internal"
    files = [path.relative_to(inside).as_posix() for path in inside.rglob("*") if not path.is_dir()]
    assert [file for file in files if not contents.is_wanted(file, file)] == []
    assert [
        file for file in files if file.startswith(contents.EXCLUDED_MODULES) or "__pycache__" in file
    ] == []
    for pattern in contents.WITH_SYMBOLS:
        assert list(inside.glob(pattern))
    assert (inside / "shiboken6" / "files.dir").is_dir(), "PySide compiles modules of its own at each start"
    bill = json.loads((FROZEN.parent / "tollhouse.cdx.json").read_text(encoding="utf-8"))
    licenses = (FROZEN / "LICENSES.txt").read_text(encoding="utf-8")
    for component in bill["components"]:
        assert f"{component['name']} {component['version']}\nLicense: " in licenses
    for text in (
        "GNU LESSER GENERAL PUBLIC LICENSE",
        "SIL OPEN FONT LICENSE",
        "can be replaced by other builds",
    ):
        assert text in licenses


@needs_frozen
def test_frozen_the_sandbox_answers_by_its_own_name_and_ends_with_its_input(tmp_path: Path) -> None:
    link = tmp_path / "tollhouse-sandbox"
    link.symlink_to(FROZEN / "tollhouse-sandbox")
    process = subprocess.Popen(
        [str(link), "--watch-stdin", "--scale", "empty"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["base_url"].startswith("http://127.0.0.1:")
    process.stdin.close()
    assert process.wait(SECONDS) == 0
    process.stdout.close()


@needs_frozen
@pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)
def test_frozen_a_key_is_in_the_keyring_and_found_by_the_next_start(tmp_path: Path) -> None:
    with PrivateDesktop(tmp_path / "desktop") as desktop, start_sandbox("--scale", "empty") as sandbox:
        desktop.start_keyring()

        def run(*arguments: str, typed: str = "") -> Any:
            return subprocess.run(
                [str(FROZEN / "tollhouse"), *arguments],
                env=desktop.env,
                input=typed,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )

        added = run("accounts", "add", sandbox.base_url, "--name", "Work", typed=sandbox.api_key + "\n")
        assert added.returncode == 0, added.stderr
        listed = run("topups", "--json")
        assert listed.returncode == 0, listed.stderr
        holding = [
            path for path in desktop.home.rglob("*") if path.is_file() and _holds(path, sandbox.api_key)
        ]
        assert holding == []


def _holds(path: Path, text: str) -> bool:
    return text.encode() in path.read_bytes()


@needs_frozen
@pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)
@pytest.mark.skipif(bool(screen_reader.MISSING), reason=screen_reader.WHY_NOT)
def test_frozen_it_has_names_a_tray_and_notifications_and_restarts_into_another_language(
    tmp_path: Path,
) -> None:
    with (
        PrivateDesktop(tmp_path / "desktop") as desktop,
        start_sandbox() as sandbox,
        ScreenReader.on(desktop) as reader,
        StatusTray(desktop.env["DBUS_SESSION_BUS_ADDRESS"]) as tray,
        NotificationServer(desktop.env["DBUS_SESSION_BUS_ADDRESS"]) as notifications,
    ):
        desktop.start_keyring()
        app = desktop.run([str(FROZEN / "tollhouse")])
        reader.write("Service address", sandbox.base_url)
        reader.write("API key", sandbox.api_key)
        reader.press("push button", "Connect")
        reader.find("push button", "New top-up")

        reader.press("push button", "Settings")
        reader.press("check box", "Keep running in the tray")
        assert list(tray.menu()) == ["Open Tollhouse", "New top-up", "Quit"]
        reader.click("combo box", "Same as the system")
        reader.click("list item", "Deutsch")
        reader.press("push button", "Restart now")

        reader.find("push button", "Neue Aufladung")  # the key came back from the keyring
        reader.press("page tab", "Abonnements")
        reader.press("push button", "Kopieren")
        wait_until(lambda: "Letzte Zugangsdaten kopieren" in tray.menu())
        tray.choose("Letzte Zugangsdaten kopieren")
        wait_until(lambda: "Zugangsdaten kopiert" in {one.title for one in notifications.shown})
        tray.choose("Beenden")
        assert app.wait(SECONDS) == 0


@needs_frozen
@pytest.mark.skipif(sys.platform != "linux", reason="the loader's path is a variable on Linux only")
def test_frozen_children_do_not_get_its_libraries(tmp_path: Path) -> None:
    """The sandbox of the demo account is a child as a browser is."""
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "QT_QPA_PLATFORM": "offscreen"}
    app = subprocess.Popen([str(FROZEN / "tollhouse"), "--demo"], env=environment)
    children = Path(f"/proc/{app.pid}/task/{app.pid}/children")
    try:
        wait_until(lambda: SANDBOX.encode() in _command_line(children))
        given = Path(f"/proc/{children.read_text().split()[0]}/environ").read_bytes().split(b"\0")
        assert b"HOME=" + bytes(tmp_path) in given
        assert not any(variable.startswith(b"LD_LIBRARY_PATH") for variable in given)
    finally:
        app.kill()
        app.wait()


def _command_line(children: Path) -> bytes:
    """The command of the first child; nothing while there is none."""
    ids = children.read_text().split()
    return Path(f"/proc/{ids[0]}/cmdline").read_bytes() if ids else b""

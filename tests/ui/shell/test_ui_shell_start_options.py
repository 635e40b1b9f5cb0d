"""The options of the command `tollhouse`, and what it says in one line where no window can be opened."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest

from support.window_process import python

if TYPE_CHECKING:
    from pathlib import Path

# The whole app; where it can't start, what its window shows is printed, and its button is pressed.
FAILED_START = """
import sys
from ui import __main__
from ui.start import first_paint
wait = first_paint.wait_for_first_paint
def wait_and_watch(window):
    wait(window)
    from PySide6.QtCore import QTimer
    from ui.widgets.buttons.buttons import PrimaryButton
    from ui.widgets.text.label import Label
    def look():
        for button in window.findChildren(PrimaryButton):
            if button.isVisible():
                shown = [label.shown_text() for label in window.findChildren(Label) if label.isVisible()]
                print(*filter(None, shown), button.text(), sep="; ")
                button.click()
    QTimer(window, interval=10, timeout=look).start()
first_paint.wait_for_first_paint = wait_and_watch
sys.exit(__main__.main([]))
"""


def test_the_version_is_shown() -> None:
    done = python("-m", "ui", "--version", without=("QT_QPA_PLATFORM", "DISPLAY"))
    assert (done.returncode, done.stdout) == (0, f"tollhouse {version('tollhouse')}\n")


@pytest.mark.parametrize("display", [{}, {"DISPLAY": ":987"}, {"WAYLAND_DISPLAY": "wayland-987"}])
@pytest.mark.parametrize("options", [[], ["--demo"]])
def test_without_a_display_it_says_so_in_one_line(display: dict[str, str], options: list[str]) -> None:
    without = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    done = python("-m", "ui", *options, environment=display, without=without)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "no display" in done.stderr


def test_without_a_display_it_says_so_in_its_language() -> None:
    without = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    done = python("-m", "ui", environment={"TOLLHOUSE_LANGUAGE": "fr"}, without=without)
    assert done.returncode == 2
    assert "Définissez DISPLAY ou WAYLAND_DISPLAY" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="libraries of a Linux system")
@pytest.mark.parametrize(
    ("soname", "package", "platform", "options"),
    [
        ("libglib-2.0.so.0", "libglib2.0-0", "offscreen", []),
        ("libEGL.so.1", "libegl1", "offscreen", ["--demo", "--tour", "nowhere"]),
        ("libxcb-cursor.so.0", "libxcb-cursor0", "xcb", ["--demo"]),
    ],
)
def test_a_missing_system_library_is_named_in_one_line(
    tmp_path: Path, soname: str, package: str, platform: str, options: list[str]
) -> None:
    """The loader finds an empty file in place of the library; X11's are loaded by a plugin of Qt."""
    (tmp_path / soname).touch()
    environment = {"LD_LIBRARY_PATH": str(tmp_path), "QT_QPA_PLATFORM": platform, "HOME": str(tmp_path)}
    done = python("-m", "ui", *options, environment=environment)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert soname in line
    assert line.endswith(f"sudo apt-get install {package}")


@pytest.mark.skipif(os.name != "posix", reason="pipes of other systems differ")
@pytest.mark.parametrize("options", [["--version"], ["topups", "--help"], ["--demo", "--tour", "pictures"]])
def test_a_reader_that_has_gone_is_no_crash(tmp_path: Path, options: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        done = subprocess.run(
            [sys.executable, "-m", "ui", *options],
            cwd=tmp_path,
            env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONUNBUFFERED": ""},
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "")


def test_a_picture_that_cannot_be_written_ends_the_tour(tmp_path: Path) -> None:
    """A folder stands for a full disk: it can't be replaced by the picture."""
    picture = tmp_path / "01-welcome-light.png"
    (picture / "kept").mkdir(parents=True)
    done = python("-m", "ui", "--demo", "--tour", str(tmp_path), environment={"QT_QPA_PLATFORM": "offscreen"})
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"tollhouse: {picture}: The file could not be written.\n"
    assert list(tmp_path.iterdir()) == [picture]


def test_an_unknown_option_is_refused() -> None:
    done = python("-m", "ui", "--nonsense")
    assert done.returncode == 2
    assert "--nonsense" in done.stderr


@pytest.mark.parametrize(
    ("address", "key", "words"),
    [
        ("http://example.com", "k" * 20, "TOLLHOUSE_BASE_URL: The service address must begin with https://."),
        ("https://example.com", "", "TOLLHOUSE_API_KEY: Enter the API key."),
        ("", "k" * 20, "TOLLHOUSE_BASE_URL: Enter the service address."),
    ],
)
def test_an_account_that_cannot_be_right_is_refused_without_its_key(
    tmp_path: Path, address: str, key: str, words: str
) -> None:
    given = {"TOLLHOUSE_BASE_URL": address, "TOLLHOUSE_API_KEY": key, "TOLLHOUSE_HOME": str(tmp_path)}
    done = python("-c", FAILED_START, environment=given)
    assert done.returncode == 1
    assert words in done.stderr
    assert "k" * 20 not in done.stderr
    assert "Traceback" not in done.stderr
    assert words in done.stdout


def test_why_it_can_not_start_stays_in_the_window(tmp_path: Path) -> None:
    """Started from a menu, it would disappear without a word."""
    settings = tmp_path / "data" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"version": 99}')
    done = python("-c", FAILED_START, environment={"TOLLHOUSE_HOME": str(tmp_path)})
    assert done.returncode == 1
    text = f"A newer version of the app has written {settings}. Update the app."
    assert done.stderr == f"tollhouse: {text} (version 99)\n"
    assert done.stdout == f"Tollhouse can't start; {text}; Quit Tollhouse\n"


def test_a_file_that_can_not_be_used_is_named_with_what_to_do(tmp_path: Path) -> None:
    settings = tmp_path / "data" / "settings.json"
    settings.mkdir(parents=True)
    done = python("-c", FAILED_START, environment={"TOLLHOUSE_HOME": str(tmp_path)})
    assert done.returncode == 1
    text = f"The app can't use {settings}. Check that you may read and write it, then start the app again."
    assert text in done.stdout
    assert "Errno" not in done.stdout
    assert "[Errno 21] Is a directory" in done.stderr


def test_ctrl_q_quits_a_window_that_can_not_start(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.json").write_text('{"version": 99}')
    press = "QTest.keyClick(button, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)"
    by_key = FAILED_START.replace("button.click()", press).replace(
        "import QTimer", "import Qt, QTimer; from PySide6.QtTest import QTest"
    )
    done = python("-c", by_key, environment={"TOLLHOUSE_HOME": str(tmp_path)})
    assert done.returncode == 1

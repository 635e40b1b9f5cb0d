"""The command `tollhouse` with settings of an earlier start: they hold from the first paint on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from app.versions import VERSION
from ui.theme.tokens import DARK

if TYPE_CHECKING:
    from pathlib import Path

# The whole app; it reports how it looks at the first paint, and with its demo account, and is closed then.
WATCHED = """
import asyncio, json, sys
from PySide6.QtWidgets import QApplication
from ui import __main__
from ui.start import application as start, first_paint
def report_first_paint(window):
    wait(window)
    print(json.dumps({
        "ground": window.palette().window().color().name(),
        "place": list(window.geometry().getRect()),
    }), flush=True)
wait = first_paint.wait_for_first_paint
first_paint.wait_for_first_paint = report_first_paint
real = start.conduct
async def conduct(window, services, **options):
    async def watch():
        while not hasattr(window, "header"):
            await asyncio.sleep(0.01)
        # Not before: PySide makes its classes at their first use, which two threads that import must not.
        from ui.pages.page import Page
        while not [page for page in window.findChildren(Page) if page.isVisible()]:
            await asyncio.sleep(0.01)
        from ui.theme import theme
        print(json.dumps({
            "theme": theme.current_tokens().name,
            "scale": theme.text_scale(),
            "rtl": QApplication.isRightToLeft(),
        }), flush=True)
        CHANGE
        window.close()
    watching = asyncio.get_running_loop().create_task(watch())
    return await real(window, services, **options)
start.conduct = conduct
sys.exit(__main__.main(sys.argv[1:]))
"""


def lines_of(home: Path, *options: str, change: str = "pass") -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED.replace("CHANGE", change), "--demo", *options],
        env=os.environ | {"TOLLHOUSE_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def started(home: Path, *options: str, change: str = "pass") -> dict[str, Any]:
    first, later = lines_of(home, *options, change=change)
    return {**json.loads(first), **json.loads(later)}


def kept(home: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((home / "data" / "settings.json").read_text())
    return read


def test_the_window_comes_back_as_it_was_left(tmp_path: Path) -> None:
    first = started(tmp_path, change="window.setGeometry(30, 20, 700, 500)")
    assert (first["theme"], first["scale"]) == ("light", 1.0)
    assert kept(tmp_path)["window"] == {
        "left": 30,
        "top": 20,
        "width": 700,
        "height": 500,
        "maximised": False,
        "tab": "topups",
    }
    # The offscreen screen is 800 x 600, and a title has its room above.
    assert started(tmp_path)["place"] == [30, 30, 700, 500]


def test_the_theme_holds_from_the_first_paint_on_and_the_text_size_too(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    settings = {"version": 1, "accounts": [], "preferences": {"theme": "dark", "textPercent": 150}}
    (tmp_path / "data" / "settings.json").write_text(json.dumps(settings))
    reported = started(tmp_path, "-reverse")
    assert (reported["theme"], reported["scale"], reported["rtl"]) == ("dark", 1.5, True)
    assert reported["ground"].upper() == DARK.window
    assert kept(tmp_path)["preferences"]["textPercent"] == 150


def test_a_restart_begins_anew_when_all_is_put_away(tmp_path: Path) -> None:
    # The new one only says its version.
    lines = lines_of(tmp_path, change="sys.argv[1:] = ['--version']; window.restart()")
    assert lines[2:] == [f"tollhouse {VERSION}"]
    assert kept(tmp_path)["window"]["tab"] == "topups"
    assert not (tmp_path / "data" / "instance.json").exists()

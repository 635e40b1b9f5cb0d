"""The start up to the first paint: it imports and loads nothing that is not needed for that.

PySide6 makes its classes and enumerations when they are first used; `Qt` takes a fifth of the time that an
empty window takes. What is needed afterwards is in `ui.start.application`.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QEventLoop, QRect, QStandardPaths, QTimer, qInstallMessageHandler
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from app.storage.core_dumps import turn_core_dumps_off
from ui.shell.first_frame import FILE_NAME, unpack
from ui.shell.window import MainWindow
from ui.shell.window_geometry import restore_geometry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEMO: Final = "demo"
"""`app.services.accounts.known.DEMO`, which is too heavy here."""
_SESSION: Final = "session-"
FIRST_TAB: Final = "topups"
"""The tab that opens where none was saved."""
_HALF: Final = 128
_LANGUAGE: Final = ("TOLLHOUSE_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class FirstPaint(NamedTuple):
    """What was painted first.

    Attributes:
        window: Without its parts (see `MainWindow.build`).
        account: Which account opens first, as in the file of the first frame.
        words: What decides the language and the direction of the texts.
    """

    app: QApplication
    window: MainWindow
    account: str
    words: str


def paint_first(
    *, demo: bool, qt_options: Sequence[str] = (), environment: Mapping[str, str] = os.environ
) -> FirstPaint:
    """Makes the application, and paints its window, with pictures of its last contents if they are valid.

    Args:
        qt_options: Qt's own options, from the command line.
        environment: As of `app.bootstrap.build`.
    """
    turn_core_dumps_off()
    app = build_application(qt_options)
    data = data_folder()
    settings = _read(data / "settings.json")
    chosen, geometry = _part(settings, "preferences"), _part(settings, "window")
    scheme = _scheme(app, chosen.get("theme"))
    words = "|".join([str(chosen.get("language") or ""), *map(_variable, _LANGUAGE), *qt_options])
    account = DEMO if demo else _session_account(environment) or str(settings.get("lastAccount") or "")
    window = MainWindow()
    restore_geometry(window, _rect(geometry), is_maximized=geometry.get("maximised") is True)
    kept = about(account, geometry.get("tab") or FIRST_TAB, words, scheme, chosen.get("textPercent", 100))
    frame = unpack(data / FILE_NAME, kept)
    _color(app, _ground(scheme) if frame is None else frame.ground)
    if frame is not None:
        window.show_first_frame(frame)
    window.show()
    return FirstPaint(app, window, account, words)


def build_application(qt_options: Sequence[str] = ()) -> QApplication:
    """Returns the application with its name, before a language and a theme are applied.

    Args:
        qt_options: Such as `-reverse`.
    """
    former = qInstallMessageHandler(_on_message)
    # An option, and the last of that name: `app.style()` takes a tenth of the time to the first paint.
    app = QApplication([sys.argv[0], *qt_options, "-style", "fusion"])
    qInstallMessageHandler(former)
    app.setApplicationName("Tollhouse")
    app.setApplicationDisplayName("Tollhouse")
    app.setDesktopFileName("tollhouse")
    app.setQuitOnLastWindowClosed(False)
    return app


def wait_for_first_paint(window: MainWindow) -> None:
    """Runs the event loop until the window and what is in it are painted, or it is closed."""
    waiting = QEventLoop()
    window.painted.connect(lambda: QTimer.singleShot(0, waiting.quit))
    window.closed.connect(waiting.quit)
    waiting.exec()


def about(account: str, tab: object, words: str, scheme: str, text_percent: object) -> list[object]:
    """Returns what has to be the same for a first frame to be shown, beside the window's size."""
    return [account, tab, words, scheme, text_percent]


def is_saved(account: str) -> bool:
    """Returns whether an account, as of `FirstPaint`, is one whose key is in the keyring."""
    return account not in {"", DEMO} and not account.startswith(_SESSION)


def data_folder() -> Path:
    """Returns the folder that is `data` of `app.storage.paths`, whose library is too heavy here."""
    home = os.environ.get("TOLLHOUSE_HOME", "")
    if home:
        return Path(home, "data")
    generic = QStandardPaths.StandardLocation.GenericDataLocation
    return Path(QStandardPaths.writableLocation(generic), "tollhouse")


def _on_message(_kind: object, _context: object, text: str) -> None:
    """Ends with a sentence where Qt's platform lacks a library of the system: Qt itself would abort."""
    if "platform plugin" in text:
        from ui.start.system_libraries import missing_text  # noqa: PLC0415 (only after a failure)

        if missing := missing_text():
            print(f"tollhouse: {missing}", file=sys.stderr, flush=True)  # noqa: T201 (a command's output)
            os._exit(1)
    print(text, file=sys.stderr)  # noqa: T201 (as Qt does)


def _read(path: Path) -> dict[str, Any]:
    """Returns the settings as they are in the file, not validated; none if they can't be read."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _part(settings: dict[str, Any], name: str) -> dict[str, Any]:
    found = settings.get(name)
    return found if isinstance(found, dict) else {}


def _rect(geometry: dict[str, Any]) -> QRect | None:
    try:
        return QRect(*(geometry[name] for name in ("left", "top", "width", "height")))
    except (KeyError, TypeError, OverflowError):
        return None


def _variable(name: str) -> str:
    return os.environ.get(name, "")


def _session_account(environment: Mapping[str, str]) -> str:
    """Returns a key for the account of the environment; empty if there is none."""
    given = [environment.get(name, "") for name in ("TOLLHOUSE_BASE_URL", "TOLLHOUSE_API_KEY")]
    if not any(given):
        return ""
    import hashlib  # noqa: PLC0415 (only for such an account)

    seed = "\0".join(("tollhouse first frame", *given))
    return _SESSION + hashlib.sha256(seed.encode()).hexdigest()[:16]


def _scheme(app: QApplication, theme: object) -> str:
    """Returns 'light' or 'dark'; `QStyleHints.colorScheme` would load `Qt`."""
    if theme in ("light", "dark"):
        return str(theme)
    return "dark" if app.palette().window().color().lightness() < _HALF else "light"


def _ground(scheme: str) -> str:
    from ui.theme.tokens import DARK, LIGHT  # noqa: PLC0415 (only where there is no first frame)

    return (DARK if scheme == "dark" else LIGHT).window


def _color(app: QApplication, ground: str) -> None:
    palette = app.palette()
    palette.setColor(palette.ColorRole.Window, QColor(ground))
    app.setPalette(palette)

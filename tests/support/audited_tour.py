"""Walks the tour in a pseudo-language, and prints what was not translated and what is clipped."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QWidget

from app.rules.amounts import PRECISION
from app.rules.proxy_formats import FORMATS
from app.texts import languages
from ui import eventloop
from ui.shell.window import SIZE
from ui.start import build_application
from ui.theme import apply_theme
from ui.tour.camera import Camera, _settle
from ui.tour.quiet import keep_quiet_about_plugin
from ui.tour.walks import Tour
from ui.widgets.key_cap import KeyCap
from ui.widgets.label import Label

SOURCES = "".join(
    path.read_text(encoding="utf-8")
    for room in ("app", "ui")
    for path in (Path(__file__).parent.parent.parent / "src" / room).rglob("*.py")
    if path.parent.name != "tour"
)
# The names of tools, coins, files and languages are the same in every language, and so are examples of
# addresses.
NAMES = {kind.name for kind in FORMATS} | {"Tollhouse"} | set(PRECISION) | set(languages().values())


class Audit(Camera):
    """Looks at every screen where the tour would photograph it.

    Attributes:
        findings: What was found, once each: 'untranslated: …', 'clipped: …'.
    """

    def __init__(self, app: QApplication, folder: Path) -> None:
        super().__init__(app, folder)
        self.findings: dict[str, str] = {}

    async def snap(
        self,
        name: str,
        scheme: str,
        size: tuple[int, int] = SIZE,
        suffix: str = "",
        text_scale: float = 1.0,
    ) -> None:
        """Looks at one screen; colours and a larger text are other tests' matter."""
        if self._window is None or self._notes is None or scheme != "light" or text_scale != 1.0:
            return
        self._notes.banner.hide_banner()
        self._window.resize(*size)
        await self._stand_still(self._window)
        modal = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        for root in {self._window, modal or self._window}:
            for widget in [root, *root.findChildren(QWidget)]:
                if widget.isVisible():
                    for finding in find(widget):
                        self.findings.setdefault(finding, f"{name}{suffix} {described(widget)}")
        # A list that opens in a small window chooses nothing by itself.
        self._window.resize(*SIZE)

    async def _stand_still(self, window: QWidget) -> None:
        """Waits until no more widgets come or go."""
        before = -1
        for _round in range(50):
            await _settle()
            now = sum(widget.isVisible() for widget in window.findChildren(QWidget))
            if now == before:
                return
            before = now


def find(widget: QWidget) -> Iterator[str]:
    """Yields what is wrong with one visible widget; the names of keys are Qt's own words."""
    if isinstance(widget, KeyCap):
        return
    for text in {*shown(widget), widget.accessibleName(), widget.toolTip()}:
        if is_ours(text):
            yield f"untranslated: {text}"
    text = next(shown(widget), "")
    if text and is_clipped(widget):
        yield f"clipped: {text}"


def is_ours(text: str) -> bool:
    """Tells whether an English text stands in our sources as it is shown; what is foreign doesn't."""
    is_name = text in NAMES or "://" in text or text.endswith((".json", ".sqlite"))
    return any(map(str.isalpha, text)) and not is_name and f'"{text}"' in SOURCES


def shown(widget: QWidget) -> Iterator[str]:
    """Yields the texts that a widget shows."""
    if isinstance(widget, Label):
        yield widget.shown_text()
    elif isinstance(widget, QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(number) for number in range(widget.count()))


def is_clipped(widget: QWidget) -> bool:
    """Tells whether a label or a button is smaller than its text asks for."""
    if isinstance(widget, Label):
        if widget.wordWrap():
            return widget.heightForWidth(widget.width()) > widget.height() + 1
        return not getattr(widget, "_elide", "") and widget.sizeHint().width() > widget.width() + 1
    return isinstance(widget, QAbstractButton) and widget.sizeHint().width() > widget.width() + 1


def described(widget: QWidget) -> str:
    """Returns where a widget stands: its class and those of its parents."""
    names: list[str] = []
    at: QWidget | None = widget
    while at is not None and len(names) < 4:
        names.append(f"{type(at).__name__}")
        at = at.parentWidget()
    return " < ".join(names)


def main() -> int:
    """Walks, and prints the findings as JSON."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    keep_quiet_about_plugin()
    app = build_application()
    apply_theme(app, "light")
    with TemporaryDirectory(prefix="tollhouse-audit-") as home:
        audit = Audit(app, Path(home))
        code = eventloop.run(app, Tour(audit, Path(home)).walk)
    sys.stdout.write(json.dumps(audit.findings, ensure_ascii=False, indent=1))
    return code


if __name__ == "__main__":
    sys.exit(main())

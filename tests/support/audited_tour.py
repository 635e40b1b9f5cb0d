"""Looks at every text of the tour in a pseudo-language: what was not translated, and what is clipped."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QScrollArea, QWidget

from app.i18n.texts import languages
from app.rules.money.amounts import PRECISION
from app.rules.proxy_formats.rendering import FORMATS
from ui.tour.camera import Camera, _settle
from ui.widgets.text.badge import KeyCap
from ui.widgets.text.label import Label

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

    def look_at_texts(self, window: QWidget, above: QWidget) -> Iterator[str]:
        """Yields what is wrong with the texts of a window and of what stands above it."""
        for root in {window, above}:
            for widget in [root, *root.findChildren(QWidget)]:
                if widget.isVisible():
                    yield from (f"{finding} in {described(widget)}" for finding in find(widget))

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


def crowded(root: QWidget) -> Iterator[str]:
    """Yields what has no room: texts that are cut, and pages wider than where they stand."""
    for widget in [root, *root.findChildren(QWidget)]:
        if not widget.isVisible():
            continue
        text = next(shown(widget), "")
        # The header cuts what the tooltip tells whole.
        if text and is_clipped(widget) and " Header " not in described(widget):
            yield f"clipped: {text} in {described(widget)}"
        if isinstance(widget, QScrollArea):
            content = widget.widget()
            if content is not None and content.width() > widget.viewport().width():
                yield f"too wide: {described(widget)}"


@cache
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

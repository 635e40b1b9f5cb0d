"""The keyboard shortcuts: one table that registers and documents them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog

from app.i18n.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from ui.shell.first_window import FirstWindow

_QUIT: Final = "Ctrl+Q"


class Shortcut(NamedTuple):
    """One or more keys of the same effect.

    Attributes:
        keys: In Qt's portable names.
        act: None where the focused control handles the keys itself.
    """

    keys: tuple[str, ...]
    words: str
    act: Callable[[FirstWindow], object] | None = None


class ShortcutGroup(NamedTuple):
    title: str
    shortcuts: tuple[Shortcut, ...]


def shortcut_groups(tabs: Sequence[tuple[str, str]]) -> tuple[ShortcutGroup, ...]:
    """Returns all shortcuts; `tabs` are (key, title), in order."""
    to_tabs = tuple(tab_shortcut(number, *tab) for number, tab in enumerate(tabs, start=1))
    return (
        ShortcutGroup(
            _("Go to"),
            (
                *to_tabs,
                Shortcut(("Alt+0",), _("All accounts"), lambda window: window.overview_requested.emit()),
                Shortcut(("Ctrl+K",), _("Search everything"), lambda window: window.palette_requested.emit()),
                Shortcut(("Ctrl+,",), _("Settings"), lambda window: window.settings_requested.emit()),
                Shortcut(("Esc",), _("Back, or close what is open")),
            ),
        ),
        ShortcutGroup(
            _("On a page"),
            (
                Shortcut(("Ctrl+N",), _("New top-up"), lambda window: window.new_requested.emit()),
                Shortcut(("F5", "Ctrl+R"), _("Refresh"), lambda window: window.refresh_requested.emit()),
                Shortcut(("Ctrl+F",), _("Search"), lambda window: window.search_requested.emit()),
                Shortcut(("Esc",), _("In a search: clear it, and return to its list")),
                Shortcut(("Ctrl+Return",), _("Confirm 'New top-up'")),
            ),
        ),
        ShortcutGroup(
            _("Lists and charts"),
            (
                Shortcut(("Up", "Down"), _("Row by row")),
                Shortcut(("Left", "Right"), _("Day by day in a chart")),
                Shortcut(("Home", "End"), _("To the first, to the last")),
                Shortcut(("Return",), _("Open")),
                Shortcut(("Ctrl+C",), _("Copy a row's credentials, code or ID")),
                Shortcut(("Ctrl+Shift+C",), _("Choose what to copy of a row")),
                Shortcut(("Menu", "Shift+F10"), _("Menu of a row")),
                Shortcut(("Ctrl+A",), _("Select all rows of a table")),
            ),
        ),
        ShortcutGroup(
            _("App"),
            (
                Shortcut(
                    ("F1", "?"), _("Keyboard shortcuts"), lambda window: window.shortcuts_requested.emit()
                ),
                Shortcut((_QUIT,), _("Quit"), lambda window: window.quit()),
            ),
        ),
    )


def tab_shortcut(number: int, key: str, title: str) -> Shortcut:
    """Returns the shortcut that opens a tab; `number` is its position, from 1."""
    return Shortcut((f"Alt+{number}",), title, lambda window: window.tab_chosen.emit(key))


class Shortcuts(QObject):
    """The shortcuts of a window: they work wherever the focus is in it."""

    def __init__(self, window: FirstWindow, tabs: Sequence[tuple[str, str]]) -> None:
        """`tabs` are (key, title), in order."""
        super().__init__(window)
        self._window = window
        self._tabs = tabs

    def register(self) -> None:
        """Lets the keys work; call it once."""
        for group in self.groups():
            self._register(group.shortcuts)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self._on_focus_window_changed)

    def groups(self) -> tuple[ShortcutGroup, ...]:
        return shortcut_groups(self._tabs)

    def add_quit(self, part: QWidget) -> None:
        """Lets the keys for quitting work in a popup or a modal dialog, where the window's own don't."""
        if part.findChild(QShortcut, _QUIT) is None:
            QShortcut(QKeySequence(_QUIT), part, self._window.quit).setObjectName(_QUIT)

    def _register(self, shortcuts: Sequence[Shortcut]) -> None:
        for shortcut in shortcuts:
            if shortcut.act is None:
                continue
            for keys in shortcut.keys:
                made = QShortcut(QKeySequence(keys), self._window)
                made.activated.connect(lambda act=shortcut.act: act(self._window))

    def _on_focus_window_changed(self) -> None:
        active = QApplication.activeWindow()
        # File dialogs included.
        if isinstance(active, QDialog):
            self.add_quit(active)


def shown_keys(keys: str) -> str:
    """Returns keys as this platform names them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)

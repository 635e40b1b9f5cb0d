"""The keyboard shortcuts: one table that registers and documents them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog

from app.i18n.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from ui.shell.window import MainWindow

_QUIT: Final = "Ctrl+Q"


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Keys, and what they do.

    Attributes:
        keys: Each of them does it; in Qt's portable words.
        words: What they do.
        act: Does it; None where the control that has the keyboard does it by itself.
    """

    keys: tuple[str, ...]
    words: str
    act: Callable[[MainWindow], object] | None = None


@dataclass(frozen=True, slots=True)
class ShortcutGroup:
    """Shortcuts that belong together."""

    title: str
    shortcuts: tuple[Shortcut, ...]


def shortcut_groups(tabs: Sequence[str]) -> tuple[ShortcutGroup, ...]:
    """Returns all shortcuts.

    Args:
        tabs: The words of the tabs, in their order.
    """
    to_tabs = tuple(tab_shortcut(number, words) for number, words in enumerate(tabs, start=1))
    return (
        ShortcutGroup(
            _("Go to"),
            (
                *to_tabs,
                Shortcut(("Ctrl+K",), _("Search everything"), lambda window: window.palette_wanted.emit()),
                Shortcut(("Ctrl+,",), _("Settings"), lambda window: window.settings_wanted.emit()),
                Shortcut(("Esc",), _("Back, or close what is open")),
            ),
        ),
        ShortcutGroup(
            _("On a page"),
            (
                Shortcut(("Ctrl+N",), _("New top-up"), lambda window: window.new_wanted.emit()),
                Shortcut(("F5", "Ctrl+R"), _("Refresh"), lambda window: window.refresh_wanted.emit()),
                Shortcut(("Ctrl+F",), _("Search"), lambda window: window.search_wanted.emit()),
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
                Shortcut(("F1", "?"), _("Keyboard shortcuts"), lambda window: window.shortcuts_wanted.emit()),
                Shortcut((_QUIT,), _("Quit"), lambda window: window.quit()),
            ),
        ),
    )


def tab_shortcut(number: int, words: str) -> Shortcut:
    """Returns the way to a tab.

    Args:
        number: Its index, from 1 on.
        words: Its words.
    """
    return Shortcut((f"Alt+{number}",), words, lambda window: window.choose_tab(number))


def register(window: MainWindow, shortcuts: Sequence[Shortcut]) -> None:
    """Registers keys that work wherever the focus is in the window."""
    for shortcut in shortcuts:
        if shortcut.act is None:
            continue
        for keys in shortcut.keys:
            made = QShortcut(QKeySequence(keys), window)
            made.activated.connect(lambda act=shortcut.act: act(window))


class QuitShortcuts(QObject):
    """Lets the keys for quitting work in every dialog of the app, its file dialogs included.

    A modal dialog keeps the window's own shortcuts from working.

    Args:
        window: What is quit.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self._on_focus_window_changed)

    def add_to(self, part: QWidget) -> None:
        """Adds the keys to a dialog or popup; they do nothing to one that has them."""
        if part.findChild(QShortcut, _QUIT) is None:
            QShortcut(QKeySequence(_QUIT), part, self._window.quit).setObjectName(_QUIT)

    def _on_focus_window_changed(self) -> None:
        active = QApplication.activeWindow()
        if isinstance(active, QDialog):
            self.add_to(active)


def shown_keys(keys: str) -> str:
    """Returns keys as they stand on this computer's keyboard."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)

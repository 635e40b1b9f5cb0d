"""The cards about this computer: stored files, diagnostics."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout

from app.i18n.texts import _
from ui.pages.settings.rows import SettingsCard
from ui.theme import theme
from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.boxes import fill, row
from ui.widgets.text.copy_field import CopyField
from ui.widgets.text.label import Label
from ui.widgets.text.text_preview import TextPreview

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from ui.pages.settings.view import FilesRow


class FilesCard(SettingsCard):
    """The stored files by kind."""

    def __init__(self, folder: str, copy: Callable[[str], None]) -> None:
        intro = _(
            "Readable by you alone. API keys are not among these files: they are stored in the "
            "system keyring."
        )
        super().__init__(_("On this computer"), intro)
        self._rows: list[tuple[Label, Label, Label]] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(1)
        self._grid.setColumnStretch(0, 1)
        path = CopyField(_("Folder"), _("Copy folder"), copy)
        path.show_value(folder)
        self.delete = Button(_("Delete everything"), "trash-2", tone="danger")
        fill(self.body, self._grid, path, row(self.delete, None))

    def show_rows(self, rows: Sequence[FilesRow]) -> None:
        while len(self._rows) < len(rows):
            self._add_row()
        for labels, shown in zip_longest(self._rows, rows):
            for label, text in zip(labels, shown or ("", "", ""), strict=True):
                label.setText(text)
                label.setVisible(shown is not None)

    def _add_row(self) -> None:
        label = Label(limit=800, wrap=True)
        names = Label(role="secondary", limit=400, wrap=True)
        names.setContentsMargins(0, 0, 0, 8)
        size = Label(role="secondary", tone="text")
        index = 2 * len(self._rows)
        self._grid.addWidget(label, index, 0)
        self._grid.addWidget(size, index, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(names, index + 1, 0)
        self._rows.append((label, names, size))


class DiagnosticsCard(SettingsCard):
    def __init__(self, copy: Callable[[str], None]) -> None:
        intro = _("For a bug report: versions and the recent log, without keys, passwords or account names.")
        super().__init__(_("Diagnostics"), intro)
        self._text = ""
        self._copy = copy
        self.preview = TextPreview(_("Diagnostics"))
        self.button = Button(_("Copy diagnostics"), "copy")
        self.button.setEnabled(False)
        self.button.clicked.connect(self._on_button_clicked)
        fill(self.body, self.preview, row(self.button, None))

    def show_text(self, text: str) -> None:
        self._text = text
        self.preview.show_text(text)
        self.button.setEnabled(bool(text))

    def _on_button_clicked(self) -> None:
        self._copy(self._text)


def qt_facts(widget: QWidget) -> tuple[tuple[str, str], ...]:
    """Returns names and values of Qt, the screens and a widget's window for the diagnostics, in English."""
    screens = ", ".join(
        f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    )
    window = widget.window()
    return (
        ("Qt", qVersion()),
        ("PySide6", PySide6.__version__),
        ("Platform", QGuiApplication.platformName()),
        ("Screens", screens or "none"),
        ("Window", f"{window.width()}x{window.height()}"),
        ("Theme", f"{theme.current_tokens().name}, text at {theme.text_scale():.0%}"),
        ("Direction", "right to left" if widget.isRightToLeft() else "left to right"),
    )

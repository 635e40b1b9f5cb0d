"""Where files are chosen in Qt's own dialog, it speaks the language of the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from app.i18n.texts import ENGLISH, languages
from ui.pages.files import choose_file, choose_table_file, open_file
from ui.start.application import apply_language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication

_LABELS = (
    QFileDialog.DialogLabel.LookIn,
    QFileDialog.DialogLabel.FileName,
    QFileDialog.DialogLabel.FileType,
)


def _ignore(_path: str) -> None: ...


@pytest.fixture(params=sorted(languages().keys() - {ENGLISH}))
def _language(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[None]:
    apply_language(qapp, request.param)
    yield
    apply_language(qapp, ENGLISH)


@pytest.mark.usefixtures("_language")
def test_no_label_of_a_file_dialog_is_english() -> None:
    parent = QWidget()
    for dialog in (
        choose_file(parent, "", "record.pdf", _ignore),
        choose_table_file(parent, "", "top-ups", _ignore),
        open_file(parent, "", "CSV (*.csv)", _ignore),
    ):
        labels = {dialog.labelText(one).replace("&", "") for one in _LABELS}
        assert not labels & {"", "Look in:", "File name:", "Files of type:"}
        dialog.close()

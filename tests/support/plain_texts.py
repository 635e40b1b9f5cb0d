"""Finds what would show an untrusted text as more than text, in every window that is open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex
from PySide6.QtGui import Qt, QTextDocument  # this half of Qt knows about rich text
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,  # noqa: TID251 (all labels are looked at, whoever made them)
    QPlainTextDocumentLayout,
    QTabWidget,
    QTextEdit,
    QWidget,
)

from support.accessible import description_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_INVISIBLE_OF_OURS = {"\u3000", "\ue000", "\t", "\n", "\xa0", "\u202f"}
_ACCESSIBLE_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
_MAX_ROWS = 100
_PARAGRAPHS = re.compile(r"</?p>|<br ?/?>")
_MARKUP = re.compile(r"<|&(?!(?:lt|gt|amp|quot|nbsp);)")


def assert_plain() -> None:
    """Nothing on screen can read markup, and nothing that hides or reorders text is told."""
    for widget in _shown():
        if isinstance(widget, QLabel):
            assert widget.textFormat() == Qt.TextFormat.PlainText, widget.text()[:100]
            assert not widget.openExternalLinks()
        assert not isinstance(widget, QTextEdit)
        for document in widget.findChildren(QTextDocument):
            assert isinstance(document.documentLayout(), QPlainTextDocumentLayout)
        assert_no_tricks(name_of(widget), widget)
        assert_no_tricks(description_of(widget), widget)
        assert_no_tricks(widget.windowTitle())
        assert_plain_tip(widget.toolTip())
        if isinstance(widget, QAbstractButton):
            assert_no_tricks(widget.text())
        elif isinstance(widget, QComboBox):
            assert_plain_rows(widget.view())
        elif isinstance(widget, QTabWidget):
            for tab in range(widget.count()):
                assert_no_tricks(widget.tabText(tab))
        elif isinstance(widget, QAbstractItemView):
            assert_plain_rows(widget)


def _shown() -> Iterator[QWidget]:
    for window in QApplication.topLevelWidgets():
        if window.isVisible():
            yield window
            yield from (child for child in window.findChildren(QWidget) if child.isVisible())


def assert_plain_rows(view: QAbstractItemView) -> None:
    model = view.model()
    if model is None:
        return
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    for row in range(min(model.rowCount(QModelIndex()), _MAX_ROWS)):
        for column in range(columns):
            index = model.index(row, column)
            for role in _ACCESSIBLE_ROLES:
                assert_no_tricks(str(index.data(role) or ""))
            assert_plain_tip(str(index.data(Qt.ItemDataRole.ToolTipRole) or ""))


def assert_plain_tip(tip: str) -> None:
    """A tooltip is plain, or what Qt makes of a plain text: paragraphs in which all else is escaped."""
    content = _PARAGRAPHS.sub("", tip)
    assert not Qt.mightBeRichText(tip) or not _MARKUP.search(content), tip[:100]


def assert_no_tricks(text: str, of: object = None) -> None:
    found = {character for character in text if not character.isprintable()} - _INVISIBLE_OF_OURS
    assert not found, f"{found} in {text[:100]!r} of {of}"

"""Applies the language to Qt: layout direction and the texts of Qt's own dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLibraryInfo, Qt, QTranslator

from app.i18n.texts import current, reads_right_to_left, use_language

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_QT_CODES: Final = {"zh_Hans": "zh_CN"}
_NAME: Final = "words-of-qt"


def apply_language(app: QApplication, code: str) -> None:
    """Sets the language of later texts, and the layout direction unless Qt's `-reverse` was given.

    Args:
        code: As of `app.i18n.texts.use_language`.
    """
    use_language(code)
    directions = Qt.LayoutDirection
    app.setLayoutDirection(
        directions.RightToLeft if reads_right_to_left() else directions.LayoutDirectionAuto
    )
    for former in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(former)
        former.setParent(None)
    words = QTranslator(app)
    words.setObjectName(_NAME)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if words.load(f"qtbase_{_QT_CODES.get(current(), current())}", folder):
        app.installTranslator(words)

"""Applies the language to Qt: layout direction and the texts of Qt's own dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLibraryInfo, Qt, QTranslator

from app.i18n.texts import current, reads_right_to_left, use_language

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_QT_CODES: Final = {"zh_Hans": "zh_CN"}
_RIGHT_TO_LEFT: Final = Qt.LayoutDirection.RightToLeft
_AS_QT_WAS_STARTED: Final = Qt.LayoutDirection.LayoutDirectionAuto
_NAME: Final = "words-of-qt"


def apply_language(app: QApplication, code: str) -> None:
    """Uses a language from now on; existing windows keep their texts.

    Args:
        app: It reads right to left where the language does, or where Qt's `-reverse` was given.
        code: As `app.i18n.texts.use_language` takes it.
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

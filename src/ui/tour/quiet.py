"""Drops the offscreen platform's warnings about each window, and passes on Qt's other messages."""

from __future__ import annotations

import sys

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_NOISE = "This plugin does not support "


def keep_quiet_about_plugin() -> None:
    """Silences messages of what a platform can't do, such as raising windows, until the end."""
    qInstallMessageHandler(_on_message)


def _on_message(_kind: QtMsgType, _context: QMessageLogContext, text: str | None) -> None:
    if text is not None and not text.startswith(_NOISE):
        print(text, file=sys.stderr)  # noqa: T201 (where Qt itself would print it)

"""Reports unexpected errors: a log entry and a dialog."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from typing import TYPE_CHECKING

from app.i18n.texts import _
from app.redaction import redact

if TYPE_CHECKING:
    from types import TracebackType

    from PySide6.QtWidgets import QWidget

_log = logging.getLogger("tollhouse.crash")


class CrashReporter:
    def __init__(self) -> None:
        self._parent: QWidget | None = None
        self._open: QWidget | None = None

    def install(self) -> None:
        """Installs the exception hooks of this process, for the GUI thread and all others."""
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def show_over(self, parent: QWidget) -> None:
        self._parent = parent

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        report = redact("".join(traceback.format_exception(kind, error, trace)))
        _log.error("%s", report)
        if self._parent is not None and self._open is None:
            self._show_dialog(self._parent, report)

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        # No widget may be touched outside the GUI thread: the log has it.
        if args.exc_value is not None:
            _log.error("%s", "".join(traceback.format_exception(args.exc_value)))

    def _show_dialog(self, parent: QWidget, report: str) -> None:
        from ui.widgets.overlays.dialog import CrashDialog  # noqa: PLC0415 (light until it is needed)

        dialog = CrashDialog(
            parent,
            title=_("Something went wrong in Tollhouse"),
            text=_(
                "This is our fault. Nothing was lost: your top-ups are safe with the service. You "
                "can continue; if the app behaves oddly, restart it."
            ),
            details=report,
        )
        dialog.finished.connect(self._on_dialog_finished)
        self._open = dialog
        dialog.open()

    def _on_dialog_finished(self) -> None:
        self._open = None

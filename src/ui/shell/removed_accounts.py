"""Closes the accounts that another process, such as a command, has removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal
from PySide6.QtWidgets import QFileDialog

from app.present.errors import present_removed
from ui.tasks import Tasks
from ui.widgets.overlays.floating_card import FloatingCard

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.bootstrap import Services
    from app.errors import AppError
    from ui.shell.router import Router
    from ui.shell.window import MainWindow


class RemovedAccounts(QObject):
    """Notices changes of the settings file.

    Signals:
        closed(str): The id of an account that was removed.
        noticed(object): Why the shown account is closed: an `ErrorView`.
    """

    closed = Signal(str)
    noticed = Signal(object)

    def __init__(
        self, window: MainWindow, services: Services, router: Router, show_error: Callable[[AppError], None]
    ) -> None:
        super().__init__(window)
        self._window = window
        self._accounts = services.accounts
        self._router = router
        self._path = str(services.paths.settings)
        self._tasks = Tasks(self, show_error)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self.watch)

    def watch(self) -> None:
        """Closes what was removed until now, and goes on watching."""
        # Every change is a new file, which is not watched yet.
        self._watcher.addPath(self._path)
        self._tasks.add("close", self._close())

    async def _close(self) -> None:
        for account in await self._accounts.close_removed():
            is_shown = account.id == self._router.account_id
            if is_shown:
                self._close_dialogs()
            self.closed.emit(account.id)
            if is_shown:
                self.noticed.emit(present_removed(account.name))

    def _close_dialogs(self) -> None:
        """Closes what may belong to the account, and would stay above the next one."""
        for kind in (FloatingCard, QFileDialog):
            for dialog in self._window.findChildren(kind):
                if dialog.isVisible():
                    dialog.reject()

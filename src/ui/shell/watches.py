"""Looks after the top-ups of all accounts, whatever is open in the window."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.errors import AppError
from ui.shell.notes import Notes
from ui.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.accounts import Accounts, OpenAccount
    from ui.shell.window import MainWindow


class Watches:
    """Follows the top-ups of every account that was opened, and of the others once.

    Attributes:
        tasks: The work, by the ids of the accounts.
        notes: Tells what happened.
    """

    def __init__(
        self,
        window: MainWindow,
        accounts: Accounts,
        notes_tasks: Tasks,
        show_error: Callable[[AppError], None],
    ) -> None:
        """Makes ready.

        Args:
            window: Its end ends the watches.
            accounts: Opens the accounts that nobody has opened.
            notes_tasks: Runs what notes need.
            show_error: Takes what goes wrong.
        """
        self._accounts = accounts
        self._are_others_followed = False
        self.tasks = Tasks(window, show_error)
        self.notes = Notes(window, notes_tasks)

    def follow(self, opened: OpenAccount) -> None:
        """Follows an account's top-ups until it is removed or the app ends."""
        account = opened.account
        if not self.tasks.is_running(account.id):
            self.notes.listen(account.id, account.name, opened.following)
            self.tasks.start(account.id, opened.following.run())

    def follow_others(self) -> None:
        """Follows, once for each start, the accounts that nobody has opened, but for the demo's."""
        if not self._are_others_followed:
            self._are_others_followed = True
            self.tasks.start("others", self._follow_others())

    def drop(self, account_id: str) -> None:
        """Ends the watch of an account that was removed."""
        self.tasks.cancel(account_id)

    async def _follow_others(self) -> None:
        for account in self._accounts.known():
            if not account.is_demo and not self.tasks.is_running(account.id):
                with suppress(AppError):
                    self.follow(await self._accounts.open(account.id, attended=False))

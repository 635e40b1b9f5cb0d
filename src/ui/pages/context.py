"""What the window offers to every page: clipboard, links, messages, and the ways to other pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from app.i18n.texts import _
from app.present.statuses import copied_text
from app.untrusted_text import sanitized

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from app.services.notifications import Notifications
    from app.services.settings import SettingsStore
    from ui.clipboard import Clipboard, CredentialSource
    from ui.links import Links
    from ui.tasks import Tasks

SAVING_FILE: Final = "save file"
"""The name of the task that saves a file."""


class PageRouter(Protocol):
    """Opens another page, for pages that don't know each other."""

    def open_new_topup(self, plan_id: str = "") -> None: ...

    def show_sub_users(self, subscription_id: str) -> None: ...

    def show_usage(self, subscription_id: str, sub_user_id: str) -> None: ...


class PageContext(NamedTuple):
    """One for each window."""

    clipboard: Clipboard
    links: Links
    router: PageRouter
    show_message: Callable[[str], None]
    settings: SettingsStore
    notifications: Notifications

    def copy_text(self, text: str, message: str = "") -> None:
        """Copies a text, and shows a message: 'Copied' and the text, if there is no other."""
        self.clipboard.copy_text(text)
        self.show_message(message or _("Copied {text}").format(text=sanitized(text, 60)))

    def copy_secret(self, text: str, message: str, source: CredentialSource) -> None:
        """Copies a secret, and shows a message with the time until it is cleared."""
        self.clipboard.copy_secret(text, message, source=source)
        self.show_message(copied_text(message, self.clipboard.clear_after_s))

    def save_file(  # noqa: PLR0913 (what a file needs, by keyword)
        self, parent: QWidget, tasks: Tasks, *, title: str, name: str, content: bytes, message: str
    ) -> None:
        """Saves to a chosen path, with mode 0600; in `message` '{name}' is that of the file."""
        from ui.pages.files import choose_file, write_file  # noqa: PLC0415 (seldom used)

        async def save(path: str) -> None:
            await write_file(path, content)
            self.show_message(message.format(name=Path(path).name))

        choose_file(parent, title, name, lambda path: tasks.start(SAVING_FILE, save(path)))

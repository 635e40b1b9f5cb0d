"""Shows that the keyring is being waited for, and lets the user continue without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QObject, QTimer

from app.i18n.texts import _

if TYPE_CHECKING:
    from app.services.accounts.accounts import Accounts
    from ui.widgets.layout.banner import Banner

_SHOWN_AFTER_MS = 1_500


class KeyringWait(QObject):
    """Shows a message while an operation waits for the keyring; use it with `with`."""

    def __init__(self, accounts: Accounts, parent: QObject | None) -> None:
        super().__init__(parent)
        self._accounts = accounts
        self._is_shown = False
        # It checks repeatedly: a slow call to the service comes before the keyring.
        self._timer = QTimer(self, interval=_SHOWN_AFTER_MS)
        self._timer.timeout.connect(self._on_timeout)

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.stop()
        if self._is_shown:
            self._is_shown = False
            self.hide_message()
        self.deleteLater()

    def is_waiting(self) -> bool:
        return self._accounts.is_waiting_for_keyring

    def show_message(self) -> None:
        """Shows the message, with a `give_up` action."""
        raise NotImplementedError

    def hide_message(self) -> None:
        raise NotImplementedError

    def give_up(self) -> None:
        """Stops waiting; if another key is waited for then, the message appears again."""
        self._is_shown = False
        self._accounts.stop_waiting_for_keyring()

    def _on_timeout(self) -> None:
        if not self._is_shown and self.is_waiting():
            self._is_shown = True
            self.show_message()


class BannerKeyringWait(KeyringWait):
    """Shows the message in a dialog's banner, while a key is saved or loaded; nothing else is shown there.

    Args:
        has_key: Whether the key is known without the keyring.
    """

    def __init__(self, accounts: Accounts, banner: Banner, *, has_key: bool = True) -> None:
        super().__init__(accounts, banner)
        self._banner = banner
        self._has_key = has_key

    def show_message(self) -> None:
        self._banner.acted.connect(self._on_cancelled)
        if self._has_key:
            text = _(
                "Waiting for the keyring. It may be asking for its password in another window. "
                "Cancel to continue without it: the key is then kept until you quit."
            )
        else:
            text = _(
                "The keyring stores this account's API key and may be asking for its password "
                "in another window. Cancel to continue without it; you can then enter the key "
                "yourself."
            )
        self._banner.show_banner("info", text, action=_("Cancel"))

    def hide_message(self) -> None:
        self._banner.acted.disconnect(self._on_cancelled)
        self._banner.hide_banner()

    def _on_cancelled(self) -> None:
        self.hide_message()
        self.give_up()

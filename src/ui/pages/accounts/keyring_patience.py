"""Shows that the keyring is being waited for, and lets the user continue without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QObject, QTimer

from app.i18n.texts import _

if TYPE_CHECKING:
    from app.services.accounts.accounts import Accounts
    from ui.widgets.layout.banner import Banner

_PATIENCE_MS = 1_500


class KeyringPatience(QObject):
    """Observes one operation with an account's key; use it with `with`.

    Args:
        accounts: Loads, saves and deletes the keys.
        parent: The object with which it ends at the latest.
    """

    def __init__(self, accounts: Accounts, parent: QObject | None) -> None:
        super().__init__(parent)
        self._accounts = accounts
        self._said = False
        # It checks repeatedly: the service is asked before the keyring, and takes its time too.
        self._patience = QTimer(self, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._on_patience_ended)

    def __enter__(self) -> Self:
        """The work begins."""
        self._patience.start()
        return self

    def __exit__(self, *_: object) -> None:
        """The work is done, or was given up."""
        self._patience.stop()
        if self._said:
            self.take_back()
        self.deleteLater()

    def say(self) -> None:
        """Shows the message, with a `give_up` action."""
        raise NotImplementedError

    def take_back(self) -> None:
        """Hides the message."""
        raise NotImplementedError

    def give_up(self) -> None:
        """Stops waiting; if another key is waited for then, the message appears again."""
        self._said = False
        self._accounts.stop_waiting_for_keyring()

    def _on_patience_ended(self) -> None:
        if not self._said and self._accounts.is_waiting_for_keyring:
            self._said = True
            self.say()


class BannerPatience(KeyringPatience):
    """Shows the message in a dialog's banner, for a key that is saved.

    Args:
        accounts: Loads and saves the keys.
        banner: The banner; nothing else is shown in it in the meantime.
    """

    def __init__(self, accounts: Accounts, banner: Banner) -> None:
        super().__init__(accounts, banner)
        self._banner = banner

    def say(self) -> None:
        """Shows the banner."""
        self._banner.acted.connect(self._on_cancelled)
        self._banner.show_banner(
            "info",
            _(
                "Waiting for the keyring. It may be asking for its password in another window. "
                "Cancel to continue without it: the key is then kept until you quit."
            ),
            action=_("Cancel"),
        )

    def take_back(self) -> None:
        """Takes the banner away."""
        self._banner.acted.disconnect(self._on_cancelled)
        self._banner.hide_banner()

    def _on_cancelled(self) -> None:
        self.take_back()
        self.give_up()

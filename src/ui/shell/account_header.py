"""Shows the open account and the state of its key in the header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.i18n.texts import _
from app.present.keys import key_badge, key_text

if TYPE_CHECKING:
    from app.services.accounts.accounts import Accounts
    from ui.shell.window import MainWindow


def show_accounts(window: MainWindow, accounts: Accounts, account_id: str) -> None:
    """Fills the switcher's menu.

    Args:
        accounts: All accounts.
        account_id: The id of the one that is open; empty for none.
    """
    window.menu.show_accounts(
        [(account.id, account.name, account.place, account.color) for account in accounts.known()],
        account_id,
    )


def show_header(window: MainWindow, accounts: Accounts, account_id: str) -> bool:
    """Shows the account that is open; returns False if it exists no more.

    Args:
        accounts: All accounts.
        account_id: The id of the one that is open.
    """
    show_accounts(window, accounts, account_id)
    current = next((account for account in accounts.known() if account.id == account_id), None)
    if current is None:
        return False
    place = "" if current.place == current.name else current.place
    window.show_account(current.name, place, "flask-conical" if current.is_demo else "building")
    status = accounts.key_status(current.id)
    is_pressing = status.is_refused or status.place.value == "needed"
    window.show_key_state(
        "" if is_pressing else key_badge(status),
        key_text(status) if is_pressing else "",
        _("Enter the key"),
        "danger" if status.is_refused else "warning",
    )
    return True

"""Connecting an account: its errors are set beside the fields of the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import AppError, InvalidInputError, UnauthorizedError
from app.present.errors import present_address_error, present_error
from app.present.field_errors import field_error_text
from app.present.keys import keeping_text
from app.services.accounts.entries import entry_problems
from ui.pages.accounts.keyring_patience import BannerPatience

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.services.accounts.accounts import Account, Accounts
    from ui.pages.accounts.connect_form import ConnectForm, ConnectInput


async def show_key_storage(accounts: Accounts, form: ConnectForm) -> None:
    """Shows a hint in the form that the key can't be saved, where there is no keyring."""
    if await accounts.has_no_keyring():
        form.key_field.set_hint(keeping_text(has_keyring=False))


async def connect_account(accounts: Accounts, form: ConnectForm, entered: ConnectInput) -> Account | None:
    """Returns the new account; None when the form shows field errors instead.

    The key is tested with the service before anything is saved; a keyring that does not respond can be
    given up in the form. Cancelled, nothing is kept of what the service had not answered yet.
    """
    problems = entry_problems(entered.address, entered.key)
    # The first one last: it gets the keyboard.
    for problem in reversed(problems):
        form.show_field_error(problem.field, field_error_text(problem.field, problem.code))
    if problems:
        return None
    form.set_busy(busy=True)
    try:
        with BannerPatience(accounts, form.banner):
            account = await accounts.connect(entered.name, entered.address, entered.key)
    except InvalidInputError as error:
        if not form.show_field_error(error.field, field_error_text(error.field, error.code)):
            form.show_error(present_error(error))
    except UnauthorizedError as error:
        form.show_field_error("apiKey", present_error(error).text)
    except AppError as error:
        form.show_error(present_address_error(error))
    else:
        form.clear()
        return account
    finally:
        form.set_busy(busy=False)
    return None


def stop_connecting(accounts: Accounts, cancel: Callable[[], object]) -> None:
    """Ends the waiting for the keyring, without which the account is connected all the same, or the service.

    Args:
        accounts: Connect.
        cancel: Ends the work while nothing is kept of it.
    """
    if accounts.is_waiting_for_keyring:
        accounts.stop_waiting_for_keyring()
    else:
        cancel()

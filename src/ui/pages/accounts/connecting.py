"""Connecting an account: its errors are set beside the fields of the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import AppError, InvalidInputError, UnauthorizedError
from app.present.errors import field_error_text, present_error
from ui.pages.accounts.keyring_patience import KeyringPatience

if TYPE_CHECKING:
    from app.services.accounts import Account, Accounts
    from ui.pages.accounts.connect_form import ConnectForm, ConnectInput


async def connect_account(accounts: Accounts, form: ConnectForm, entered: ConnectInput) -> Account | None:
    """Returns the new account; None when the form says what is wrong instead.

    The key is tested with the service before anything is kept; a keyring that does not answer can be
    given up in the form.
    """
    form.set_busy(busy=True)
    try:
        with KeyringPatience(accounts, form.banner):
            account = await accounts.connect(entered.name, entered.address, entered.key)
    except InvalidInputError as error:
        if not form.show_field_error(error.field, field_error_text(error.field, error.code)):
            form.show_error(present_error(error))
    except UnauthorizedError as error:
        form.show_field_error("apiKey", present_error(error).text)
    except AppError as error:
        form.show_error(present_error(error))
    else:
        form.clear()
        return account
    finally:
        form.set_busy(busy=False)
    return None

"""The commands `accounts list`, `add` and `remove`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from app.api.addresses import clean_base_url
from app.cli.output import print_json, print_table
from app.cli.session import DONE, USAGE, CommandError, ask_secret, confirm, find_account
from app.errors import AppError, InvalidInputError, KeyringError
from app.i18n.texts import _, sentences
from app.models.keys import KeyState, KeyStorage
from app.present.errors import present_address_error, present_error
from app.present.field_errors import field_error_text
from app.present.keys import key_reason

if TYPE_CHECKING:
    from app.cli.session import Context


async def _list(context: Context) -> int:
    default = ""
    with suppress(CommandError):
        default = find_account(context, None).id
    known = context.services.accounts.known()
    if context.arguments.json:
        names = ("id", "name", "serviceAddress", "isDemo", "isDefault")
        rows = ((one.id, one.name, one.base_url, one.is_demo, one.id == default) for one in known)
        print_json(context.terminal, [dict(zip(names, row, strict=True)) for row in rows])
        return DONE
    print_table(
        context.terminal,
        (_("Name"), _("Service address"), _("Account ID"), ""),
        [
            (one.name, one.base_url or one.service, one.id, _("default") if one.id == default else "")
            for one in known
        ],
    )
    return DONE


async def _add(context: Context) -> int:
    """Connects an account; where its key can't be saved, nothing of it stays."""
    arguments, accounts = context.arguments, context.services.accounts
    address = clean_base_url(arguments.address)
    if await accounts.has_no_keyring():
        raise CommandError(_not_saved(KeyState.ABSENT))
    key = await ask_secret(_("API key"))
    try:
        account = await accounts.connect(arguments.name, address, key, outlives_key=False)
    except InvalidInputError as error:
        raise CommandError(field_error_text(error.field, error.code), USAGE) from error
    except AppError as error:
        raise CommandError(present_address_error(error).text) from error
    status = accounts.key_status(account.id)
    if status.storage is not KeyStorage.KEYRING:
        await accounts.remove(account.id, leave_key=True)
        raise CommandError(_not_saved(status.why))
    context.terminal.write(context.terminal.line(_("Connected: {name}").format(name=account.name)))
    return DONE


async def _remove(context: Context) -> int:
    arguments, accounts = context.arguments, context.services.accounts
    account = find_account(context, arguments.name)
    if account.is_demo or account.id == accounts.session_account:
        raise CommandError(_("Only accounts that were connected can be removed."), USAGE)
    await confirm(context, _("Remove the account '{name}'?").format(name=account.name))
    try:
        await accounts.remove(account.id, leave_key=arguments.leave_key)
    except KeyringError as error:
        hint = _("With {option} it is removed all the same.").format(option="--leave-key")
        raise CommandError(sentences((present_error(error).text, hint))) from error
    context.terminal.write(context.terminal.line(_("Removed: {name}").format(name=account.name)))
    return DONE


def _not_saved(why: KeyState | None) -> str:
    text = _("The account was not connected, because its key could not be saved.")
    return sentences((text, key_reason(why)))


ACTIONS: Final = {"list": _list, "add": _add, "remove": _remove}

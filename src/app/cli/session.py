"""What a command works with: arguments, terminal, services, the account, and answers of the user."""

from __future__ import annotations

import asyncio
import getpass
import signal
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from app.cli.output import print_details, print_error
from app.errors import AppError, StorageError
from app.i18n.texts import _
from app.i18n.units import enumerated
from app.models.keys import KeyStorage
from app.present.connections import wait_text
from app.present.keys import key_text

if TYPE_CHECKING:
    import argparse
    from collections.abc import AsyncIterator, Callable, Iterable
    from types import FrameType

    from app.api.connection_status import ConnectionStatus
    from app.bootstrap import Services
    from app.cli.output import Terminal
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.services.accounts.known import Account
    from app.services.accounts.session import AccountSession

T = TypeVar("T")

DONE, FAILED, USAGE, UNKNOWN = 0, 1, 2, 3
"""The exit codes: `UNKNOWN` where a write may or may not have been made."""

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that end a command."""

SIGNAL_CODES: Final = 128
"""Added to the number of a signal it is the exit code, as shells have it."""

_MAX_SECRET: Final = 4096
_SILENT_S: Final = 5.0
"""After so long without a response it is explained what a command waits for."""


class CommandError(AppError):
    """A command can't do what was asked; its text is shown as it is."""

    def __init__(self, text: str, code: int = FAILED) -> None:
        super().__init__(text)
        self.code = code


def print_failure(error: AppError) -> None:
    """Writes an error in one line, and what the service says of it in another."""
    from app.present.errors import present_error, service_words  # noqa: PLC0415 (only after a failure)

    is_own = isinstance(error, CommandError)
    text = error.detail if is_own else present_error(error).text
    print_error(f"{text} {error.path}" if isinstance(error, StorageError) else text)
    print_details(service_words(error.__cause__ if is_own else error))


class Context(NamedTuple):
    arguments: argparse.Namespace
    terminal: Terminal
    services: Services


def find_account(context: Context, name: str | None) -> Account:
    """Returns the account of a name or ID, or the default.

    That is the environment's account, the one that was opened last, or the only one.

    Raises:
        CommandError: There is no such account, or several.
    """
    accounts = context.services.accounts
    known = accounts.known()
    if name is not None:
        wanted = name.strip().casefold()
        found = [one for one in known if name in {one.id, one.name}] or [
            one for one in known if wanted in {one.id.casefold(), one.name.casefold()}
        ]
        if len(found) == 1:
            return found[0]
        names = enumerated([one.name for one in known])
        text = _("There is no account '{name}', only {names}.") if not found else _several()
        raise CommandError(text.format(name=name, names=names), USAGE)
    session = accounts.session_account
    by_id = {one.id: one for one in known}
    if session is not None or accounts.last_account is not None:
        return by_id[session or accounts.last_account or ""]
    saved = [one for one in known if not one.is_demo]
    if len(saved) == 1:
        return saved[0]
    if saved:
        raise CommandError(
            _("Name one of the accounts with --account: {names}.").format(
                names=enumerated([one.name for one in saved])
            ),
            USAGE,
        )
    raise CommandError(
        _("There is no account yet. Connect one with 'tollhouse accounts add', or use '--account demo'."),
        USAGE,
    )


async def open_session(context: Context) -> AccountSession:
    """Opens the account that the command is about, with its key.

    Raises:
        CommandError: There is no such account, or its key can't be had.
    """
    account = find_account(context, context.arguments.account)
    accounts = context.services.accounts
    session = await accounts.open(account.id, attended=sys.stdin.isatty(), saves_last=False)
    status = accounts.key_status(account.id)
    if status.storage is KeyStorage.NEEDED:
        raise CommandError(key_text(status))
    added = context.services.notifications.add
    session.topup_store.on_notifications.append(lambda found: added(account.id, found))
    if sys.stderr.isatty():
        asyncio.get_running_loop().call_later(1, _explain_silence, session.connection_status)
    return session


def _explain_silence(status: ConnectionStatus) -> None:
    """Says once that the first response takes long: all tries to get it may take two minutes."""
    if status.last_response_age_s < float("inf"):
        return
    text = wait_text(status)
    if not text and status.silent_s > _SILENT_S:
        text = _("The service is taking long to respond. Still waiting.")
    if text:
        print_error(text)
    else:
        asyncio.get_running_loop().call_later(1, _explain_silence, status)


def pick(name: str, items: Iterable[T], names_of: Callable[[T], tuple[str, ...]], missing: str) -> T:
    """Returns the one of several items that has a name: exactly as written, or else in another case.

    Args:
        missing: The text where there is none, with `{name}`.

    Raises:
        CommandError: There is none, or more than one.
    """
    listed = list(items)
    for exactly in (True, False):
        found = [
            one
            for one in listed
            if name in names_of(one)
            or (not exactly and name.strip().casefold() in {other.casefold() for other in names_of(one)})
        ]
        if len(found) == 1:
            return found[0]
        if found:
            raise CommandError(_several().format(name=name), USAGE)
    raise CommandError(missing.format(name=name), USAGE)


async def find_subscription(context: Context, session: AccountSession) -> Subscription:
    """Returns the subscription of the label, username or ID given; raises what `pick` raises."""
    found = await session.subscriptions.list()
    return pick(
        context.arguments.subscription,
        found.items,
        lambda one: (one.id, one.username, one.label),
        _("There is no subscription '{name}'. See 'tollhouse subs'."),
    )


def find_sub_user(name: str, sub_users: Iterable[SubUser]) -> SubUser:
    """Returns the sub-user of a label, username or ID; raises what `pick` raises."""
    return pick(
        name,
        sub_users,
        lambda one: (one.id, one.username, one.label),
        _("There is no sub-user '{name}'. See 'tollhouse sub-users list'."),
    )


async def find_owner(context: Context, session: AccountSession) -> tuple[Subscription, SubUser | None]:
    """Returns the subscription that a command names, and its sub-user if one is named, too."""
    subscription = await find_subscription(context, session)
    if context.arguments.sub_user is None:
        return subscription, None
    sub_users = await session.sub_users.list(subscription.id)
    return subscription, find_sub_user(context.arguments.sub_user, sub_users.items)


async def ask_secret(question: str) -> str:
    """Asks for a secret without showing it; without a terminal it is the first line of standard input.

    It is empty where the input ends, as by Ctrl+D.
    """
    async with _interruptible():
        if not sys.stdin.isatty():
            return sys.stdin.readline(_MAX_SECRET).strip("\r\n")
        try:
            return getpass.getpass(f"{question}: ").strip("\r\n")
        except EOFError:
            _end_line()
            return ""


async def confirm(context: Context, question: str) -> None:
    """Asks a question, unless `--yes` answers it.

    Raises:
        CommandError: The answer is no, or there is no terminal to ask at.
    """
    if context.arguments.yes:
        return
    if not sys.stdin.isatty():
        raise CommandError(_("There is no terminal to ask at: confirm with --yes."), USAGE)
    # The question within it: whoever sees it may press Ctrl+C at once.
    async with _interruptible():
        sys.stderr.write(context.terminal.line(question, " [y/N] "))
        sys.stderr.flush()
        answer = sys.stdin.readline()
    if not answer:
        _end_line()
    if answer.strip().casefold() not in {"y", "yes"}:
        raise CommandError(_("Nothing was changed."))


def _end_line() -> None:
    """Ends the line of a question that got no answer."""
    sys.stderr.write("\n")


@asynccontextmanager
async def _interruptible() -> AsyncIterator[None]:
    """Lets a signal end what blocks the event loop."""

    def end(number: int, _frame: FrameType | None) -> None:
        sys.exit(SIGNAL_CODES + number)

    before = {number: signal.signal(number, end) for number in SIGNALS}
    try:
        # One that came before has canceled the command: it ends here.
        await asyncio.sleep(0)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _several() -> str:
    return _("Several have the name '{name}': use the ID.")

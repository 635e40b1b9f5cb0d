"""Runs a command: parses it, builds the services, handles signals, and turns errors into exit codes."""

from __future__ import annotations

import gc
import logging
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from app.cli.output import open_missing_streams, print_error, standard_terminal
from app.cli.parser import parse_command
from app.errors import (
    AppError,
    InvalidInputError,
    SessionAccountError,
    StorageError,
    UnknownOutcomeError,
)
from app.i18n.texts import _, chosen_language, use_language
from app.storage.core_dumps import turn_core_dumps_off
from app.storage.paths import find_paths
from app.storage.settings import SettingsFile

if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from types import FrameType

    from app.bootstrap import Services
    from app.cli.session import Context
    from app.storage.paths import AppPaths

    Command = Callable[[Context], Awaitable[int]]

_log = logging.getLogger("tollhouse.cli")

_KEYRING_SECONDS: Final = 2.0
"""After so long at most a wait for the keyring is explained."""


def main(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Runs a command; returns its exit code.

    Args:
        environment: The session account, as of `app.bootstrap.build`.

    Raises:
        BrokenPipeError: Nobody reads its output any more.
    """
    turn_core_dumps_off()
    open_missing_streams()
    # A command ends before there is garbage worth looking for among modules and classes.
    gc.disable()
    paths: AppPaths | None = None
    try:
        with suppress(StorageError):
            paths = find_paths()
        saved = SettingsFile(paths.settings).peek() if paths else None
        use_language(chosen_language(saved.settings.language if saved else ""))
        parsed = parse_command(arguments)
        return _run(parsed, paths or find_paths(), environment)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except AppError as error:
        return _report(error)
    except BrokenPipeError:
        raise
    except Exception:  # noqa: BLE001 (its trace is in the log, without secrets)
        print_error(_("Something went wrong.") + (f" {paths.log}" if paths else ""))
        return 1


def _run(arguments: argparse.Namespace, paths: AppPaths, environment: Mapping[str, str]) -> int:
    import asyncio  # noqa: PLC0415 (not for help)

    from app.cli.session import SIGNALS  # noqa: PLC0415 (likewise)
    from app.storage.logs import start_log, stop_log  # noqa: PLC0415 (likewise)

    command = _command(arguments)
    start_log(paths.log)
    before = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        return asyncio.run(_conduct(command, arguments, paths, environment))
    except (AppError, BrokenPipeError):
        raise
    except Exception:
        _log.exception("a command failed")
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        stop_log()


def _command(arguments: argparse.Namespace) -> Command:
    """Returns what runs a command; only its own modules are imported."""
    match arguments.command, getattr(arguments, "action", None):
        case "topup" | "topups" | "topup show" | "topup report" as command, _:
            from app.cli import topups  # noqa: PLC0415 (see above)

            return topups.COMMANDS[command]
        case "creds", _:
            from app.cli.credentials import print_credentials  # noqa: PLC0415 (see above)

            return print_credentials
        case "subs" | "usage" as command, _:
            from app.cli import subscriptions  # noqa: PLC0415 (see above)

            return subscriptions.COMMANDS[command]
        case "sub-users", action:
            from app.cli import sub_users  # noqa: PLC0415 (see above)

            return sub_users.ACTIONS[str(action)]
        case "locations", _:
            from app.cli.locations import list_locations  # noqa: PLC0415 (see above)

            return list_locations
        case _, action:
            from app.cli import accounts  # noqa: PLC0415 (see above)

            return accounts.ACTIONS[str(action)]


async def _conduct(
    command: Command, arguments: argparse.Namespace, paths: AppPaths, environment: Mapping[str, str]
) -> int:
    """Runs a command on the services; a signal cancels it, so that it can leave the disk as it should be."""
    import asyncio  # noqa: PLC0415 (not for help)

    from app.bootstrap import build  # noqa: PLC0415 (likewise)
    from app.cli.session import SIGNAL_CODES, SIGNALS, Context  # noqa: PLC0415 (likewise)

    received: list[int] = []
    running = asyncio.current_task()
    loop = asyncio.get_running_loop()

    def on_signal(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        # A second one would break off what ends the command, and tells what is unknown.
        if running is not None and len(received) == 1 and running.cancel():
            loop.call_soon_threadsafe(lambda: None)  # wakes the loop

    # Not by the loop, which would learn of them only when what blocks it has ended, such as a question.
    for number in SIGNALS:
        signal.signal(number, on_signal)
    services = build(paths, environment=environment)

    def explain_keyring() -> None:
        if services.accounts.is_waiting_for_keyring:
            print_error(
                _("The keyring stores your API keys. It may be asking for its password in another window.")
            )
        else:
            loop.call_later(_KEYRING_SECONDS, explain_keyring)

    loop.call_later(_KEYRING_SECONDS, explain_keyring)
    try:
        return await command(Context(arguments, standard_terminal(), services))
    except asyncio.CancelledError:
        if not received:
            raise
        return SIGNAL_CODES + received[0]
    finally:
        await services.accounts.close()
        _report_damage(services)


def _report_damage(services: Services) -> None:
    """Writes which files were damaged and set aside: the next command will not know."""
    paths = {
        "settings": services.accounts.set_aside,
        "outbox": services.outbox.moved_to,
        "state": services.state.moved_to,
    }
    if any(paths.values()):
        from app.present.errors import present_set_aside  # noqa: PLC0415 (only after a failure)

        print_error(present_set_aside(**paths))


def _report(error: AppError) -> int:
    """Writes an error; returns its exit code."""
    from app.cli.session import (  # noqa: PLC0415 (only after a failure)
        FAILED,
        UNKNOWN,
        USAGE,
        CommandError,
        print_failure,
    )

    print_failure(error)
    if isinstance(error, CommandError):
        return error.code
    if isinstance(error, UnknownOutcomeError) and error.state == "unknown":
        return UNKNOWN
    is_typed = isinstance(error, InvalidInputError) and error.field not in _NOT_TYPED
    return USAGE if is_typed or isinstance(error, SessionAccountError) else FAILED


_NOT_TYPED: Final = frozenset({"apiKey", "topUpId"})
"""Fields whose errors are no wrong usage of a command."""

"""Starts a fresh process of the app's services for every command, without importing them anew.

Each line on standard input is a JSON list: the command and its arguments. A child is forked for it,
which stops itself at once if it is to be traced; the child's id and its end come out as JSON lines.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from app import bootstrap
from app.api.connections import build_http
from app.cli import sub_users as sub_user_commands
from app.cli import topups as topup_commands
from app.cli.run import main as main_of_commands
from app.errors import AppError
from app.models.money import DecimalText
from app.models.sub_users import BulkChange, SubUserChange, SubUserDraft
from app.models.topup_requests import TopUpDraft
from app.services.notifications import Notifications
from app.services.sub_users import bulk_runs, sub_users
from app.services.subscriptions import subscriptions
from app.storage.outbox import Outbox
from app.storage.state import State
from support.account_process import account_session, account_topups

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from app.models.notifications import Notification
    from app.services.accounts.session import AccountSession

# Imported once for all children.
_IMPORTED = (bootstrap, topup_commands, sub_user_commands, sub_users, subscriptions, bulk_runs)
_CAP_BYTES = 3 * 10**9
_PR_SET_PTRACER = 0x59616D61


async def create(base_url: str, key: str, outbox: str, amount: str) -> None:
    """The person asks for a top-up."""
    async with build_http() as http:
        topups = account_topups(base_url, key, Path(outbox), http)
        await topups.create(TopUpDraft(amount_usd=DecimalText(amount), coin="BTC", network="bitcoin"))


async def resume(base_url: str, key: str, outbox: str) -> None:
    """The app is started anew."""
    async with build_http() as http:
        await account_topups(base_url, key, Path(outbox), http).resume()


async def report(base_url: str, key: str, outbox: str, topup_id: str) -> None:
    """The person says that the payment was sent."""
    async with build_http() as http:
        await account_topups(base_url, key, Path(outbox), http).report(topup_id, "")


async def report_again(base_url: str, key: str, outbox: str, topup_id: str) -> None:
    """The app is started anew, and the person looks at the top-up."""
    async with build_http() as http:
        topups = account_topups(base_url, key, Path(outbox), http)
        await topups.resume()
        if (await topups.get(topup_id)).status == "awaiting_payment":
            await topups.report(topup_id, "")


async def watch(base_url: str, key: str, outbox: str, topup_id: str) -> None:
    """The app looks at a top-up that is followed, and notifies of what happened to it."""
    folder = Path(outbox).parent
    async with build_http() as http:
        topups = account_topups(base_url, key, Path(outbox), http)
        notifications = Notifications(State(folder / "state.sqlite"), lambda _kind: True)

        topups.store.on_notifications.append(partial(notifications.add, "work"))
        with (folder / "shown").open("ab", buffering=0) as shown:

            def show(_account: str, notified: tuple[Notification, ...]) -> None:
                shown.write(b"shown\n" * len(notified))

            notifications.on_added.append(show)
            await topups.get(topup_id)


async def reset(session: AccountSession, subscription_id: str, old_password: str) -> None:
    """The person asks for a new main password, unless it was changed already."""
    now = await session.subscriptions.get(subscription_id)
    if now.password == old_password:
        await session.subscriptions.reset_password(now)


async def add(session: AccountSession, subscription_id: str, label: str) -> None:
    """The person adds a sub-user, unless it is there already."""
    found = await session.sub_users.list(subscription_id)
    if label not in {one.label for one in found.items}:
        await session.sub_users.create(subscription_id, SubUserDraft(label, None, _CAP_BYTES))


async def change(session: AccountSession, subscription_id: str, label: str) -> None:
    (seen,) = (await session.sub_users.list(subscription_id)).items
    wanted = SubUserChange(label=label, traffic_cap_bytes=_CAP_BYTES)
    await session.sub_users.change(subscription_id, seen, wanted)


async def delete(session: AccountSession, subscription_id: str, label: str) -> None:
    for one in (await session.sub_users.list(subscription_id)).items:
        if one.label == label:
            await session.sub_users.delete(subscription_id, one)


async def bulk(session: AccountSession, subscription_id: str) -> None:
    """The person gives all sub-users the same cap, in one run."""
    found = await session.sub_users.list(subscription_id)
    run = session.sub_users.bulk(subscription_id, found.items, BulkChange("cap", _CAP_BYTES))
    if (await run.run()).left:
        os._exit(4)


def writing(work: Callable[..., Awaitable[None]]) -> Callable[..., Coroutine[Any, Any, None]]:
    """Returns a command that does some work on a subscription, and writes what the app shows of it then."""

    async def command(base_url: str, key: str, outbox: str, subscription_id: str, *rest: str) -> None:
        async with build_http() as http:
            session = account_session(base_url, key, Path(outbox), http)
            await work(session, subscription_id, *rest)
            listed = (await session.subscriptions.list()).items
            found = await session.sub_users.list(subscription_id)
        facts = sorted(
            [each.id, each.label, each.password, each.traffic_cap_bytes, each.enabled] for each in found.items
        )
        (password,) = (one.password for one in listed if one.id == subscription_id)
        shown = Path(outbox).with_name("shown.json")
        shown.write_text(json.dumps({"password": password, "subUsers": facts}))

    return command


async def upgrade(_base_url: str, _key: str, outbox: str) -> None:
    """This version of the app starts on the files of earlier ones."""
    await State(Path(outbox).with_name("state.sqlite")).keys("TableLayout", "topups")
    Outbox(Path(outbox)).pending("work", "https://api.example.net")


def tollhouse(base_url: str, key: str, home: str, *arguments: str) -> int:
    """The command `tollhouse`; its output goes into the file `out` of its home."""
    os.environ["TOLLHOUSE_HOME"] = home
    # The server's own output is read by line.
    out = os.open(f"{home}/out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(out, 1)
    os.dup2(out, 2)
    return main_of_commands(list(arguments), {"TOLLHOUSE_BASE_URL": base_url, "TOLLHOUSE_API_KEY": key})


_COMMANDS: dict[str, Callable[..., Coroutine[Any, Any, None]]] = {
    "create": create,
    "resume": resume,
    "report": report,
    "report_again": report_again,
    "watch": watch,
    "upgrade": upgrade,
    **{work.__name__: writing(work) for work in (reset, add, change, delete, bulk)},
}


def _child(command: str, arguments: list[str], *, traced: bool) -> None:
    if traced:
        # Where only a parent may trace, let the tracer do so all the same.
        ctypes.CDLL(None).prctl(_PR_SET_PTRACER, ctypes.c_ulong(-1), 0, 0, 0)
        os.kill(os.getpid(), signal.SIGSTOP)
    if command == "tollhouse":
        os._exit(tollhouse(*arguments))
    try:
        asyncio.run(_COMMANDS[command](*arguments))
    except AppError as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
        os._exit(3)
    os._exit(0)


def main() -> None:
    for line in sys.stdin:
        command, traced, *arguments = json.loads(line)
        child = os.fork()
        if child == 0:
            _child(command, arguments, traced=traced)
        if traced:
            os.waitpid(child, os.WUNTRACED)
            _tell({"pid": child})
        _ended, status = os.waitpid(child, 0)
        _tell({"ended": os.waitstatus_to_exitcode(status)})


def _tell(event: dict[str, int]) -> None:
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

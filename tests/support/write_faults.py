"""Runs the fault script through the writes that have no key: what the app says of them must be the truth."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import closing
from typing import TYPE_CHECKING

from app.api.connections import build_http
from app.errors import AppError
from app.models.sub_users import SubUserChange, SubUserDraft
from support.account_process import Oracle, account_session
from support.fault_script import AFTER_THE_COMMIT, BEFORE_SENDING, MID_BODY, Run, Tally

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.services.accounts.session import AccountSession
    from tollhouse_sandbox.process import SandboxProcess

_ONE = "/v1/residential/subscriptions/{id}"
RESET = f"POST {_ONE}/reset-password"
ADD = f"POST {_ONE}/sub-users"
CHANGE = f"PATCH {_ONE}/sub-users/{{sub_user_id}}"
DELETE = f"DELETE {_ONE}/sub-users/{{sub_user_id}}"
_COMMITS = {
    RESET: "subscription.password_reset",
    ADD: "sub_user.created",
    CHANGE: "sub_user.updated",
    DELETE: "sub_user.deleted",
}
_BEFORE, _AFTER = "Before", "After"


def write_runs() -> list[Run]:
    """Returns each fault before, after and in the middle of each write, once and always.

    A write that comes later than the app waits is left out: it would be taken for that of a later run. The
    answer to a deletion has no body.
    """
    drawn = itertools.product(_COMMITS, (*BEFORE_SENDING, *AFTER_THE_COMMIT, *MID_BODY), ("once", "always"))
    runs = (Run(*one) for one in drawn)
    return [
        run
        for run in runs
        if run.fault["kind"] != "delay" and (run.operation, run.fault["kind"]) != (DELETE, "raw_body")
    ]


def run_writes(sandbox: SandboxProcess, folder: Path, runs: Iterable[Run], tally: Tally) -> None:
    """Executes the runs one after the other, each as after a start of the app."""
    with closing(Oracle(sandbox)) as oracle:
        asyncio.run(_run_all(sandbox, folder, runs, tally, oracle))


async def _run_all(
    sandbox: SandboxProcess, folder: Path, runs: Iterable[Run], tally: Tally, oracle: Oracle
) -> None:
    subscription_id = oracle.subscribe()
    async with build_http() as http:
        for number, run in enumerate(runs):
            tally.runs += 1
            where = (sandbox.base_url, sandbox.api_key, folder / f"{number}.sqlite", http)
            oracle.remove_sub_users(subscription_id)
            oracle.add_sub_user(subscription_id, _BEFORE)
            session = account_session(*where, run.deadline)
            try:
                is_done = await _write(run, session, subscription_id, oracle)
                oracle.set_faults()
                made = sum(entry["commit"] == _COMMITS[run.operation] for entry in oracle.commits())
                shown = await _shown(account_session(*where), subscription_id)
            except Exception as error:  # noqa: BLE001 (whatever escapes is what is looked for)
                oracle.set_faults()
                tally.crashed.append((run, error))
                continue
            if made > 1:
                tally.doubled.append(run)
            if (is_done and not made) or shown != _truth(oracle, subscription_id):
                tally.lost.append(run)
            tally.endings["done" if is_done else "not done"] += 1


async def _write(run: Run, session: AccountSession, subscription_id: str, oracle: Oracle) -> bool:
    """Returns whether the app says that it is done."""
    now = await session.subscriptions.get(subscription_id)
    (before,) = (await session.sub_users.list(subscription_id)).items
    oracle.commits()
    oracle.set_faults(*run.script())
    try:
        if run.operation == RESET:
            await session.subscriptions.reset_password(now)
        elif run.operation == ADD:
            await session.sub_users.create(subscription_id, SubUserDraft(_AFTER))
        elif run.operation == CHANGE:
            await session.sub_users.change(subscription_id, before, SubUserChange(label=_AFTER))
        else:
            await session.sub_users.delete(subscription_id, before)
    except AppError:
        return False
    return True


async def _shown(session: AccountSession, subscription_id: str) -> list[str]:
    subscription = await session.subscriptions.get(subscription_id)
    found = await session.sub_users.list(subscription_id)
    return [subscription.password, *sorted(f"{one.id} {one.label} {one.password}" for one in found.items)]


def _truth(oracle: Oracle, subscription_id: str) -> list[str]:
    found = oracle.sub_users(subscription_id)
    password = str(oracle.subscription(subscription_id)["password"])
    return [password, *sorted(f"{one['id']} {one['label']} {one['password']}" for one in found)]

"""Polls one top-up until it is final: a line for each state, rewritten in place on a terminal."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Final

from app.cli.output import SYMBOLS, Cell, print_error
from app.cli.payments import (
    NoMoreError,
    check,
    goes_on_text,
    is_payable,
    view_of,
    write_deposit,
    write_outcome,
)
from app.cli.session import DONE, FAILED, print_failure
from app.errors import AppError, ConnectionFailedError, NotFoundError, ServiceError, UnauthorizedError
from app.i18n.units import clock_time
from app.models.topups import CREDITED
from app.present.errors import present_error
from app.rules.topups.transitions import PAUSE_WHEN_INCONSISTENT, is_open, pause_after

if TYPE_CHECKING:
    from app.cli.output import Terminal
    from app.cli.session import Context
    from app.models.topups import TopUp
    from app.present.topups import TopUpView
    from app.services.accounts.session import AccountSession

_OFFLINE_SECONDS: Final = 5.0
"""The pause after a call without a response; the call itself has made several tries."""


class StatusLine:
    """The line of the present state: rewritten each second on a terminal, written once to a file."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._state: tuple[str, str] | None = None
        self._is_unfinished = False

    def show(self, view: TopUpView, time: str) -> None:
        terminal, outcome = self._terminal, view.outcome
        state = view.badge.text, outcome.title if outcome else ""
        is_new = state != self._state
        self._state = state
        line = terminal.line(
            Cell(time, "dim"),
            "  ",
            Cell(f"{SYMBOLS[view.badge.kind]} {view.badge.text}", view.badge.kind),
            "  ",
            outcome.title if outcome else _detail(view, with_countdown=terminal.is_live),
        )
        if terminal.is_live and outcome is None:
            if is_new:
                self.finish()
            terminal.rewrite(line)
            self._is_unfinished = True
        elif is_new:
            self.finish()
            terminal.write(line)
            write_outcome(terminal, view, with_title=False)

    def finish(self) -> None:
        """Leaves the line as it is."""
        if self._is_unfinished:
            self._terminal.write()
            self._is_unfinished = False


def _detail(view: TopUpView, *, with_countdown: bool) -> str:
    if view.clock is not None:
        return f"{view.clock.text} {view.clock.trailing}" if with_countdown else view.waiting_for
    if view.confirming is not None:
        received = f"{view.seen.received} {view.seen.coin}" if view.seen and view.seen.received else ""
        return " · ".join(filter(None, (view.confirming.title, received, view.confirming.left)))
    return view.waiting_for


async def poll_until_final(context: Context, session: AccountSession, topup: TopUp) -> tuple[TopUp, int]:
    """Polls a top-up until it is final; returns its last state and the exit code of that.

    Raises:
        AppError: The service refuses to report it; the top-up itself is unaffected.
    """
    if not is_open(topup):
        # Its outcome is written already.
        return topup, _exit_code(topup)
    line = StatusLine(context.terminal)
    gc.freeze()
    gc.enable()
    try:
        return await _poll(context, session, topup, line)
    except NotFoundError as error:
        line.finish()
        raise NoMoreError(topup) from error
    except (asyncio.CancelledError, AppError):
        line.finish()
        print_error(goes_on_text(topup))
        raise


async def _poll(
    context: Context, session: AccountSession, topup: TopUp, line: StatusLine
) -> tuple[TopUp, int]:
    clock = session.clock
    due = clock.monotonic() + _pause(topup)
    was_payable, reported = is_payable(session, topup), ""
    shown = session.topup_store.deposit(topup.id)
    while True:
        if not context.arguments.json:
            line.show(view_of(session, topup), clock_time(session.service_clock.now(), seconds=True))
        if not is_open(topup):
            break
        if was_payable and not is_payable(session, topup):
            # The rate lock may have ended.
            due = clock.monotonic()
        was_payable = is_payable(session, topup)
        left = due - clock.monotonic()
        if left > 0:
            await clock.sleep(min(left, 1.0))
            continue
        try:
            topup = await session.topups.get(topup.id)
            deposit = await check(context, session, topup)
        except (UnauthorizedError, NotFoundError):
            raise
        except AppError as error:
            due = clock.monotonic() + _pause_after(error)
            text = present_error(error).text
            if text != reported:
                line.finish()
                print_failure(error)
            reported = text
            continue
        due, reported = clock.monotonic() + _pause(topup), ""
        if deposit is not None and (shown is None or deposit.payable != shown.payable):
            # It is awaited only now, or what was shown before is taken back.
            shown = deposit
            line.finish()
            write_deposit(context, session, topup, deposit)
    line.finish()
    return topup, _exit_code(topup)


def _exit_code(topup: TopUp) -> int:
    failed = topup.purchase is not None and topup.purchase.status == "failed"
    return DONE if topup.status == CREDITED and not failed else FAILED


def _pause(topup: TopUp) -> float:
    return (pause_after(topup) or PAUSE_WHEN_INCONSISTENT).total_seconds()


def _pause_after(error: AppError) -> float:
    if isinstance(error, ServiceError) and error.pause is not None:
        return error.pause.total_seconds()
    is_offline = isinstance(error, ConnectionFailedError)
    return _OFFLINE_SECONDS if is_offline else PAUSE_WHEN_INCONSISTENT.total_seconds()

"""Reports a payment as sent: the input is validated, saved until it is reported, and sent."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from app.errors import AppError, ConflictError, StorageError
from app.models.topups import AWAITING_PAYMENT
from app.present.errors import present_error
from app.present.txids import txid_error_text
from app.rules.topups.txids import TxidError, check_txid

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.models.topups import TopUp
    from app.services.accounts.accounts import AccountSession
    from ui.pages.topups.report_card import ReportCard
    from ui.tasks import Tasks


class Reporting:
    """Joins the form with the services, for the top-up that is open."""

    def __init__(
        self, account: AccountSession, form: ReportCard, tasks: Tasks, on_closed: Callable[[], object]
    ) -> None:
        """Joins them.

        Args:
            on_closed: Called when the service has responded that the open top-up is closed.
        """
        self._account = account
        self._form = form
        self._tasks = tasks
        self._on_closed = on_closed
        self._closed: set[str] = set()
        self._topup: TopUp | None = None
        self._numbers = count()
        form.edited.connect(self._on_edited)
        form.rested.connect(self._on_rested)
        form.submitted.connect(self._on_submitted)

    def show_topup(self, topup: TopUp) -> None:
        """Reports this one from now on; what was typed for it before is filled in."""
        is_other = self._topup is None or self._topup.id != topup.id
        self._topup = topup
        if is_other:
            self._form.set_busy(busy=False)
            self._tasks.start("typed before", self._fill_in(topup.id))

    def inconsistency(self, topup: TopUp) -> str:
        """Returns `closed` for one that the service calls open although it takes no report for it."""
        return "closed" if topup.status == AWAITING_PAYMENT and topup.id in self._closed else ""

    async def _fill_in(self, topup_id: str) -> None:
        with suppress(StorageError):  # then it is typed again
            self._form.show_typed(await self._account.choices.typed_txid(topup_id))

    async def _keep(self, topup_id: str, text: str) -> None:
        with suppress(StorageError):  # it stands in the field until the app ends
            await self._account.choices.keep_typed_txid(topup_id, text)

    async def _report(self, topup: TopUp, text: str) -> None:
        form = self._form
        try:
            txid = check_txid(topup.network, text)
        except TxidError as error:
            form.show_problem(txid_error_text(error, topup.network))
            form.txid.setFocus()
            return
        form.set_busy(busy=True)
        try:
            reported = await self._account.topups.report(topup.id, txid)
        except AppError as error:
            form.show_error(present_error(error).text)
            if isinstance(error, ConflictError) and error.code == "topup_closed":
                await self._close(topup)
        else:
            form.clear()
            await self._keep(topup.id, "")
            await self._account.poller.take(reported)
        finally:
            form.set_busy(busy=False)

    async def _close(self, topup: TopUp) -> None:
        """Removes what could be paid, whatever a late poll returns, and loads the current state."""
        self._closed.add(topup.id)
        self._on_closed()
        await self._account.poller.refresh(topup.id)

    def _on_edited(self, text: str) -> None:
        if self._topup is not None:
            # Each under a name of its own: earlier ones are written first, and none is cancelled.
            self._tasks.start(f"typed {next(self._numbers)}", self._keep(self._topup.id, text))

    def _on_rested(self, text: str) -> None:
        if self._topup is None:
            return
        try:
            check_txid(self._topup.network, text)
        except TxidError as error:
            self._form.show_problem(txid_error_text(error, self._topup.network))
        else:
            self._form.show_problem("")

    def _on_submitted(self, text: str) -> None:
        if self._topup is not None and not self._tasks.is_running("report"):
            self._tasks.start("report", self._report(self._topup, text))

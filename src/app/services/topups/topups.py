"""Top-ups of one account: create, check, report."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Final

from app.api.outcome import mark_unknown
from app.errors import AppError, ConflictError, UnknownOutcomeError
from app.models.topups import CREDITED, EXPIRED, IN_PROGRESS, REJECTED, VERIFYING, credited_moment
from app.rules.topups.transitions import LONGEST_LIFE, contradicts
from app.services.reconciliation import reconcile
from app.services.topups.newest_first import NewestFirstPages
from app.services.topups.requests import TopUpRequests

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime
    from pathlib import Path

    from app.api.topups import Page
    from app.models.topup_requests import TopUpDraft
    from app.models.topups import TopUp
    from app.rules.topups.deposit_check import Deposit

PAGE_SIZE = 50
_AHEAD_SECONDS: Final = 5.0
"""How long a page that was requested ahead stands for a new request."""

# Conflicts that concern a report, whatever the outcome of an earlier one.
_CERTAIN_CONFLICTS = frozenset({"txid_already_used", "topup_closed"})
# The service's time is known to two seconds, and its timestamps may be cut to whole ones.
_REPORT_TOLERANCE = timedelta(seconds=5)


class TopUps(TopUpRequests):
    """The top-ups of one account; what the service reports of them is stored in `store`.

    Calls raise an `AppError` when the service can't be asked, or refuses.
    """

    # When the first page was requested ahead, and its response.
    _ahead: tuple[float, asyncio.Future[Page[TopUp]]] | None = None

    @property
    def outbox_moved_to(self) -> Path | None:
        """Where a damaged outbox was moved to since the app was started; None if there was none."""
        return self._outbox.moved_to

    @property
    def pause_left_s(self) -> float:
        return self._api.connection_status.pause_left_s

    @cached_property
    def _history(self) -> NewestFirstPages:
        return NewestFirstPages(self._api, PAGE_SIZE)

    async def page(self, number: int, status: str | None = None) -> Page[TopUp]:
        """Returns one page of the history, newest first (spec 4.5), with the last known states; caches it."""
        page = await self.read_page(number, status)
        if status is None:
            await self.cache_page(page)
        return page

    async def read_page(self, number: int, status: str | None = None) -> Page[TopUp]:
        """Returns one page; one of the whole history is not cached, see `cache_page`."""
        ahead, self._ahead = self._ahead, None
        requested_at, first = self._clock.monotonic(), None
        if ahead is not None and (number, status) == (1, None) and requested_at < ahead[0] + _AHEAD_SECONDS:
            requested_at, first = ahead[0], await ahead[1]
        page = await self._history.page(number, status, first)
        items = await self.store.put_listed(page.items, requested_at, caches=status is not None)
        return page._replace(items=items)

    async def request_ahead(self) -> None:
        """Requests the first page of the history, which `read_page` then returns once, if it is called soon.

        With pending requests nothing is requested: to reconcile them may create a top-up. What fails is
        raised by a `read_page` that waits for it; a later one requests it again.
        """
        if await self._pending():
            return
        response: asyncio.Future[Page[TopUp]] = asyncio.get_running_loop().create_future()
        self._ahead = self._clock.monotonic(), response
        try:
            page = await self._api.page(1, per_page=PAGE_SIZE)
            if not response.done():
                response.set_result(page)
        except AppError as error:
            if self._ahead is None and not response.done():
                response.set_exception(error)
                response.exception()  # else asyncio logs it where nobody waits any more
            self._ahead = None
        finally:
            response.cancel()  # without a result, when this is cancelled

    async def cache_page(self, page: Page[TopUp]) -> None:
        """Caches a page of the whole history, one without a status, with the states reported since."""
        topups = [self.store.get(topup.id) or topup for topup in page.items]
        if page.number == 1:
            await self.store.saved.save_first_page(topups)
        else:
            await self.store.saved.save(topups)

    async def in_progress(self) -> tuple[Page[TopUp], ...]:
        """Returns all pages of the top-ups that wait for a payment or for the network."""
        requested_at = self._clock.monotonic()
        pages = [page for status in IN_PROGRESS async for page in self.pages(status)]
        return tuple(
            [one._replace(items=await self.store.put_listed(one.items, requested_at)) for one in pages]
        )

    def pages(self, status: str | None = None) -> AsyncGenerator[Page[TopUp], None]:
        """Yields the whole history page by page, without storing it; a top-up can come twice."""
        return self._api.pages(status)

    def open_pages(self, status: str) -> AsyncGenerator[Page[TopUp], None]:
        """Yields the pages that hold the top-ups of a status that can still change (spec 2.1, 4.5)."""
        # An old one that is neither awaited nor verified is final.
        is_dated = status in {EXPIRED, REJECTED}
        since = self._api.service_clock.now() - LONGEST_LIFE if is_dated else None
        from app.services.topups.reconciliations import pages_since  # noqa: PLC0415 (after the first rows)

        return pages_since(self._api, since, status)

    async def credited_in(self, start: datetime, end: datetime) -> tuple[tuple[TopUp, ...], int]:
        """Returns the top-ups credited from a moment to before another, oldest first (spec 2.1, 4.5).

        All are loaded: the interface sets no limit to how long a payment is verified. One that the service
        gives no such moment of counts from when it was created. The second value is how many records of the
        pages could not be read, or contradict themselves.
        """
        found: dict[str, TopUp] = {}
        unreadable = 0
        async with aclosing(self.pages(CREDITED)) as pages:
            async for page in pages:
                found |= {topup.id: topup for topup in page.items if topup.status == CREDITED}
                unreadable += page.unreadable
        inconsistent = {topup_id for topup_id, topup in found.items() if contradicts(topup)}
        unreadable += len(inconsistent)
        found = {topup_id: topup for topup_id, topup in found.items() if topup_id not in inconsistent}
        dated = sorted(found.values(), key=credited_moment)
        return tuple(topup for topup in dated if start <= credited_moment(topup) < end), unreadable

    async def get(self, topup_id: str) -> TopUp:
        """Requests the present state of a top-up (spec 4.4)."""
        requested_at = self._clock.monotonic()
        try:
            topup = await self._api.get(topup_id)
        except AppError as error:
            self.store.record_failure(topup_id, error, requested_at)
            raise
        await self.store.put(topup, requested_at=requested_at)
        return topup

    async def report(self, topup_id: str, txid: str) -> TopUp:
        """Reports a payment as sent; an empty `txid` lets the service match the amount (spec 4.3).

        A report has no key, so it is never sent twice: after a lost response the top-up is read back.

        Raises:
            ServiceError: The service refused: wrong format, used already, or closed.
            UnknownOutcomeError: The service can't be asked whether it arrived.
            AppError: It did not arrive.
        """
        begun = self._api.service_clock.now() - _REPORT_TOLERANCE

        async def send() -> TopUp:
            try:
                return await self._api.report(topup_id, txid or None)
            except ConflictError as error:
                if error.code not in _CERTAIN_CONFLICTS:
                    # Such as 'reported already', by this very call or an earlier one.
                    mark_unknown(error)
                raise

        def is_done(topup: TopUp) -> TopUp | None:
            is_new = topup.txid_submitted_at is not None and topup.txid_submitted_at >= begun
            # A service may return hex digits in another case than they were sent.
            is_same = not txid or (topup.txid or "").lower() == txid.lower()
            return topup if is_same and (is_new or topup.status in {VERIFYING, CREDITED}) else None

        try:
            topup = await reconcile(send, lambda: self._api.get(topup_id), is_done)
        except UnknownOutcomeError as error:
            if error.state == "unknown":
                raise
            raise error.cause from None
        await self.store.put(topup)
        return topup

    async def check(self, topup: TopUp, *, memo_confirmed: bool = False) -> Deposit:
        """Runs the deposit check (see `DepositChecks.check`), and stores the result while it is on screen.

        Only the result may be shown as payable.
        """
        deposit = await self._deposits.check(topup, memo_confirmed=memo_confirmed)
        self.store.put_deposit(topup, deposit)
        return deposit

    async def draft_to_repeat(self, topup: TopUp) -> TopUpDraft:
        """Returns what to request again: what this app requested, whatever the response was.

        Of a top-up that something else requested, it is what the service reports.

        Raises:
            StorageError: The outbox could not be read.
        """
        return await self._deposits.requested(topup) or _reported_draft(topup)


def _reported_draft(topup: TopUp) -> TopUpDraft:
    from app.models.topup_requests import PurchaseDraft, TopUpDraft  # noqa: PLC0415 (after the first rows)

    purchase = None
    if topup.purchase is not None:
        options = {
            key: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
            for key, value in topup.purchase.options.items()
        }
        purchase = PurchaseDraft(
            plan_id=topup.purchase.plan_id,
            quantity=topup.purchase.quantity or 1,
            promo_code=topup.purchase.promo_code,
            options=options,
        )
    return TopUpDraft(amount_usd=topup.amount_usd, coin=topup.coin, network=topup.network, purchase=purchase)

"""Reports a payment as sent, and reconciles an unknown outcome (spec 4.3)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from app.api.outcome import mark_unknown
from app.errors import ConflictError, UnknownOutcomeError
from app.models.topups import CREDITED, VERIFYING
from app.services.reconciliation import reconcile

if TYPE_CHECKING:
    from app.api.topups import TopUpsApi
    from app.models.topups import TopUp

# Conflicts that concern this report, whatever the outcome of an earlier one.
_CERTAIN_CONFLICTS = frozenset({"txid_already_used", "topup_closed"})
# The service's time is known to two seconds, and its timestamps may be cut to whole ones.
_TOLERANCE = timedelta(seconds=5)


async def report_payment(api: TopUpsApi, topup_id: str, txid: str) -> TopUp:
    """Reports a payment as sent; an empty `txid` lets the service match the amount.

    A report has no key, so it is never sent twice: after a lost response the top-up is read back.

    Raises:
        AppError: It was not accepted; or, with anything but a refusal, its outcome is unknown.
    """
    begun = api.service_clock.now() - _TOLERANCE

    async def send() -> TopUp:
        try:
            return await api.report(topup_id, txid or None)
        except ConflictError as error:
            if error.code not in _CERTAIN_CONFLICTS:
                # Such as 'reported already', by this very call or an earlier one.
                mark_unknown(error)
            raise

    def is_done(topup: TopUp) -> TopUp | None:
        is_new = topup.txid_submitted_at is not None and topup.txid_submitted_at >= begun
        is_same = not txid or topup.txid == txid
        return topup if is_same and (is_new or topup.status in {VERIFYING, CREDITED}) else None

    try:
        return await reconcile(send, lambda: api.get(topup_id), is_done)
    except UnknownOutcomeError as error:
        raise error.cause from None

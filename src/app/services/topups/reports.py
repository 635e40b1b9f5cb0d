"""Reports a payment as sent, and reconciles an unknown outcome (spec 4.3)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from app.errors import AppError, ConflictError, ConnectionFailedError, ServiceError, UnexpectedAnswerError
from app.models.topups import CREDITED, VERIFYING

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
    try:
        return await api.report(topup_id, txid or None)
    except AppError as error:
        if not _leaves_doubt(error):
            raise
        try:
            topup = await api.get(topup_id)
        except AppError:
            raise error from None
        is_new = topup.txid_submitted_at is not None and topup.txid_submitted_at >= begun
        if _holds_report(topup, txid) and (is_new or topup.status in {VERIFYING, CREDITED}):
            return topup
        raise


def _leaves_doubt(error: AppError) -> bool:
    if isinstance(error, ConflictError):
        # Such as 'reported already', by this very call or an earlier one.
        return error.code not in _CERTAIN_CONFLICTS
    if isinstance(error, ConnectionFailedError):
        return error.may_have_arrived
    if isinstance(error, ServiceError):
        return error.in_doubt or error.status == 408 or error.status >= 500
    return isinstance(error, UnexpectedAnswerError)


def _holds_report(topup: TopUp, txid: str) -> bool:
    """Returns whether the top-up shows the report as received."""
    return not txid or topup.txid == txid

"""Exports the top-up history as CSV or JSON, page by page."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from app.rules.csv_files import csv_text
from app.rules.topups.transitions import may_await_payment
from app.storage.files import open_export

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping
    from pathlib import Path

    from app.models.topups import TopUp
    from app.rules.csv_files import ExportForm
    from app.services.topups.topups import TopUps

COLUMNS: Final[dict[str, Callable[[TopUp], str | None]]] = {
    "id": lambda topup: topup.id,
    "status": lambda topup: topup.status,
    "createdAt": lambda topup: topup.created_at.isoformat(),
    "amountUsd": lambda topup: topup.amount_usd,
    "creditedUsd": lambda topup: topup.credited_usd,
    "creditedAt": lambda topup: topup.credited_at.isoformat() if topup.credited_at else None,
    "coin": lambda topup: topup.coin,
    "network": lambda topup: topup.network,
    "amountCrypto": lambda topup: topup.amount_crypto,
    "amountReceivedCrypto": lambda topup: topup.amount_received_crypto,
    "rate": lambda topup: topup.rate,
    "address": lambda topup: None if may_await_payment(topup) else topup.address,
    "txid": lambda topup: topup.txid,
    "purchasePlanId": lambda topup: topup.purchase.plan_id if topup.purchase else None,
    "purchaseStatus": lambda topup: topup.purchase.status if topup.purchase else None,
    "purchaseOrderId": lambda topup: topup.purchase.order_id if topup.purchase else None,
}
"""The columns of the CSV file, in the interface's own words (spec 2.1); no address that was not checked."""

_PAYABLE: Final = {"address", "payment_uri"}
"""What could be paid by, which the deposit check has to pass first."""

REFERENCE: Final = "ownReference"
"""The column, and the field in JSON, that this app adds."""


class ExportProgress(NamedTuple):
    """How many top-ups are written, of how many; `unreadable` are missing, since they could not be read."""

    done: int
    total: int | None
    unreadable: int = 0


async def export_topups(
    topups: TopUps,
    path: Path,
    form: ExportForm,
    statuses: Iterable[str] = (),
    *,
    references: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[ExportProgress]:
    """Writes the history, or the top-ups of some statuses, and reports progress; leaves no file when stopped.

    Args:
        references: The account holder's own, by the IDs of the top-ups.

    Raises:
        ExportError: The file could not be written.
        AppError: A page could not be loaded.
    """
    written: set[str] = set()
    # A page may be read twice.
    unreadable: dict[tuple[str | None, int], int] = {}
    async with open_export(path) as write:
        await write("[" if form == "json" else csv_text([[*COLUMNS, REFERENCE]]))
        for status in tuple(statuses) or (None,):
            before = len(written)
            async for page in topups.pages(status):
                fresh = [topup for topup in page.items if topup.id not in written]
                await write(_lines(fresh, form, references, is_first=not written))
                written.update(topup.id for topup in fresh)
                unreadable[status, page.number] = page.unreadable
                total = None if page.total is None else before + page.total
                yield ExportProgress(len(written), total, sum(unreadable.values()))
        await write("\n]\n" if form == "json" else "")
    yield ExportProgress(len(written), len(written), sum(unreadable.values()))


def _lines(topups: list[TopUp], form: ExportForm, references: Mapping[str, str], *, is_first: bool) -> str:
    if form == "csv":
        return csv_text(
            [*(read(topup) or "" for read in COLUMNS.values()), references.get(topup.id, "")]
            for topup in topups
        )
    records = (_record(topup, references.get(topup.id, "")) for topup in topups)
    joined = ",".join("\n" + json.dumps(record, ensure_ascii=False) for record in records)
    return joined if is_first or not joined else "," + joined


def _record(topup: TopUp, reference: str) -> dict[str, object]:
    hidden = _PAYABLE if may_await_payment(topup) else None
    record = topup.model_dump(mode="json", by_alias=True, exclude_none=True, exclude=hidden)
    return record | {REFERENCE: reference} if reference else record

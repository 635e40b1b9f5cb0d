"""Exports the top-up history as CSV or JSON, page by page."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from app.rules.csv_files import csv_row
from app.storage.files import GrowingFile

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.models.topups import TopUp
    from app.services.topups.topups import TopUps

Form = Literal["csv", "json"]

COLUMNS: Final = (
    "id",
    "status",
    "createdAt",
    "amountUsd",
    "creditedUsd",
    "creditedAt",
    "coin",
    "network",
    "amountCrypto",
    "amountReceivedCrypto",
    "rate",
    "address",
    "txid",
    "purchasePlanId",
    "purchaseStatus",
    "purchaseOrderId",
)
"""The columns of the CSV file, in the interface's own words (spec 2.1)."""


@dataclass(frozen=True, slots=True)
class ExportProgress:
    """How far an export is.

    Attributes:
        done: How many top-ups are written.
        total: Their number, if the service reports it.
        finished: Whether the file is there, whole.
    """

    done: int
    total: int | None
    finished: bool


async def export_topups(
    topups: TopUps, path: Path, form: Form, status: str | None = None
) -> AsyncIterator[ExportProgress]:
    """Writes the history and reports progress; when stopped, it leaves no file.

    Args:
        topups: The account's top-ups.
        path: Where the file goes; mode 0600, there only when it is whole.
        form: What kind of file.
        status: Only those of this status.

    Raises:
        StorageError: It could not be written.
        AppError: A page could not be had.
    """
    file = GrowingFile(path)
    written: set[str] = set()
    try:
        await asyncio.to_thread(file.write, _head(form))
        async for page in topups.pages(status):
            fresh = [topup for topup in page.items if topup.id not in written]
            await asyncio.to_thread(file.write, _lines(fresh, form, is_first=not written))
            written.update(topup.id for topup in fresh)
            yield ExportProgress(len(written), page.total, finished=False)
        await asyncio.to_thread(file.write, "\n]\n" if form == "json" else "")
        await asyncio.to_thread(file.finish)
    finally:
        file.discard()
    yield ExportProgress(len(written), len(written), finished=True)


def _head(form: Form) -> str:
    return "[" if form == "json" else csv_row(COLUMNS) + "\r\n"


def _lines(topups: list[TopUp], form: Form, *, is_first: bool) -> str:
    if form == "csv":
        return "".join(csv_row(_cells(topup)) + "\r\n" for topup in topups)
    records = (topup.model_dump(mode="json", by_alias=True, exclude_none=True) for topup in topups)
    joined = ",".join("\n" + json.dumps(record, ensure_ascii=False) for record in records)
    return joined if is_first or not joined else "," + joined


def _cells(topup: TopUp) -> tuple[str, ...]:
    purchase = topup.purchase
    credited_at = topup.credited_at.isoformat() if topup.credited_at else ""
    return (
        topup.id,
        topup.status,
        topup.created_at.isoformat(),
        topup.amount_usd,
        topup.credited_usd or "",
        credited_at,
        topup.coin,
        topup.network,
        topup.amount_crypto,
        topup.amount_received_crypto or "",
        topup.rate,
        topup.address,
        topup.txid or "",
        purchase.plan_id if purchase else "",
        purchase.status if purchase else "",
        (purchase.order_id or "") if purchase else "",
    )

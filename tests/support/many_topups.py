"""Many open top-ups of one account, without asking for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.models.topup_requests import TopUpDraft

if TYPE_CHECKING:
    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")


async def make_many(service: LinkedService, count: int) -> list[str]:
    """Makes top-ups that await their payment, straight in the sandbox's tables."""
    first = await service.client.topups.get((await service.account.topups.create(DRAFT)).id)
    database = service.world.connection
    columns = [row[1] for row in database.execute("PRAGMA table_info(topups)")]
    copied = [name for name in columns if name not in {"id", "number", "amount_crypto"}]
    (number,) = database.execute("SELECT max(number) FROM topups").fetchone()
    ids = [f"tu_many{position:05}" for position in range(1, count)]
    into = f"INSERT INTO topups (id, number, amount_crypto, {', '.join(copied)}) "
    chosen = f"SELECT ?, ?, ?, {', '.join(copied)} FROM topups WHERE id = ?"
    database.executemany(
        into + chosen,
        [
            (topup_id, number + position, f"0.{90_000_000 + position}", first.id)
            for position, topup_id in enumerate(ids, start=1)
        ],
    )
    return [first.id, *ids]

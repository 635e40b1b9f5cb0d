"""A sandbox in process, for tests that move its time by hand."""

from datetime import UTC, datetime
from typing import Any

import httpx

from tollhouse_sandbox.world import World

ADDRESS = "http://127.0.0.1:8123"
NOW = datetime(2026, 11, 19, 14, 4, tzinfo=UTC)


class Service:
    """One sandbox and a client that holds its key."""

    def __init__(self, world: World, client: httpx.AsyncClient) -> None:
        self.world = world
        self.client = client

    async def get(self, path: str, **params: str | int) -> httpx.Response:
        return await self.client.get(path, params=params or None)

    async def post(self, path: str, body: object = None, **headers: str) -> httpx.Response:
        return await self.client.post(path, json={} if body is None else body, headers=headers)

    async def patch(self, path: str, body: object) -> httpx.Response:
        return await self.client.patch(path, json=body)

    async def advance(self, **span: float) -> None:
        """Let time pass: `minutes=30`, `hours=72`."""
        seconds = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}
        total = sum(seconds[unit] * amount for unit, amount in span.items())
        answer = await self.post("/_sandbox/clock", {"advance_seconds": total})
        assert answer.status_code == 200, answer.text

    async def topup(self, **changes: object) -> dict[str, Any]:
        """Create a top-up, of 50 USD in bitcoin unless changed."""
        body = {"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin", **changes}
        answer = await self.post("/v1/topups", body)
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()
        return created

    async def read(self, topup_id: str) -> dict[str, Any]:
        answer = await self.get(f"/v1/topups/{topup_id}")
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    async def pay(self, topup_id: str, amount: str = "exact", **fields: str) -> str:
        answer = await self.post(f"/_sandbox/topups/{topup_id}/pay", {"amount": amount, **fields})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["txid"])

    async def report(self, topup_id: str, txid: str | None = None) -> httpx.Response:
        return await self.post(f"/v1/topups/{topup_id}/txid", {} if txid is None else {"txid": txid})

    async def confirm(self, topup_id: str, count: int = 1) -> dict[str, Any]:
        answer = await self.post(f"/_sandbox/topups/{topup_id}/confirm", {"count": count})
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown

    async def credit(self, topup: dict[str, Any]) -> dict[str, Any]:
        """Pay, report and confirm a top-up."""
        await self.pay(topup["id"])
        assert (await self.report(topup["id"])).status_code == 200
        return await self.confirm(topup["id"], topup["confirmationsRequired"])


def codes(answer: httpx.Response) -> dict[str, str]:
    """Give the first problem's code of each field of a 422."""
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    assert error["code"] == "validation_failed"
    return {name: problems[0]["code"] for name, problems in error["fields"].items()}


def error_code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]

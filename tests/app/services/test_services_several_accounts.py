"""Two accounts and the demo at the same time: nothing of one ever reaches another."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from app.errors import AppError, InvalidInputError, SandboxError
from app.models.topup_requests import TopUpDraft
from app.services.accounts.known import DEMO
from support.account_services import MemoryKeyring, running
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from pathlib import Path

    from app.bootstrap import Services
    from app.services.accounts.session import AccountSession

DRAFT = TopUpDraft.model_validate({"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"})


async def ledger(base_url: str, api_key: str) -> list[dict[str, Any]]:
    """What a service was asked, its control routes left out."""
    headers = {"Authorization": f"Bearer {api_key}"}
    async with httpx.AsyncClient(base_url=base_url, headers=headers, trust_env=False) as http:
        entries = (await http.get("/_sandbox/ledger")).json()["data"]
    return [entry for entry in entries if not str(entry.get("path", "")).startswith("/_sandbox")]


def demo_isolation(services: Services) -> tuple[str, str]:
    address = services.accounts._demo._address
    assert address is not None
    return address.base_url, address.api_key


async def use(opened: AccountSession, count: int) -> list[str]:
    """Does what people do, several times the same."""
    await opened.coins.load()
    made = []
    for _time in range(count):
        topup = await opened.topups.create(DRAFT)
        await opened.topups.check(topup)
        await opened.topups.get(topup.id)
        await opened.topups.page(1)
        made.append(topup.id)
    return made


async def test_each_service_sees_its_own_account_alone(tmp_path: Path) -> None:
    keyring = MemoryKeyring()
    with start_sandbox("--scale", "empty") as one, start_sandbox("--scale", "empty") as two:
        async with running(tmp_path, lambda: keyring) as services:
            accounts = services.accounts
            first = await accounts.connect("One", one.base_url, one.api_key)
            second = await accounts.connect("Two", two.base_url, two.api_key)
            ids = (first.id, second.id, DEMO)
            opened = await asyncio.gather(*(accounts.open(account_id) for account_id in ids))
            made = await asyncio.gather(*(use(account, 3) for account in opened))
            places = [(one.base_url, one.api_key), (two.base_url, two.api_key), demo_isolation(services)]
            ledgers = [await ledger(*place) for place in places]
        assert keyring.kept == {first.id: one.api_key, second.id: two.api_key}
    assert len({topup_id for topup_ids in made for topup_id in topup_ids}) == 9
    with closing(sqlite3.connect(tmp_path / "data" / "outbox.sqlite")) as outbox:
        rows = outbox.execute("SELECT account, service, idempotency_key, topup_id FROM intents").fetchall()
    assert len(rows) == 9
    for account_id, place, topup_ids, entries in zip(
        ids, (one.base_url, two.base_url, DEMO), made, ledgers, strict=True
    ):
        requests = [entry for entry in entries if entry["kind"] == "request"]
        created = [entry for entry in entries if entry.get("commit") == "topup.created"]
        own = [row for row in rows if row[0] == account_id]
        assert all(entry["status"] < 400 for entry in requests), (
            "a key of another account, or another's top-up"
        )
        assert len(created) == 3
        assert {row[1] for row in own} == {place}
        assert {row[3] for row in own} == set(topup_ids)
        sent = [entry["idempotencyKey"] for entry in requests if entry["idempotencyKey"]]
        assert sorted(sent) == sorted(row[2] for row in own)
        asked = {entry["path"].rpartition("/")[2] for entry in requests if "/topups/" in entry["path"]}
        assert asked == set(topup_ids)


async def test_an_outbox_row_is_never_sent_by_another_account(tmp_path: Path) -> None:
    """The first account's request stays its own, though the others resume what they have."""
    with start_sandbox("--scale", "empty") as one, start_sandbox("--scale", "empty") as two:
        async with running(tmp_path, MemoryKeyring) as services:
            accounts = services.accounts
            first = await accounts.connect("One", one.base_url, one.api_key)
            second = await accounts.connect("Two", two.base_url, two.api_key)
            opened = await accounts.open(first.id)
            await opened.coins.load()
            one.kill()
            with pytest.raises(AppError):
                await opened.topups.create(DRAFT)
            for account_id in (second.id, DEMO):
                await (await accounts.open(account_id)).topups.resume()
            for place in ((two.base_url, two.api_key), demo_isolation(services)):
                entries = await ledger(*place)
                assert not [entry for entry in entries if entry.get("method") == "POST"]


async def test_a_real_key_is_never_sent_to_the_demo(tmp_path: Path) -> None:
    async with running(tmp_path, MemoryKeyring) as services:
        await services.accounts.open(DEMO)
        base_url, api_key = demo_isolation(services)
        for host in ("127.0.0.1", "127.1.2.3", "localhost", "[::1]"):
            with pytest.raises(InvalidInputError) as caught:
                await services.accounts.connect("One", base_url.replace("127.0.0.1", host), "a-live-key")
            assert (caught.value.field, caught.value.code) == ("serviceAddress", "is_demo")
        assert all(entry["status"] < 400 for entry in await ledger(base_url, api_key) if "status" in entry)


async def test_the_demo_does_not_start_where_an_account_is(tmp_path: Path) -> None:
    with start_sandbox("--scale", "empty") as one:
        async with running(tmp_path, MemoryKeyring) as services:
            account = await services.accounts.connect("One", one.base_url, one.api_key)
        port = one.base_url.rpartition(":")[2]
    async with running(tmp_path, MemoryKeyring, demo_options=("--port", port)) as services:
        assert services.accounts.known()[0] == account
        with pytest.raises(SandboxError):
            await services.accounts.open(DEMO)

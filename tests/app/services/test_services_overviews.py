"""Overviews of several accounts: each on its own, also one that hangs, is offline or refuses its key."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING

import httpx
import pytest

from app.errors import NotFoundError
from app.models.overviews import AccountProblem
from app.models.topup_requests import TopUpDraft
from app.rules.overviews import Attention, Reason, attention_of
from app.services.accounts.known import DEMO
from app.services.accounts.overviews import AccountOverviews
from support.account_services import MemoryKeyring, running
from support.deposit_samples import make_topup
from support.raw_server import RawServer, Reply, reply
from tollhouse_sandbox.process import SandboxProcess, start_sandbox

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from app.bootstrap import Services

DRAFT = TopUpDraft.model_validate({"amountUsd": "75.00", "coin": "BTC", "network": "bitcoin"})


@pytest.fixture(scope="module")
def shop() -> Iterator[SandboxProcess]:
    """A service whose account has subscriptions and top-ups."""
    with start_sandbox() as made:
        yield made


@asynccontextmanager
async def overviews_in(
    folder: Path, keyring: MemoryKeyring
) -> AsyncIterator[tuple[Services, AccountOverviews]]:
    """One start of the app; what the services report is saved, as the window does it."""
    async with running(folder, lambda: keyring) as services, asyncio.TaskGroup() as saves:
        overviews = AccountOverviews(services.accounts, services.state, services.clock)
        overviews.on_reported.append(lambda one: saves.create_task(overviews.save(one)))
        yield services, overviews


async def test_an_account_that_is_not_open_is_summarized(
    tmp_path: Path, keyring: MemoryKeyring, shop: SandboxProcess
) -> None:
    async with overviews_in(tmp_path, keyring) as (services, overviews):
        account = await services.accounts.connect("Work", shop.base_url, shop.api_key)
        before = overviews.get(account.id)
        assert (before.subscriptions, before.is_current, before.problem) == (None, False, None)
        await overviews.refresh(account.id)
        overview = overviews.get(account.id)
        assert overview.is_current
        assert [one.name for one in overview.subscriptions or ()] == [
            "Price watch EU",
            "Ad checks",
            "Mobile QA",
            "Old crawler",
        ]
        assert {topup.status for topup in overview.topups} <= {
            "awaiting_payment",
            "verifying",
            "expired",
            "rejected",
        }
        assert overview.topups
        paces = {one.name: one.days_left for one in overview.subscriptions or ()}
        assert paces["Ad checks"] is not None, "asked for at once"
        assert paces["Old crawler"] is None, "it has ended"
        assert [one.id for one in overviews.accounts()] == [account.id], "the demo was not opened"


async def test_a_subscription_without_a_label_is_named_as_everywhere_else(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
    with start_sandbox() as service:
        async with overviews_in(tmp_path, keyring) as (services, overviews):
            account = await services.accounts.connect("Work", service.base_url, service.api_key)
            session = await services.accounts.open(account.id)
            first = (await session.subscriptions.list()).items[0]
            await session.subscriptions.rename(first.id, "")
            await overviews.refresh(account.id)
            assert (overviews.get(account.id).subscriptions or ())[0].name == first.username


async def test_the_demo_has_an_overview_once_it_was_opened(tmp_path: Path, keyring: MemoryKeyring) -> None:
    async with overviews_in(tmp_path, keyring) as (services, overviews):
        overviews.listen(await services.accounts.open(DEMO))
        assert [one.id for one in overviews.accounts()] == [DEMO]
        await overviews.refresh(DEMO)
        assert overviews.get(DEMO).subscriptions == ()


async def test_one_that_hangs_holds_up_no_other(
    tmp_path: Path, keyring: MemoryKeyring, shop: SandboxProcess
) -> None:
    page = {"data": [], "pagination": {"page": 1, "perPage": 1, "totalItems": 0, "totalPages": 0}}
    async with (
        RawServer([reply(page), Reply(hang=True)]) as slow,
        overviews_in(tmp_path, keyring) as (services, overviews),
        asyncio.TaskGroup() as refreshes,
    ):
        hanging = await services.accounts.connect("Slow", slow.base_url, "k" * 20)
        work = await services.accounts.connect("Work", shop.base_url, shop.api_key)
        waiting = refreshes.create_task(overviews.refresh(hanging.id))
        await overviews.refresh(work.id)
        assert overviews.get(work.id).is_current
        assert not waiting.done()
        assert not overviews.get(hanging.id).is_current
        waiting.cancel()


async def test_last_known_values_survive_a_restart_without_secrets(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
    with start_sandbox() as service:
        async with overviews_in(tmp_path, keyring) as (services, overviews):
            account = await services.accounts.connect("Nord", service.base_url, service.api_key)
            await overviews.refresh(account.id)
            known = overviews.get(account.id)
            session = await services.accounts.open(account.id)
            secrets = [service.api_key, *keyring.kept.values()]
            for one in session.subscription_store.list():
                secrets += [one.password, one.username]
        service.stop()
    async with overviews_in(tmp_path, keyring) as (services, overviews):
        await overviews.load()
        saved = overviews.get(account.id)
        assert (saved.subscriptions, saved.as_of) == (known.subscriptions, known.as_of)
        assert {one.id for one in saved.topups} == {one.id for one in known.topups}
        assert not saved.is_current
        await overviews.refresh(account.id)
        offline = overviews.get(account.id)
        assert offline.problem is AccountProblem.OFFLINE
        assert (offline.subscriptions, offline.as_of) == (known.subscriptions, known.as_of)
    with closing(sqlite3.connect(tmp_path / "data" / "state.sqlite")) as database:
        rows = database.execute("SELECT content FROM entries WHERE kind = 'SavedSummaries'").fetchall()
    assert len(rows) == 1
    content = str(rows[0][0])
    assert "Ad checks" in content
    assert not [secret for secret in secrets if secret in content]


async def test_a_saved_top_up_that_contradicts_itself_is_not_confirmed(
    shop: SandboxProcess, tmp_path: Path, keyring: MemoryKeyring
) -> None:
    odd, sound = make_topup(id="tu_odd", status="credited"), make_topup(id="tu_sound")
    async with overviews_in(tmp_path, keyring) as (services, _overviews):
        account = await services.accounts.connect("Nord", shop.base_url, shop.api_key)
        session = await services.accounts.open(account.id)
        await session.topup_store.saved.save_first_page([odd, sound])
    async with overviews_in(tmp_path, keyring) as (_services, overviews):
        await overviews.load()
        known = overviews.get(account.id)
        assert {topup.id for topup in known.topups} == {odd.id, sound.id}
        assert known.unconfirmed == {odd.id}


async def test_a_refused_key_is_a_problem_with_its_time(
    tmp_path: Path, keyring: MemoryKeyring, shop: SandboxProcess
) -> None:
    async with overviews_in(tmp_path, keyring) as (services, overviews):
        account = await services.accounts.connect("Research", shop.base_url, shop.api_key)
        await overviews.refresh(account.id)
        keyring.kept[account.id] = "another-key-that-is-refused"
    changed: list[str] = []
    async with overviews_in(tmp_path, keyring) as (services, overviews):
        overviews.on_change.append(changed.append)
        await overviews.load()
        await overviews.refresh(account.id)
        refused = overviews.get(account.id)
        assert refused.problem is AccountProblem.KEY_REFUSED
        assert refused.refused_at is not None
        later = AccountOverviews(services.accounts, services.state, services.clock)
        assert later.get(account.id).refused_at == refused.refused_at, "whoever looks first"
        assert refused.subscriptions, "the last known ones"
        assert account.id in changed
        await services.accounts.change_key(account.id, shop.api_key)
        await overviews.refresh(account.id)
        assert overviews.get(account.id).is_current
        assert overviews.get(account.id).refused_at is None


async def test_a_key_that_is_not_in_the_keyring_is_not_asked_for(
    tmp_path: Path, keyring: MemoryKeyring, shop: SandboxProcess
) -> None:
    async with overviews_in(tmp_path, keyring) as (services, _overviews):
        account = await services.accounts.connect("Work", shop.base_url, shop.api_key)
    keyring.kept.clear()
    async with overviews_in(tmp_path, keyring) as (_services, overviews):
        await overviews.refresh(account.id)
        assert overviews.get(account.id).problem is AccountProblem.KEY_NEEDED


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (reply("<html>", 200), AccountProblem.OTHER_SERVICE),
        (reply("nothing here", 404), AccountProblem.OTHER_SERVICE),
        (reply("{}", 422), AccountProblem.FAILING),
    ],
)
async def test_a_wrong_service_is_named(
    tmp_path: Path, keyring: MemoryKeyring, answer: Reply, problem: AccountProblem
) -> None:
    page = {"data": [], "pagination": {"page": 1, "perPage": 1, "totalItems": 0, "totalPages": 0}}
    async with (
        RawServer([reply(page), answer]) as server,
        overviews_in(tmp_path, keyring) as (services, overviews),
    ):
        account = await services.accounts.connect("Odd", server.base_url, "k" * 20)
        await overviews.refresh(account.id)
        assert overviews.get(account.id).problem is problem


async def test_subscriptions_are_listed_although_the_list_of_top_ups_fails(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
    with start_sandbox() as service:
        async with overviews_in(tmp_path, keyring) as (services, overviews):
            account = await services.accounts.connect("Work", service.base_url, service.api_key)
            fault = {"route": "GET /v1/topups", "kind": "raw_body", "body": "<html>", "every": True}
            async with httpx.AsyncClient(
                base_url=service.base_url, headers=service.headers, trust_env=False
            ) as http:
                (await http.post("/_sandbox/faults", json=[fault])).raise_for_status()
                await overviews.refresh(account.id)
                failing = overviews.get(account.id)
                assert len(failing.subscriptions or ()) == 4
                assert failing.problem is AccountProblem.OTHER_SERVICE
                assert not failing.is_current
                await http.post("/_sandbox/faults", json=[])
            await overviews.refresh(account.id)
            assert overviews.get(account.id).is_current


async def test_a_removed_account_leaves_nothing(
    tmp_path: Path, keyring: MemoryKeyring, shop: SandboxProcess
) -> None:
    async with overviews_in(tmp_path, keyring) as (services, overviews):
        account = await services.accounts.connect("Work", shop.base_url, shop.api_key)
        await overviews.refresh(account.id)
        await overviews.save(account.id)
        await services.accounts.remove(account.id)
        await overviews.save(account.id)
        overviews.drop(account.id)
        assert overviews.accounts() == ()
        assert await services.state.entries("SavedSummaries") == []


async def test_a_top_up_that_is_credited_is_reported(tmp_path: Path, keyring: MemoryKeyring) -> None:
    with start_sandbox("--scale", "empty", "--no-automatic-blocks") as service:
        async with overviews_in(tmp_path, keyring) as (services, overviews):
            account = await services.accounts.connect("Work", service.base_url, service.api_key)
            await overviews.refresh(account.id)
            session = await services.accounts.open(account.id)
            topup = await session.topups.create(DRAFT)
            assert [one.id for one in overviews.get(account.id).topups] == [topup.id]
            changed: list[str] = []
            overviews.on_change.append(changed.append)
            async with httpx.AsyncClient(
                base_url=service.base_url, headers=service.headers, trust_env=False
            ) as http:
                await http.post(f"/_sandbox/topups/{topup.id}/pay", json={"amount": "exact"})
                await session.topups.report(topup.id, "")
                await http.post(f"/_sandbox/topups/{topup.id}/confirm", json={"count": 99})
            await session.topups.get(topup.id)
            assert overviews.get(account.id).topups == ()
            assert account.id in changed


async def test_a_top_up_that_the_service_has_no_more_needs_attention(
    tmp_path: Path, keyring: MemoryKeyring
) -> None:
    with start_sandbox("--scale", "empty") as service:
        async with overviews_in(tmp_path, keyring) as (services, overviews):
            account = await services.accounts.connect("Work", service.base_url, service.api_key)
            await overviews.refresh(account.id)
            session = await services.accounts.open(account.id)
            topup = await session.topups.create(DRAFT)
            assert attention_of(overviews.get(account.id)) is None
            gone = {"route": f"GET /v1/topups/{topup.id}", "kind": "status", "status": 404, "every": True}
            async with httpx.AsyncClient(
                base_url=service.base_url, headers=service.headers, trust_env=False
            ) as http:
                (await http.post("/_sandbox/faults", json=[gone])).raise_for_status()
                with pytest.raises(NotFoundError):
                    await session.topups.get(topup.id)
                await overviews.refresh(account.id)
            found = attention_of(overviews.get(account.id))
            assert found == Attention(Reason.TOPUP_NOT_CONFIRMED, topup.id)

"""The palette over a whole account: what it loads, how gently, and what it remembers."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.errors import NotFoundError, ServiceFaultError, TimedOutError
from app.models.choices import RecentItems
from app.models.sub_users import SubUser, SubUserDraft
from app.models.subscriptions import Subscription
from app.rules.palette import PaletteItem, sub_user_item
from app.services.palette import Palette
from app.services.palette_recents import PaletteRecents
from app.storage.state import State
from support.linked_service import LinkedService
from support.service_records import sub_user_record, subscription_record

SUB_USERS = "GET /v1/residential/subscriptions/{id}/sub-users"


@pytest.fixture
async def demo(tmp_path: Path) -> AsyncIterator[LinkedService]:
    made = LinkedService(tmp_path, "demo")
    yield made
    await made.aclose()
    made.close()


def palette_of(service: LinkedService, folder: Path, *, with_account: bool = True) -> Palette:
    return Palette(
        account=service.account if with_account else None,
        locations=service.account.locations,
        recents=PaletteRecents(State(folder / "state.sqlite")),
        clock=service.clock,
    )


async def load(palette: Palette) -> None:
    async for _more in palette.load():
        pass


def found(palette: Palette, text: str) -> list[PaletteItem]:
    search = palette.find(text)
    search.first_page()
    while search.step():
        pass
    return list(search.items)


async def sub_user_calls(service: LinkedService) -> int:
    return sum(str(entry.get("path")).endswith("/sub-users") for entry in await service.ledger())


async def test_everything_of_an_account_is_found(demo: LinkedService, tmp_path: Path) -> None:
    await _load_germany(demo)
    palette = palette_of(demo, tmp_path)
    await load(palette)
    assert palette.load_error is None
    kinds = {
        item.kind for text in ("", "a", "berl", "germany", "btc", "telekom") for item in found(palette, text)
    }
    assert kinds == {"subscription", "sub_user", "country", "topup", "city", "isp"}
    assert palette.country_names["DE"] == "Germany"


async def _load_germany(service: LinkedService) -> None:
    locations = service.account.locations
    async for _shown in locations.cities("DE"):
        pass
    async for _shown in locations.asns("DE"):
        pass


async def test_sub_users_are_found_where_the_service_leaves_out_how_many_there_are(
    demo: LinkedService, tmp_path: Path
) -> None:
    await demo.faults(
        {
            "route": "GET /v1/residential/subscriptions",
            "kind": "mutate",
            "path": "data.0.subUserCount",
            "delete": True,
            "every": True,
        }
    )
    palette = palette_of(demo, tmp_path)
    await load(palette)
    assert any(item.kind == "sub_user" for item in found(palette, "nightly batch"))


async def test_an_old_topup_is_asked_for_by_its_id(demo: LinkedService, tmp_path: Path) -> None:
    palette = palette_of(demo, tmp_path)
    await load(palette)
    loaded = {item.key for item in found(palette, "topup")}
    page = await demo.account.topups.page(2)
    old = page.items[-1]
    assert f"topup/{old.id}" not in loaded
    assert found(palette, old.id) == []
    assert await palette.find_topup(old.id)
    assert [item.value for item in found(palette, old.id)] == [old]
    for text in (old.id[:-1], "", "germany", "credited btc1", "AS3320"):
        assert not await palette.find_topup(text)
    asked = [str(entry["path"]) for entry in await demo.ledger() if "/topups/" in str(entry.get("path"))]
    assert asked == [f"/v1/topups/{old.id}", f"/v1/topups/{old.id[:-1]}"]


async def test_results_come_while_the_rest_is_loaded(demo: LinkedService, tmp_path: Path) -> None:
    palette = palette_of(demo, tmp_path)
    steps = [{item.kind for item in found(palette, "a")} async for _more in palette.load()]
    assert "sub_user" not in steps[0]
    assert "country" in steps[0]
    assert "sub_user" in steps[-1]


async def test_sub_users_are_asked_for_two_lists_at_a_time_and_kept(
    demo: LinkedService, tmp_path: Path
) -> None:
    in_flight: set[str] = set()
    most = 0

    async def began(request: httpx.Request) -> None:
        nonlocal most
        if request.url.path.endswith("/sub-users"):
            in_flight.add(request.url.path)
            most = max(most, len(in_flight))

    async def ended(response: httpx.Response) -> None:
        in_flight.discard(response.request.url.path)

    demo.http.event_hooks = {"request": [began], "response": [ended]}
    palette = palette_of(demo, tmp_path)
    await load(palette)
    demo.http.event_hooks = {}
    asked = await sub_user_calls(demo)
    assert asked > 0
    assert most <= 2
    demo.clock.advance(200)
    await load(palette)
    assert await sub_user_calls(demo) == asked
    demo.clock.advance(200)
    await load(palette)
    assert await sub_user_calls(demo) == 2 * asked


async def test_thousands_of_sub_users_are_made_ready_once_and_in_short_turns(
    demo: LinkedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [sub_user_record(id=f"su_{number}", label=f"Worker {number}") for number in range(400)]
    await demo.answer(
        {
            "GET /v1/residential/subscriptions": {
                "data": [subscription_record(id=f"sub_{number}") for number in range(4)]
            },
            SUB_USERS: {"data": records, "limit": 500},
        }
    )
    turn, made, is_loaded = 0, [], False

    async def count_turns() -> None:
        nonlocal turn
        while not is_loaded:
            turn += 1
            await asyncio.sleep(0)

    async def load_all() -> None:
        nonlocal is_loaded
        await load(palette)
        is_loaded = True

    def make(subscription: Subscription, sub_user: SubUser) -> PaletteItem:
        made.append(turn)
        return sub_user_item(subscription, sub_user)

    monkeypatch.setattr("app.services.palette.sub_user_item", make)
    palette = palette_of(demo, tmp_path)
    await asyncio.gather(count_turns(), load_all())
    assert len(made) == 4 * 400
    assert max(Counter(made).values()) <= 100
    assert {item.kind for item in found(palette, "worker 399")} == {"sub_user"}


async def test_a_list_that_fails_is_reported_and_the_rest_is_found(
    demo: LinkedService, tmp_path: Path
) -> None:
    await demo.faults({"route": SUB_USERS, "every": True, "kind": "status", "status": 503})
    palette = palette_of(demo, tmp_path)
    await load(palette)
    assert isinstance(palette.load_error, ServiceFaultError)
    assert any(item.kind == "subscription" for item in found(palette, ""))
    assert found(palette, "germany")
    await demo.faults()
    await load(palette)
    assert palette.load_error is None
    assert any(item.kind == "sub_user" for item in found(palette, "a"))


async def test_what_was_used_comes_first_after_the_next_start(demo: LinkedService, tmp_path: Path) -> None:
    await _load_germany(demo)
    palette = palette_of(demo, tmp_path)
    await load(palette)
    city = next(item for item in found(palette, "munchen") if item.kind == "city")
    await palette.use(city)
    assert found(palette, "")[0].key == city.key
    later = palette_of(demo, tmp_path)
    await load(later)
    assert found(later, "")[0].key == city.key


async def test_only_ids_are_kept(demo: LinkedService, tmp_path: Path) -> None:
    palette = palette_of(demo, tmp_path)
    await load(palette)
    for item in found(palette, "a"):
        await palette.use(item)
    kept = await State(tmp_path / "state.sqlite").load(RecentItems, "demo")
    content = " ".join(kept.keys)
    subscriptions = (await demo.account.subscriptions.list()).items
    for subscription in subscriptions:
        assert subscription.username not in content
        assert subscription.password not in content
        assert subscription.label not in content
    assert 0 < len(kept.keys) <= 30


async def test_credentials_are_the_newest(demo: LinkedService, tmp_path: Path) -> None:
    palette = palette_of(demo, tmp_path)
    await load(palette)
    item = next(item for item in found(palette, "") if item.kind == "subscription")
    before = await palette.credentials(item)
    subscription_id = item.key.removeprefix("subscription/")
    reset = await demo.account.subscriptions.reset_password(
        await demo.account.subscriptions.get(subscription_id)
    )
    after = await palette.credentials(item)
    assert before.password != after.password == reset.password
    await demo.faults({"route": "GET /v1/residential/*", "every": True, "kind": "status", "status": 503})
    assert (await palette.credentials(item)).username == after.username


async def test_it_is_known_whether_credentials_are_the_newest(
    demo: LinkedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    palette = palette_of(demo, tmp_path)
    await demo.faults({"route": SUB_USERS, "kind": "status", "status": 500, "every": True})
    await load(palette)
    assert palette.load_error is not None
    item = next(item for item in found(palette, "") if item.kind == "subscription")
    await palette.credentials(item)
    assert palette.load_error is None
    monkeypatch.setattr("app.services.palette._CREDENTIALS_SECONDS", 0.01)
    await demo.faults(
        {"route": "GET /v1/residential/*", "kind": "delay", "seconds": 0.2, "every": True},
    )
    await palette.credentials(item)
    assert isinstance(palette.load_error, TimedOutError)


async def test_credentials_of_a_sub_user(demo: LinkedService, tmp_path: Path) -> None:
    palette = palette_of(demo, tmp_path)
    await load(palette)
    item = next(item for item in found(palette, "a") if item.kind == "sub_user")
    subscription_id, sub_user_id = item.key.split("/")[1:]
    listed = await demo.account.sub_users.list(subscription_id)
    expected = next(one for one in listed.items if one.id == sub_user_id)
    credentials = await palette.credentials(item)
    assert (credentials.username, credentials.password) == (expected.username, expected.password)
    country = found(palette, "germany")[0]
    with pytest.raises(ValueError, match="no credentials"):
        await palette.credentials(country)


async def test_sub_users_that_were_added_or_deleted_here_are_known_at_once(
    demo: LinkedService, tmp_path: Path
) -> None:
    palette = palette_of(demo, tmp_path)
    await load(palette)
    subscription_id = (await demo.account.subscriptions.list()).items[0].id
    added = await demo.account.sub_users.create(subscription_id, SubUserDraft("Quokka"))
    await load(palette)
    assert [item.kind for item in found(palette, "quokka")] == ["sub_user"]
    for one in (await demo.account.sub_users.list(subscription_id)).items:
        await demo.account.sub_users.delete(subscription_id, one)
    demo.clock.advance(60)
    await load(palette)
    assert added.id not in {item.key.rpartition("/")[2] for item in found(palette, "quokka")}


async def test_credentials_that_no_longer_exist_are_not_returned(demo: LinkedService, tmp_path: Path) -> None:
    palette = palette_of(demo, tmp_path)
    await load(palette)
    item = next(item for item in found(palette, "a") if item.kind == "sub_user")
    subscription_id, sub_user_id = item.key.split("/")[1:]
    await demo.client.sub_users.delete(subscription_id, sub_user_id)
    with pytest.raises(NotFoundError):
        await palette.credentials(item)
    await demo.faults({"route": "GET /v1/residential/*", "every": True, "kind": "status", "status": 404})
    with pytest.raises(NotFoundError):
        await palette.credentials(next(one for one in found(palette, "") if one.kind == "subscription"))


async def test_without_an_account_places_alone_are_found(demo: LinkedService, tmp_path: Path) -> None:
    await _load_germany(demo)
    palette = palette_of(demo, tmp_path, with_account=False)
    await load(palette)
    kinds = {item.kind for text in ("berl", "telekom", "germany") for item in found(palette, text)}
    assert kinds == {"country", "city", "isp"}
    assert await demo.requests("GET", "/v1/residential/subscriptions") == []


async def test_a_disk_that_keeps_nothing_holds_up_nothing(tmp_path: Path) -> None:
    recents = PaletteRecents(State(tmp_path / "none" / "state.sqlite"))
    await recents.add("demo", "a/b")
    assert recents.of("demo") == ("a/b",)


async def test_the_first_sub_user_of_a_subscription_is_found_at_once(
    demo: LinkedService, tmp_path: Path
) -> None:
    palette = palette_of(demo, tmp_path)
    subscription_id = (await demo.account.subscriptions.list()).items[0].id
    for one in (await demo.account.sub_users.list(subscription_id)).items:
        await demo.account.sub_users.delete(subscription_id, one)
    demo.clock.advance(60)
    await load(palette)
    await demo.account.sub_users.create(subscription_id, SubUserDraft("Quokka"))
    await demo.faults({"route": "GET /v1/residential/subscriptions", "kind": "status", "status": 403})
    await load(palette)
    assert not found(palette, "quokka")
    await load(palette)
    assert [item.kind for item in found(palette, "quokka")] == ["sub_user"]

"""The history comes newest first, whichever order of the list the service has (spec 4.5 documents none)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.services.topups.newest_first import NewestFirstPages

if TYPE_CHECKING:
    from app.api.topups import Page
    from app.models.topups import TopUp
    from support.linked_service import LinkedService
    from tollhouse_sandbox.settings import Scale


@pytest.fixture
def scale() -> Scale:
    return "demo"


async def read_all(pages: NewestFirstPages, status: str | None = None) -> list[TopUp]:
    """Reads page after page to the end, as the list in the window does."""
    found: list[TopUp] = []
    for number in range(1, 100):
        page = await pages.page(number, status)
        assert page.number == number
        found += page.items
        if page.is_last or not page.items:
            return found
    raise AssertionError("it never ends")


async def listed(service: LinkedService, status: str | None = None) -> set[str]:
    return {topup.id async for page in service.client.topups.pages(status) for topup in page.items}


@pytest.mark.parametrize("order", ["default", "reversed"])
@pytest.mark.parametrize("per_page", [7, 37, 50, 74, 100])
async def test_every_page_is_newest_first(service: LinkedService, order: str, per_page: int) -> None:
    await service.control("variants", {"order": order})
    pages = NewestFirstPages(service.client.topups, per_page)
    for status in (None, "credited", "rejected"):
        found = await read_all(pages, status)
        moments = [topup.created_at for topup in found]
        assert moments == sorted(moments, reverse=True)
        assert len(found) == len({topup.id for topup in found}), "none comes twice"
        assert {topup.id for topup in found} == await listed(service, status)


async def test_the_first_page_of_the_oldest_first_is_filled(service: LinkedService) -> None:
    newest = (await service.client.topups.page(1, 50)).items
    await service.control("variants", {"order": "reversed"})
    page = await NewestFirstPages(service.client.topups, 50).page(1, None)
    assert [topup.created_at for topup in page.items][:50] == [topup.created_at for topup in newest]
    assert page.total == 148


async def test_a_further_page_is_the_same_while_the_first_one_is_read_again(
    service: LinkedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for the command palette, while somebody scrolls."""
    await service.control("variants", {"order": "reversed"})
    api = service.client.topups
    pages, read = NewestFirstPages(api, 50), api.page
    beside: list[Page[TopUp]] = []
    await pages.page(1, None)
    alone = await pages.page(2, None)

    async def read_beside(number: int, **more: Any) -> Page[TopUp]:
        if number == page_count:
            monkeypatch.undo()
            beside.append(await pages.page(2, None))
        return await read(number, **more)

    page_count = (await read(1, per_page=50)).total_pages
    monkeypatch.setattr(api, "page", read_beside)
    await pages.page(1, None)
    assert beside == [alone]


@pytest.mark.parametrize("order", ["reversed", "by-id"])
async def test_a_list_of_one_page_is_sorted(service: LinkedService, order: str) -> None:
    await service.control("variants", {"order": order})
    page = await NewestFirstPages(service.client.topups, 50).page(1, "rejected")
    moments = [topup.created_at for topup in page.items]
    assert len(set(moments)) > 1
    assert moments == sorted(moments, reverse=True)


@pytest.mark.parametrize(
    "variants",
    [
        {"order": "by-id"},
        {"totals": "zero"},
        {"totals": "page"},
        {"totals": "omitted"},
        {"totals": "small-pages"},
    ],
)
async def test_of_another_order_or_with_wrong_totals_all_come(
    service: LinkedService, variants: dict[str, str]
) -> None:
    await service.control("variants", {"order": "reversed", **variants})
    pages = NewestFirstPages(service.client.topups, 50)
    assert {topup.id for topup in await read_all(pages)} == await listed(service)


async def test_a_last_page_that_is_not_there_is_not_the_first(service: LinkedService) -> None:
    await service.control("variants", {"order": "reversed"})
    route = {"route": "GET /v1/topups", "kind": "mutate", "every": True}
    await service.faults({**route, "path": "pagination.totalPages", "value": 9})
    pages = NewestFirstPages(service.client.topups, 50)
    assert {topup.id for topup in await read_all(pages)} == await listed(service)


async def test_what_cannot_be_read_is_counted_once(service: LinkedService) -> None:
    await service.control("variants", {"order": "reversed"})
    route = {"route": "GET /v1/topups", "kind": "mutate", "nth": 2}
    await service.faults({**route, "path": "data.0.createdAt", "value": "soon"})
    page = await NewestFirstPages(service.client.topups, 50).page(1, None)
    assert (page.unreadable, len(page.problems)) == (1, 1)
